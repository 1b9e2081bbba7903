import { accounts, type SignInAnswer } from '#contract/accounts.ts'
import { pages } from '#contract/pages.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { useIsHydrated } from '#web/platform/hydrated.ts'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

export interface LoginOptions {
  username?: string
  refused?: () => void
}

export const useLoginForm = (
  done: (answer: SignInAnswer) => void,
  { username, refused }: LoginOptions = {},
) =>
  useCommandForm(accounts.login, {
    // Nothing is put into fields that somebody may have begun to fill in before the scripts came.
    start: { username },
    done,
    refused: ({ message }) => {
      refused?.()
      const description = message || 'Invalid username or password'
      toast({ title: 'Login failed', description, variant: 'destructive' })
    },
  })

export interface LoginFormProps {
  form: ReturnType<typeof useLoginForm>
  /** The person is on the way in. */
  busy: boolean
  /** There is no page behind that would be lost by leaving it. */
  canLeave: boolean
}

export const LoginForm = ({ form, busy, canLeave }: LoginFormProps) => (
  <form {...form.props} className="grid gap-5">
    <TextField
      label="Username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...form.field('username')}
    />
    <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
    <FormFault>{form.fault}</FormFault>
    {/* Pressed before the scripts came, it would put the password into the address. */}
    <Button
      type="submit"
      variant="primary"
      size="large"
      wide
      busy={form.busy || busy}
      disabled={!useIsHydrated()}
    >
      Login
    </Button>
    {canLeave && (
      <p className="text-center text-sm touch:-my-3">
        <ButtonLink variant="link" to={pages.resetPassword}>
          Forgotten your password?
        </ButtonLink>
      </p>
    )}
  </form>
)
