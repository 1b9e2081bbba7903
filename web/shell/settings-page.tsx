import { useSearchParams } from 'react-router'
import { may } from '#contract/kit/rights.ts'
import { useUser } from '#web/platform/session.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import type { SettingsTab } from './feature.ts'

/** The settings page. `?tab=` opens one of its tabs, so that links can lead to it. */
export const SettingsPage = ({ tabs }: { tabs: SettingsTab[] }) => {
  const [params, setParams] = useSearchParams()
  const { role, roles } = useUser()
  const offered = tabs
    .filter(({ audience = role, action }) => audience === role && (!action || may(roles, action)))
    .map(({ value, label, content: { Part } }) => ({ value, label, content: <Part /> }))
  const [first] = offered
  const { value = '' } = offered.find((tab) => tab.value === params.get('tab')) ?? first ?? {}
  return (
    <Page
      title="Account Settings"
      lead="Your details, your password, where you're signed in, and your notifications."
    >
      <Tabs
        label="Account Settings"
        tabs={offered}
        value={value}
        onChange={(tab) => setParams({ tab }, { replace: true })}
      />
    </Page>
  )
}
