import { z } from 'zod'
import { User } from './accounts.ts'
import { command } from './kit.ts'
import { isDone, type Task } from './tasks.ts'

export const onboarding = {
  complete: command('/api/onboarding/complete', {
    output: z.strictObject({ success: z.literal(true), user: User }),
    audience: 'client',
    summary: 'Ends the first login: the dashboard and payments unlock',
  }),
}

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
