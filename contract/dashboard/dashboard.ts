import { z } from 'zod'
import type { User } from '../accounts/accounts.ts'
import { command } from '../kit/endpoint.ts'
import { isAllDone, type Task } from '../tasks.ts'

/** The only account that can be reset, in demo mode. */
export const testUsername = 'testuser'
export const isTestUser = ({ username }: Pick<User, 'username'>) => username === testUsername

/**
 * Returns the view of the dashboard: `onboarding` in the session in which onboarding was completed, while something is
 * left to do, and `returning` otherwise.
 */
export const faceFor = (
  { isNewlyOnboarded }: Pick<User, 'isNewlyOnboarded'>,
  tasks: readonly Pick<Task, 'status' | 'reason'>[],
): 'onboarding' | 'returning' => (isNewlyOnboarded && !isAllDone(tasks) ? 'onboarding' : 'returning')

/** `/?task=<id>` opens that task on the dashboard. Notifications and emails may link to it. */
export const taskParameter = 'task'

export const dashboard = {
  resetTestUser: command('/api/admin/reset-testuser', {
    output: z.strictObject({ success: z.literal(true) }),
    audience: 'client',
    summary: 'Demo mode: testuser starts over with pending tasks, no documents and no activities',
  }),
}
