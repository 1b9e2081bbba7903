import { useSearchParams } from 'react-router'
import { ProfileTab, SecurityTab } from '#web/features/accounts/settings-tabs.tsx'
import { NotificationsTab } from '#web/features/notifications/settings-tab.tsx'
import { Page } from '#web/ui/page.tsx'
import { type Tab, Tabs } from '#web/ui/tabs.tsx'

/** One page of several features: each brings its tab. `?tab=` opens one, so that a link can lead to it. */
const tabs: Tab[] = [
  { value: 'profile', label: 'Profile', content: <ProfileTab /> },
  { value: 'security', label: 'Security', content: <SecurityTab /> },
  { value: 'notifications', label: 'Notifications', content: <NotificationsTab /> },
]

export const SettingsPage = () => {
  const [place, move] = useSearchParams()
  const asked = place.get('tab')
  const { value } = tabs.find((tab) => tab.value === asked) ?? { value: 'profile' }
  return (
    <Page
      title="Account Settings"
      lead="Your details, your password, where you are signed in, and what you are told."
    >
      <Tabs
        label="Account Settings"
        tabs={tabs}
        value={value}
        onChange={(tab) => move({ tab }, { replace: true })}
      />
    </Page>
  )
}
