import { accounts, type User } from '#contract/accounts/accounts.ts'
import { pages } from '#contract/kit/pages.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { OutsideLink } from '#web/ui/actions/link.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { NewPasswordFields } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { clearToasts, toast } from '#web/ui/overlays/toast.ts'

export const useRegisterForm = (done: (user: User) => void) =>
  useCommandForm(accounts.register, {
    start: {
      firstName: '',
      lastName: '',
      username: '',
      email: '',
      phone: '',
      password: '',
      confirmPassword: '',
    },
    done: (user) => {
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

export interface RegisterFormProps {
  form: ReturnType<typeof useRegisterForm>
  /** The person is on the way in. */
  busy: boolean
}

export const RegisterForm = ({ form, busy }: RegisterFormProps) => (
  <form {...form.props} className="grid gap-5">
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label="First name" autoComplete="given-name" {...form.field('firstName')} />
      <TextField label="Last name" autoComplete="family-name" {...form.field('lastName')} />
    </div>
    <TextField
      label="Username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...form.field('username')}
    />
    <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
    <TextField label="Phone" optional type="tel" autoComplete="tel" {...form.field('phone')} />
    <NewPasswordFields password={form.field('password')} again={form.field('confirmPassword')} />
    <FormFault>{form.fault}</FormFault>
    <Button type="submit" variant="primary" size="large" wide busy={form.busy || busy}>
      Register
    </Button>
    {/* In a new tab: what was typed stays in this one. */}
    <p className="text-sm text-ink-soft">
      By choosing Register, you accept our <OutsideLink href={pages.terms}>Terms</OutsideLink> and confirm
      that you have read our <OutsideLink href={pages.privacy}>Privacy notice</OutsideLink>.
    </p>
  </form>
)
