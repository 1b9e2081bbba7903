import { useEffect } from 'react'
import { accounts, type User } from '#contract/accounts/accounts.ts'
import { pages } from '#contract/kit/pages.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { RegisterDraft, registerDraft } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { OutsideLink } from '#web/ui/actions/link.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { NameFields, UsernameField } from '#web/ui/fields/name-fields.tsx'
import { NewPasswordFields } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { clearToasts, toast } from '#web/ui/overlays/toast.ts'

const blank = { firstName: '', lastName: '', username: '', email: '', phone: '' }

export const useRegisterForm = (done: (user: User) => void) => {
  const form = useCommandForm(accounts.register, {
    start: { ...blank, password: '', confirmPassword: '' },
    done: (user) => {
      registerDraft.clear()
      clearToasts()
      toast({
        title: 'Registration successful',
        description: 'Your account has been created!',
        variant: 'success',
      })
      done(user)
    },
    refused: ({ message }) =>
      toast({ title: 'Registration failed', description: message, variant: 'destructive' }),
  })
  const { reset, watch } = form
  useEffect(() => {
    const draft = registerDraft.read()
    if (draft) reset({ ...draft, password: '', confirmPassword: '' })
    const watching = watch((values) => {
      const typed = RegisterDraft.parse({ ...blank, ...values })
      if (Object.values(typed).some((text) => text !== '')) registerDraft.write(typed)
      else registerDraft.clear()
    })
    return () => watching.unsubscribe()
  }, [reset, watch])
  return form
}

interface RegisterFormProps {
  form: ReturnType<typeof useRegisterForm>
  /** Whether the user is being signed in. */
  busy: boolean
}

export const RegisterForm = ({ form, busy }: RegisterFormProps) => (
  <form {...form.props} className="grid gap-5">
    <div className="grid gap-5 sm:grid-cols-2">
      <NameFields first={form.field('firstName')} last={form.field('lastName')} />
    </div>
    <UsernameField {...form.field('username')} />
    <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
    <TextField label="Phone" optional type="tel" autoComplete="tel" {...form.field('phone')} />
    <NewPasswordFields password={form.field('password')} again={form.field('confirmPassword')} />
    <FormFault>{form.fault}</FormFault>
    <Button type="submit" variant="primary" size="large" wide busy={form.busy || busy}>
      Register
    </Button>
    {/* Opens in a new tab, so that the typed values stay in this one. */}
    <p className="text-sm text-ink-soft">
      By choosing Register, you accept our <OutsideLink href={pages.terms}>Terms</OutsideLink> and confirm
      that you have read our <OutsideLink href={pages.privacy}>Privacy notice</OutsideLink>.
    </p>
  </form>
)
