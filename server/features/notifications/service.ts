import type { UserId } from '#contract/accounts.ts'
import type { Input } from '#contract/kit.ts'
import type { notifications } from '#contract/notifications.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import * as store from './store.ts'

interface Notice {
  title: string
  body: string
  /** A path of this portal. */
  link?: string
}

/** Puts a notification under a person's bell, in the transaction of what happened. */
export async function notify(ctx: Ctx, userId: string, { link, ...notice }: Notice) {
  await store.insert(ctx.db, {
    ...notice,
    id: newId(),
    userId: userId as UserId,
    link: link ?? null,
    createdAt: ctx.now,
  })
  await ctx.tell(userId, 'notifications')
}

export async function markRead(ctx: Ctx, { ids }: Input<typeof notifications.markRead>) {
  await store.updateRead(ctx.db, ctx.actor.id, ids)
  await ctx.tell(ctx.actor.id, 'notifications')
  return { unread: await store.countUnread(ctx.db, ctx.actor.id) }
}

/** For the demo: a notification that no happening of this run stands behind. */
export const addNotification = (
  db: Db,
  userId: UserId,
  { link, createdAt, ...notice }: Notice & { createdAt: Date },
) => store.insert(db, { ...notice, id: newId(), userId, link: link ?? null, createdAt })
