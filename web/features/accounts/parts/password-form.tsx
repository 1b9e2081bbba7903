import { useQueryClient } from '@tanstack/react-query'
import { accounts } from '#contract/accounts.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { NewPasswordFields } from '#web/ui/fields/new-password-fields.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

export const PasswordForm = () => {
  const cache = useQueryClient()
  const form = useCommandForm(accounts.changePassword, {
    start: { currentPassword: '', newPassword: '', confirmPassword: '' },
    done: async () => {
      form.reset()
      toast({
        title: 'Password changed',
        description: "Password updated. You've been signed out everywhere else.",
        variant: 'success',
      })
      await refresh(cache, [accounts.sessions])
    },
    refused: ({ message }) => {
      toast({ title: 'Password change failed', description: message, variant: 'destructive' })
    },
  })

  return (
    <form {...form.props} className="grid max-w-90 gap-5">
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...form.field('currentPassword')}
      />
      <NewPasswordFields
        isChange
        password={form.field('newPassword')}
        again={form.field('confirmPassword')}
      />
      <FormFault>{form.fault}</FormFault>
      <div>
        <Button type="submit" variant="primary" busy={form.busy}>
          Change password
        </Button>
      </div>
    </form>
  )
}
