import type { UserId } from '#contract/accounts/accounts.ts'
import type { ActivityType } from '#contract/activities.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import * as store from './store.ts'

interface News {
  type: ActivityType
  description: string
  metadata?: Record<string, string>
}

/** Adds an entry to a client's recent activity, in the transaction of the event. */
export async function recordActivity(ctx: Ctx, clientId: UserId, { metadata = {}, ...news }: News) {
  await store.insert(ctx.db, {
    ...news,
    id: newId(),
    clientId: clientId,
    metadata,
    createdAt: ctx.now,
  })
  await ctx.invalidate(clientId, 'activities')
}
