import type { User } from '../accounts/accounts.ts'
import { isOnFirstLogin, type Page, pages } from '../kit/pages.ts'
import { isDone, type Task } from '../tasks.ts'

/** What decides whether a client is led to the conversation first. Every page asks, so it stands apart from it. */
export interface GateState {
  isLoading: boolean
  user: Pick<User, 'isFirstLogin' | 'role'> | null
  tasks: readonly Pick<Task, 'status'>[] | null
  /** Onboarding has just been marked complete on this page. */
  isMarkedComplete: boolean
}

/**
 * Onboarding is shown only while all of these hold: everything has loaded, a client is signed in for
 * the first time, no task is completed, and it has not just been marked complete (part 1, section 4).
 */
export const shouldShowOnboarding = ({ isLoading, user, tasks, isMarkedComplete }: GateState) =>
  !isLoading &&
  user !== null &&
  user.role === 'client' &&
  user.isFirstLogin &&
  !(tasks ?? []).some(isDone) &&
  !isMarkedComplete

/** What stays locked, in the navigation and by its address, while onboarding is to be shown. */
export const lockWords: Partial<Record<Page, string>> = {
  [pages.dashboard]: 'Complete onboarding to access dashboard',
  [pages.payments]: 'Complete onboarding to access this feature',
}

export interface Arrival {
  gate: GateState
  /** The welcome page was passed in this tab of the browser. */
  hasViewedWelcome: boolean
}

/** Where a page leads instead of being shown; null shows it (part 2, section 2). */
export const detourFrom = (page: Page, { gate, hasViewedWelcome }: Arrival): Page | null => {
  const { isLoading, user, isMarkedComplete } = gate
  if (isLoading || user === null) return null
  const isNew = isOnFirstLogin(user)
  if (page === pages.welcome || page === pages.onboarding) return isNew ? null : pages.dashboard
  const isHeldBack = page in lockWords && shouldShowOnboarding(gate)
  const isUnwelcomed = page === pages.dashboard && isNew && !isMarkedComplete
  if ((isHeldBack || isUnwelcomed) && !hasViewedWelcome) return pages.welcome
  return isHeldBack ? pages.onboarding : null
}
