import { CircleQuestionMark, Settings } from 'lucide-react'
import { use } from 'react'
import { pages } from '#contract/kit/pages.ts'
import { shouldShowOnboarding } from '#contract/onboarding/gate.ts'
import { useUser } from '#web/platform/session.ts'
import { type Entry, Gate, Portal } from './portal-context.ts'

export const settingsEntry: Entry = { path: pages.settings, label: 'Account Settings', icon: Settings }
/** For the firm's people; clients find it below every page. */
export const helpEntry: Entry = { path: pages.help, label: 'Help', icon: CircleQuestionMark }

/** The phone's bottom bar, in its own words; at most four have room. */
export const useTabs = (): Entry[] => {
  const { entriesFor } = use(Portal)
  const own = entriesFor(useUser()).flatMap(({ tab, ...entry }) => (tab ? [{ ...entry, label: tab }] : []))
  return [...own, { ...settingsEntry, label: 'Profile' }]
}

/** Whether onboarding comes first. */
export const useIsLocked = () => {
  const gate = use(Gate)
  return gate !== null && shouldShowOnboarding(gate)
}
