import { ThemeChoice } from '#web/ui/fields/theme-choice.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { EmailNotice } from './parts/email-notice.tsx'
import { PasswordForm } from './parts/password-form.tsx'
import { ProfileForm } from './parts/profile-form.tsx'
import { SessionsCard } from './parts/sessions-card.tsx'
import { TwoFactorCard } from './parts/two-factor-card.tsx'

export const ProfileTab = () => (
  <div className="grid max-w-180 gap-5">
    <EmailNotice />
    <Card>
      <CardTitle lead="We use these to contact you and prepare your documents.">Your details</CardTitle>
      <ProfileForm />
    </Card>
    <Card>
      <ThemeChoice />
    </Card>
  </div>
)

export const SecurityTab = () => (
  <div className="grid max-w-180 gap-5">
    <Card>
      <CardTitle lead="Changing it signs you out everywhere else.">Change password</CardTitle>
      <PasswordForm />
    </Card>
    <TwoFactorCard />
    <SessionsCard />
  </div>
)
