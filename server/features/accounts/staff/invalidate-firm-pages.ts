import type { UserId } from '#contract/accounts/accounts.ts'
import type { Topic } from '#contract/kit/portal.ts'
import { may, opensRestricted } from '#contract/kit/rights.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { listNamedOn } from '../scope/store.ts'
import * as store from './store.ts'

/** The client of a change, and the matter it belongs to. */
interface OfMatter {
  clientId: UserId
  matterId: MatterId | null
}

/**
 * Refreshes the open pages of all staff who may look at this client. For staff who may only see the client's money,
 * only payments are refreshed; after a change to a restricted matter, only the pages of those who may know of it.
 */
export async function invalidateFirmPagesOf(ctx: Ctx, client: UserId | OfMatter, ...topics: Topic[]) {
  const { clientId, matterId } = typeof client === 'string' ? { clientId: client, matterId: null } : client
  const named = await listNamedOn(ctx.db, matterId)
  const watchers = await store.listWatchers(ctx.db, clientId, matterId)
  const recipients = named
    ? watchers.filter(({ id, roles }) => named.includes(id) || opensRestricted(roles))
    : watchers
  // People named on a matter see what belongs to it, even if the client is not theirs.
  const others = named?.filter((id) => !watchers.some((watcher) => watcher.id === id)) ?? []
  for (const id of others) await ctx.invalidate(id, ...topics)
  for (const { id, roles } of recipients) {
    const heard = may(roles, 'clients.read') ? topics : topics.filter((topic) => topic === 'payments')
    if (heard.length > 0) await ctx.invalidate(id, ...heard)
  }
}

/**
 * Refreshes the open pages of all staff who may look at any of these clients, by one query. The change belongs to no
 * restricted matter.
 */
export async function invalidateFirmPagesOfEach(ctx: Ctx, clientIds: readonly UserId[], ...topics: Topic[]) {
  for (const { id, roles } of await store.listWatchersOfAny(ctx.db, clientIds)) {
    const heard = may(roles, 'clients.read') ? topics : topics.filter((topic) => topic === 'payments')
    if (heard.length > 0) await ctx.invalidate(id, ...heard)
  }
}

/** Lists the ids of the staff who may look at this client's file, or at this matter of theirs. */
export const listReaders = async (ctx: Pick<Ctx, 'db'>, clientId: UserId, matterId: MatterId | null = null) =>
  (await store.listWatchersOfAny(ctx.db, [clientId], { matterId, action: 'clients.read' })).map(
    ({ id }) => id,
  )
