import type { UserId } from '#contract/accounts.ts'
import type { Input } from '#contract/kit.ts'
import type { NoticeTopic, notifications } from '#contract/notifications.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import * as store from './store.ts'

interface Notice {
  topic: NoticeTopic
  title: string
  body: string
  /** A path of this portal. */
  link?: string | null
}

/** Puts a notification under a person's bell, in the transaction of what happened; whoever sends mail hears of it. */
export async function notify(ctx: Ctx, userId: string, { link = null, ...notice }: Notice) {
  const person = userId as UserId
  await store.insert(ctx.db, { ...notice, id: newId(), userId: person, link, createdAt: ctx.now })
  await ctx.tell(userId, 'notifications')
  await ctx.announce('personNotified', { ...notice, userId: person, link })
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
  { link = null, createdAt, ...notice }: Notice & { createdAt: Date },
) => store.insert(db, { ...notice, id: newId(), userId, link, createdAt })
