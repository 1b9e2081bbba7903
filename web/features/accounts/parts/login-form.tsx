import { accounts, type User } from '#contract/accounts.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFault } from '#web/ui/callout.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

interface LoginOptions {
  username?: string
  refused?: () => void
}

export const useLoginForm = (done: (user: User) => void, { username = '', refused }: LoginOptions = {}) =>
  useCommandForm(accounts.login, {
    start: { username, password: '' },
    done: (user) => {
      toast({ title: 'Login successful', description: 'Welcome back!', variant: 'success' })
      done(user)
    },
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
}

export const LoginForm = ({ form, busy }: LoginFormProps) => (
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
    <Button type="submit" variant="primary" size="large" wide busy={form.busy || busy}>
      Login
    </Button>
  </form>
)
