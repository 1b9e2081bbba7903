import type { User } from '../accounts/accounts.ts'
import { isOnFirstLogin, type Page, pages } from '../kit/pages.ts'
import { isDone, type Task } from '../tasks.ts'

/**
 * The facts that decide whether a client has to start with the conversation. It is in a file of its own because every
 * page needs it.
 */
export interface GateState {
  isLoading: boolean
  user: Pick<User, 'isFirstLogin' | 'role'> | null
  tasks: readonly Pick<Task, 'status'>[] | null
  /** Onboarding has just been marked complete on this page. */
  isMarkedComplete: boolean
}

/**
 * Whether to show onboarding: only while everything has loaded, a client is signed in for the first time, no task is
 * completed, and it has not just been marked complete (part 1, section 4).
 */
export const shouldShowOnboarding = ({ isLoading, user, tasks, isMarkedComplete }: GateState) =>
  !isLoading &&
  user !== null &&
  user.role === 'client' &&
  user.isFirstLogin &&
  !(tasks ?? []).some(isDone) &&
  !isMarkedComplete

/** The pages that are locked while onboarding is to be shown, in the navigation and by address, with the reason. */
export const lockWords: Partial<Record<Page, string>> = {
  [pages.dashboard]: 'Complete onboarding to access dashboard',
  [pages.payments]: 'Complete onboarding to access this feature',
}

export interface Arrival {
  gate: GateState
  /** The welcome page was shown and left in this browser tab. */
  hasViewedWelcome: boolean
}

/** Returns the page to redirect to, or null to show this page (part 2, section 2). */
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
