import { and, count, desc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import {
  everythingOn,
  type Notification,
  type NotificationChoices,
} from '#contract/notifications/notifications.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type GuardedLinks, leadsToOpen } from '#server/platform/db/guarded-links.ts'
import { notificationChoices, notifications } from './schema.ts'

const shown = {
  id: notifications.id,
  topic: notifications.topic,
  title: notifications.title,
  body: notifications.body,
  link: notifications.link,
  isRead: notifications.isRead,
  createdAt: notifications.createdAt,
}
const of = (userId: UserId) => eq(notifications.userId, userId)

/** Whose notifications are read, and which of the pages that these lead to are still open to them. */
export interface Reader {
  userId: UserId
  guarded: readonly GuardedLinks[]
}

const shownTo = ({ userId, guarded }: Reader) => and(of(userId), leadsToOpen(notifications.link, guarded))

export const listOf = (db: Db, reader: Reader, before?: Notification['id']) =>
  db
    .select(shown)
    .from(notifications)
    .where(and(shownTo(reader), before === undefined ? undefined : lt(notifications.id, before)))
    .orderBy(desc(notifications.id))
    .limit(pageSize)

export const insert = (db: Db, row: typeof notifications.$inferInsert) => db.insert(notifications).values(row)

export const updateRead = (db: Db, userId: UserId, ids?: Notification['id'][]) =>
  db
    .update(notifications)
    .set({ isRead: true })
    .where(ids === undefined ? of(userId) : and(of(userId), inArray(notifications.id, ids)))

/** Marks all notifications with this link as read. Returns whether any was unread. */
export const updateReadOf = async (db: Db, userId: UserId, link: string) => {
  const unread = and(of(userId), eq(notifications.link, link), eq(notifications.isRead, false))
  const read = await db
    .update(notifications)
    .set({ isRead: true })
    .where(unread)
    .returning({ id: notifications.id })
  return read.length > 0
}

/** Marks everyone's notifications with this link as read. Returns the users who had an unread one. */
export const updateReadTo = async (db: Db, link: string) => {
  const read = await db
    .update(notifications)
    .set({ isRead: true })
    .where(and(eq(notifications.link, link), eq(notifications.isRead, false)))
    .returning({ userId: notifications.userId })
  return [...new Set(read.map(({ userId }) => userId))]
}

/** Returns whether somebody has an unread notification that links to this page and came after this time. */
export const hasUnreadSince = async (db: Db, userId: UserId, link: string, time: Date) => {
  const isNew = gt(notifications.createdAt, time)
  const unread = and(of(userId), eq(notifications.link, link), eq(notifications.isRead, false), isNew)
  return (await db.$count(notifications, unread)) > 0
}

/** Returns the users whose notifications were deleted. */
export const removeTo = async (db: Db, link: string) => {
  const removed = await db
    .delete(notifications)
    .where(eq(notifications.link, link))
    .returning({ userId: notifications.userId })
  return [...new Set(removed.map(({ userId }) => userId))]
}

/** Deletes these people's notifications about a matter. Returns the users who had any. */
export const removeAbout = async (
  db: Db,
  { id, reference }: { id: MatterId; reference: string },
  from: readonly UserId[],
) => {
  if (from.length === 0) return []
  // A notification about another matter may name this one too.
  const isNamed = sql`strpos(${notifications.body}, ${`(${reference})`}) > 0`
  const removed = await db
    .delete(notifications)
    .where(and(or(eq(notifications.matterId, id), isNamed), inArray(notifications.userId, [...from])))
    .returning({ userId: notifications.userId })
  return [...new Set(removed.map(({ userId }) => userId))]
}

export const countUnread = async (db: Db, reader: Reader) => {
  const [row] = await db
    .select({ unread: count() })
    .from(notifications)
    .where(and(shownTo(reader), eq(notifications.isRead, false)))
  return row?.unread ?? 0
}

export const removeAllOf = async (db: Db, userId: UserId) => {
  await db.delete(notifications).where(of(userId))
  await db.delete(notificationChoices).where(eq(notificationChoices.userId, userId))
}

export const findChoices = async (db: Db, userId: UserId): Promise<NotificationChoices> => {
  const [row] = await db.select().from(notificationChoices).where(eq(notificationChoices.userId, userId))
  return row?.choices ?? everythingOn
}

export const saveChoices = (db: Db, row: typeof notificationChoices.$inferInsert) =>
  db
    .insert(notificationChoices)
    .values(row)
    .onConflictDoUpdate({ target: notificationChoices.userId, set: { choices: row.choices } })
