import { CircleQuestionMark, Settings } from 'lucide-react'
import { use } from 'react'
import { pages } from '#contract/kit/pages.ts'
import { shouldShowOnboarding } from '#contract/onboarding/gate.ts'
import { useUser } from '#web/platform/session.ts'
import { type Entry, Gate, Portal } from './portal-context.ts'

export const settingsEntry: Entry = { path: pages.settings, label: 'Account Settings', icon: Settings }
/** For staff only. Clients find help at the foot of every page. */
export const helpEntry: Entry = { path: pages.help, label: 'Help', icon: CircleQuestionMark }

/** The entries of the phone's bottom bar, with labels of their own. At most four fit. */
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
