import type { UserId } from '#contract/accounts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Devices } from './devices.ts'
import type { AccountNotice } from './security-notices.ts'
import type { Sessions } from './sessions/sessions.ts'

export interface AccountDependencies {
  sessions: Sessions
  devices: Devices
  /** The name of the cookie that waits for the second factor. */
  secondStep: string
  notify: (ctx: Ctx, userId: UserId, notice: AccountNotice) => Promise<void>
  /** Whose portal this is: its name is no password. */
  findFirm: (db: Db) => Promise<{ name: string }>
  /** Whether the portal has been set up; the demo never is. */
  hasFirm: (db: Db) => Promise<boolean>
}
