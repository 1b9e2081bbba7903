import { pages } from '#contract/kit/pages.ts'
import { useCurrentUser, useSessionFlag, welcomeFlag } from '#web/platform/session.ts'
import { ButtonLink } from '#web/ui/actions/button.tsx'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'

/** For trying out the demo: shows what this browser and the portal know about the session. */
export const AuthTestPage = () => {
  const { user, isLoading } = useCurrentUser()
  const isFlagged = useSessionFlag()
  return (
    <Page title="Auth test" lead="What the portal and this browser know about your session." narrow>
      <Card>
        <DescriptionList
          facts={[
            { name: 'Signed in as', value: isLoading ? 'Asking…' : (user?.username ?? 'Nobody') },
            { name: 'First login', value: yesNo(user?.isFirstLogin ?? false) },
            { name: 'auth_session_active', value: isFlagged ? 'true' : 'not set' },
            { name: 'welcome_viewed', value: welcomeFlag.read() ? 'true' : 'not set' },
          ]}
        />
      </Card>
      <div className="flex flex-wrap gap-2.5">
        <ButtonLink to={pages.auth} variant="primary">
          Go to Auth Page
        </ButtonLink>
        <ButtonLink to={pages.dashboard}>Go to Home</ButtonLink>
      </div>
    </Page>
  )
}

const yesNo = (is: boolean) => (is ? 'Yes' : 'No')
