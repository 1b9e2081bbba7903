import type { UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { isTold, type NotificationChoices } from '#contract/notifications/choices.ts'
import type { NotificationId, notifications } from '#contract/notifications/notifications.ts'
import type { NoticeTopic } from '#contract/notifications/topic.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Member } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import * as store from './store.ts'

export { findChoices } from './store.ts'

interface Notice {
  topic: NoticeTopic
  title: string
  body: string
  /** A path of this portal. */
  link?: string | null
  /**
   * One sentence that others may read on its way: no name, no number, nothing that somebody typed.
   * Without it, a mail says no more than that there is news.
   */
  inMail?: string
  /** The matter that it tells of, or all of them where it sums several up. */
  matterId?: MatterId | null | undefined
  matterIds?: readonly MatterId[]
  /** Whoever tells it sends a mail of their own, so that none echoes it. */
  hasOwnMail?: boolean
}

/**
 * Puts a notification under a person's bell, unless they have silenced its topic, in the transaction of what
 * happened; whoever sends mail hears of it in any case.
 */
export async function notify(
  ctx: Ctx,
  userId: UserId,
  { link = null, inMail, matterId = null, matterIds = mattersOf(matterId), hasOwnMail, ...notice }: Notice,
) {
  const person = userId
  const notificationId = newId<NotificationId>()
  if (isTold(await store.findChoices(ctx.db, person), notice.topic, 'inApp')) {
    await store.insert(ctx.db, {
      ...notice,
      id: notificationId,
      userId: person,
      link,
      matterId,
      createdAt: ctx.now,
    })
    await ctx.invalidate(userId, 'notifications')
  }
  if (hasOwnMail) return
  const facts = { ...notice, notificationId, userId: person, link, matterIds, inMail: inMail ?? null }
  await ctx.publish('personNotified', facts)
}

const mattersOf = (id: MatterId | null) => (id === null ? [] : [id])

/** For what a person has just seen happen, or has under the bell already: a mail as they chose, and nothing more. */
export const notifyByMail = (
  ctx: Ctx,
  userId: UserId,
  { matterId = null, matterIds = mattersOf(matterId), ...notice }: Notice & { inMail: string; link: string },
) =>
  ctx.publish('personNotified', {
    ...notice,
    matterIds,
    notificationId: newId<NotificationId>(),
    userId: userId,
  })

export async function markRead(ctx: Ctx<Member>, { ids }: Input<typeof notifications.markRead>) {
  await store.updateRead(ctx.db, ctx.actor.id, ids)
  await ctx.invalidate(ctx.actor.id, 'notifications')
  return { unread: await store.countUnread(ctx.db, ctx.actor.id) }
}

export async function saveChoices({ db, actor, invalidate }: Ctx<Member>, choices: NotificationChoices) {
  await store.saveChoices(db, { userId: actor.id, choices })
  await invalidate(actor.id, 'notifications')
  return choices
}

/** What a person was told of one place is read, because they have been there. */
export async function readNoticesOf(ctx: Ctx, userId: UserId, link: string) {
  if (await store.updateReadOf(ctx.db, userId, link)) await ctx.invalidate(userId, 'notifications')
}

/** What people were told of one place is taken back, because nothing waits there any more. */
export async function withdrawNoticesOf(ctx: Ctx, link: string) {
  for (const userId of await store.removeTo(ctx.db, link)) await ctx.invalidate(userId, 'notifications')
}

/** What these people were told of a matter is taken back, because they may not know of it any more. */
export async function withdrawNoticesAbout(ctx: Ctx, matterId: MatterId, from: readonly UserId[]) {
  for (const userId of await store.removeAbout(ctx.db, matterId, from))
    await ctx.invalidate(userId, 'notifications')
}

/** For the demo: a notification that no event of this run stands behind. */
export const addNotification = (
  db: Db,
  userId: UserId,
  { link = null, createdAt, ...notice }: Omit<Notice, 'inMail' | 'hasOwnMail'> & { createdAt: Date },
) => store.insert(db, { ...notice, id: newId(), userId, link, createdAt })
