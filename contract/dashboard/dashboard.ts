import { z } from 'zod'
import type { User } from '../accounts/accounts.ts'
import { command } from '../kit/endpoint.ts'
import { isAllDone, type Task } from '../tasks.ts'

/** The one account that may start over, in demo mode. */
export const testUsername = 'testuser'
export const isTestUser = ({ username }: Pick<User, 'username'>) => username === testUsername

/**
 * Which face the dashboard shows: the first one in the session in which onboarding was completed, while
 * something is left to do; otherwise the one for returning clients.
 */
export const faceFor = (
  { isNewlyOnboarded }: Pick<User, 'isNewlyOnboarded'>,
  tasks: readonly Pick<Task, 'status' | 'reason'>[],
): 'onboarding' | 'returning' => (isNewlyOnboarded && !isAllDone(tasks) ? 'onboarding' : 'returning')

/** `/?task=<id>` opens that task on the dashboard: where notifications and e-mails may lead. */
export const taskParameter = 'task'

export const dashboard = {
  resetTestUser: command('/api/admin/reset-testuser', {
    output: z.strictObject({ success: z.literal(true) }),
    audience: 'client',
    summary: 'Demo mode: testuser starts over with pending tasks, no documents and no activities',
  }),
}
