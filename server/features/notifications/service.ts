import type { UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import {
  isNotified,
  type NoticeTopic,
  type NotificationChoices,
  type NotificationId,
  type notifications,
} from '#contract/notifications/notifications.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Member, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { GuardedLinks } from '#server/platform/db/guarded-links.ts'
import * as store from './store.ts'

export { findChoices } from './store.ts'

interface Notice {
  topic: NoticeTopic
  title: string
  body: string
  /** A path of this portal. */
  link?: string | null
  /**
   * One sentence for an email, which others can read in transit: no name, no number, nothing that somebody typed.
   * Without it, the email only says that there is news.
   */
  inMail?: string
  /** The matter that it is about, or `matterIds` if it sums up several. */
  matterId?: MatterId | null | undefined
  matterIds?: readonly MatterId[]
  /**
   * The decision that it tells of, by what was decided on, or that was taken back. Of a decision that is taken back before
   * its email has gone out, no email is sent, nor that it was taken back.
   */
  decision?: { on: string; isTakenBack: boolean }
  /** The caller sends an email of its own, so none is sent for the notification. */
  hasOwnMail?: boolean
}

/**
 * Adds a notification in the caller's transaction, unless the person has switched off its topic in the app. The mail
 * feature is told in any case, unless `hasOwnMail` is set.
 */
export async function notify(
  ctx: Ctx,
  userId: UserId,
  {
    link = null,
    inMail,
    matterId = null,
    matterIds = mattersOf(matterId),
    decision,
    hasOwnMail,
    ...notice
  }: Notice,
) {
  const person = userId
  const notificationId = newId<NotificationId>()
  if (isNotified(await store.findChoices(ctx.db, person), notice.topic, 'inApp')) {
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
  const facts = {
    ...notice,
    notificationId,
    userId: person,
    link,
    matterIds,
    inMail: inMail ?? null,
    ...(decision && { decision }),
  }
  await ctx.publish('personNotified', facts)
}

/** Notifies these people of what one of them does, except that one. */
export async function notifyOthers(ctx: Ctx<Staff>, people: Iterable<UserId>, notice: Notice) {
  for (const person of people) if (person !== ctx.actor.id) await notify(ctx, person, notice)
}

const mattersOf = (id: MatterId | null) => (id === null ? [] : [id])

/**
 * Sends only an email, according to the person's settings, for something they have just seen happen or were already
 * notified of.
 */
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

/** Answered by a console, since only it knows the pages that notifications lead to. */
export interface Dependencies {
  linksOpenTo: (ctx: Pick<Ctx<Member>, 'db' | 'actor'>) => GuardedLinks[]
}

/** People of the firm may have lost what they were told of. Clients' notifications lead to their own pages. */
const readerOf = ({ db, actor }: Ctx<Member>, { linksOpenTo }: Dependencies): store.Reader => ({
  userId: actor.id,
  guarded: actor.role === 'client' ? [] : linksOpenTo({ db, actor }),
})

export const list = (
  ctx: Ctx<Member>,
  { before }: Input<typeof notifications.list>,
  dependencies: Dependencies,
) => store.listOf(ctx.db, readerOf(ctx, dependencies), before)

export async function markRead(
  ctx: Ctx<Member>,
  { ids }: Input<typeof notifications.markRead>,
  dependencies: Dependencies,
) {
  await store.updateRead(ctx.db, ctx.actor.id, ids)
  await ctx.invalidate(ctx.actor.id, 'notifications')
  return { unread: await store.countUnread(ctx.db, readerOf(ctx, dependencies)) }
}

export async function saveChoices({ db, actor, invalidate }: Ctx<Member>, choices: NotificationChoices) {
  await store.saveChoices(db, { userId: actor.id, choices })
  await invalidate(actor.id, 'notifications')
  return choices
}

/** Marks a person's notifications that link to a page as read, because they have visited it. */
export async function readNoticesOf(ctx: Ctx, userId: UserId, link: string) {
  if (await store.updateReadOf(ctx.db, userId, link)) await ctx.invalidate(userId, 'notifications')
}

/** Marks everyone's notifications that link to a page as read, because what waited there is dealt with. */
export async function readAllNoticesTo(ctx: Ctx, link: string) {
  for (const userId of await store.updateReadTo(ctx.db, link)) await ctx.invalidate(userId, 'notifications')
}

/** Returns whether somebody has an unread notification that links to a page and came after this time. */
export const hasUnreadSince = ({ db }: Ctx, userId: UserId, link: string, time: Date) =>
  store.hasUnreadSince(db, userId, link, time)

/** Deletes everyone's notifications that link to a page, because nothing is waiting there any more. */
export async function withdrawNoticesOf(ctx: Ctx, link: string) {
  for (const userId of await store.removeTo(ctx.db, link)) await ctx.invalidate(userId, 'notifications')
}

/** Deletes these people's notifications that are about a matter or name it, because they may no longer see it. */
export async function withdrawNoticesAbout(
  ctx: Ctx,
  matter: { id: MatterId; reference: string },
  from: readonly UserId[],
) {
  for (const userId of await store.removeAbout(ctx.db, matter, from))
    await ctx.invalidate(userId, 'notifications')
}

/** For the demo: adds a notification without an event. */
export const addNotification = (
  db: Db,
  userId: UserId,
  { link = null, createdAt, ...notice }: Omit<Notice, 'inMail' | 'hasOwnMail'> & { createdAt: Date },
) => store.insert(db, { ...notice, id: newId(), userId, link, createdAt })
