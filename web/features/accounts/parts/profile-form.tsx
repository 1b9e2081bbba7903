import { useQueryClient } from '@tanstack/react-query'
import { accounts, isSameEmail } from '#contract/accounts.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { keepUser, useUser } from '../hooks.ts'

export const ProfileForm = () => {
  const cache = useQueryClient()
  const user = useUser()
  const form = useCommandForm(accounts.saveProfile, {
    start: {
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      phone: user.phone ?? '',
      address: user.address ?? '',
      city: user.city ?? '',
      postalCode: user.postalCode ?? '',
      country: user.country ?? '',
      currentPassword: '',
    },
    done: (saved) => {
      keepUser(cache, saved)
      form.setValue('currentPassword', '')
      toast({ title: 'Profile updated', variant: 'success' })
    },
  })
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
        <PasswordField
          label="Current password"
          hint="You're changing your email address, so we need to check it's you."
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
      )}
      <TextField label="Address" optional autoComplete="street-address" {...form.field('address')} />
      <div className="grid gap-5 lg:grid-cols-3">
        <TextField label="City" optional autoComplete="address-level2" {...form.field('city')} />
        <TextField label="Postal code" optional autoComplete="postal-code" {...form.field('postalCode')} />
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
