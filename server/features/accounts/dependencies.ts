import type { UserId } from '#contract/accounts/accounts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Devices } from './devices.ts'
import type { AccountNotice } from './notices.ts'
import type { Sessions } from './sessions/sessions.ts'

export interface AccountDependencies {
  sessions: Sessions
  devices: Devices
  /** Name of the cookie of a sign-in that waits for the second factor. */
  secondStep: string
  notify: (ctx: Ctx, userId: UserId, notice: AccountNotice) => Promise<void>
  /** Finds the firm, whose name is refused as a password. */
  findFirm: (db: Db) => Promise<{ name: string }>
  /** Returns the provider's sign-out address for somebody signed in by the firm's provider. Null if it has none. */
  findProviderSignOut: (ctx: Ctx, userId: UserId) => Promise<string | null>
  /** Returns whether the portal has been set up. The demo never is. */
  hasFirm: (db: Db) => Promise<boolean>
}
