import { z } from 'zod'
import { command } from './kit.ts'

/** The one account that may start over, in demo mode. */
export const testUsername = 'testuser'

export const dashboard = {
  resetTestUser: command('/api/admin/reset-testuser', {
    output: z.strictObject({ success: z.literal(true) }),
    audience: 'client',
    summary: 'Demo mode: testuser starts over with pending tasks, no documents and no activities',
  }),
}
