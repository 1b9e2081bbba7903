import { useSearchParams } from 'react-router'
import { useUser } from '#web/features/accounts/hooks.ts'
import { ProfileTab, SecurityTab } from '#web/features/accounts/settings-tabs.tsx'
import { NotificationsTab } from '#web/features/notifications/settings-tab.tsx'
import { DataProtectionTab } from '#web/features/privacy/settings-tab.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { type Tab, Tabs } from '#web/ui/layout/tabs.tsx'

/** One page of several features: each brings its tab. `?tab=` opens one, so that a link can lead to it. */
const tabs: Tab[] = [
  { value: 'profile', label: 'Profile', content: <ProfileTab /> },
  { value: 'security', label: 'Security', content: <SecurityTab /> },
  { value: 'notifications', label: 'Notifications', content: <NotificationsTab /> },
]
const clientTabs: Tab[] = [
  ...tabs,
  { value: 'data-protection', label: 'Data protection', content: <DataProtectionTab /> },
]

export const SettingsPage = () => {
  const [place, move] = useSearchParams()
  const offered = useUser().role === 'client' ? clientTabs : tabs
  const asked = place.get('tab')
  const { value } = offered.find((tab) => tab.value === asked) ?? { value: 'profile' }
  return (
    <Page
      title="Account Settings"
      lead="Your details, your password, where you're signed in, and your notifications."
    >
      <Tabs
        label="Account Settings"
        tabs={offered}
        value={value}
        onChange={(tab) => move({ tab }, { replace: true })}
      />
    </Page>
  )
}
