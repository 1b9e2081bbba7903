import { useQueryClient } from '@tanstack/react-query'
import { Monitor, Moon, Sun } from 'lucide-react'
import { accounts, eachDetail, isSameEmail } from '#contract/accounts/accounts.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { cacheUser, useMay, useUser } from '#web/platform/session.ts'
import { chooseTheme, useTheme } from '#web/platform/theme.ts'
import { useUnloadQuestion } from '#web/platform/unload-question.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { RadioGroup } from '#web/ui/fields/choices.tsx'
import { NewPasswordFields, PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { ConfirmField } from './dialog.tsx'
import { EmailNotice } from './hooks.tsx'
import { PasskeysCard } from './parts/passkeys-card.tsx'
import { PhotographCard } from './parts/photograph-card.tsx'
import { SessionsCard } from './parts/sessions-card.tsx'
import { TwoFactorCard } from './parts/two-factor-card.tsx'

export const ProfileTab = () => (
  <div className="grid max-w-180 gap-5">
    <EmailNotice />
    <Card>
      <CardTitle lead="We use these to contact you and prepare your documents.">Your details</CardTitle>
      <ProfileForm />
    </Card>
    {useMay()('photograph.save') && (
      <AsyncBoundary skeleton={<SkeletonCard rows={1} />}>
        <PhotographCard />
      </AsyncBoundary>
    )}
    <Card>
      <ThemeChoice />
    </Card>
  </div>
)

export const SecurityTab = () => {
  const { hasPassword } = useUser()
  return (
    <div className="grid max-w-180 gap-5">
      {hasPassword ? (
        <Card>
          <CardTitle lead="Changing it signs you out everywhere else.">Change password</CardTitle>
          <PasswordForm />
        </Card>
      ) : (
        <Card>
          <CardTitle lead="You sign in with your work account, so you have no password or passkey here. A code from your authenticator app confirms important changes instead.">
            How you sign in
          </CardTitle>
        </Card>
      )}
      <TwoFactorCard />
      {hasPassword && <PasskeysCard />}
      <SessionsCard />
    </div>
  )
}

const ProfileForm = () => {
  const cache = useQueryClient()
  const user = useUser()
  const form = useCommandForm(accounts.saveProfile, {
    start: {
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      ...eachDetail((name) => user[name] ?? ''),
      currentPassword: '',
    },
    done: (saved) => {
      cacheUser(cache, saved)
      form.setValue('currentPassword', '')
      form.saved()
      toast({ title: 'Profile updated', variant: 'success' })
    },
  })
  useUnloadQuestion(form.formState.isDirty)
  const hasNewEmail = !isSameEmail(form.watch('email'), user.email)

  return (
    <form {...form.props} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="First name" autoComplete="given-name" {...form.field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...form.field('lastName')} />
      </div>
      <div className="grid gap-5 lg:grid-cols-2">
        <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
        <TextField label="Phone" optional type="tel" autoComplete="tel" {...form.field('phone')} />
      </div>
      {hasNewEmail && (
        <ConfirmField
          label="Current password"
          hint="You're changing your email address, so we need to check it's you."
          {...form.field('currentPassword')}
        />
      )}
      <TextField label="Address" optional autoComplete="street-address" {...form.field('address')} />
      <div className="grid gap-5 lg:grid-cols-3">
        <TextField label="City" optional autoComplete="address-level2" {...form.field('city')} />
        <TextField label="Postcode" optional autoComplete="postal-code" {...form.field('postalCode')} />
        <TextField label="Country" optional autoComplete="country-name" {...form.field('country')} />
      </div>
      <FormFault>{form.fault}</FormFault>
      <div>
        <Button type="submit" variant="primary" busy={form.busy}>
          Save changes
        </Button>
      </div>
    </form>
  )
}

const PasswordForm = () => {
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

const choices = [
  { value: 'light', label: 'Light', icon: <Sun /> },
  { value: 'dark', label: 'Dark', icon: <Moon /> },
  { value: 'system', label: 'Same as device', icon: <Monitor /> },
] as const

/** Light, dark or the device's theme. Applies at once and is remembered. */
export const ThemeChoice = () => {
  const theme = useTheme()
  return (
    <RadioGroup
      label="Appearance"
      name="theme"
      variant="cards"
      choices={choices}
      value={theme}
      onChange={({ target }) => {
        const chosen = choices.find(({ value }) => value === target.value)
        if (chosen) chooseTheme(chosen.value)
      }}
    />
  )
}
