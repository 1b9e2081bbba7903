import { and, asc, eq, getTableColumns, lt, or, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { ListName, ViewId } from '#contract/firm/lists.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Ids, isAmong } from '#server/platform/db/ids.ts'
import { clientReminders, savedViews } from './schema.ts'

export type ViewRow = typeof savedViews.$inferSelect

interface Viewer {
  ownerId: UserId
  /** Everybody who has left the firm. */
  leavers: Ids
}

/** Whether the colleague who shares a view has left the firm. */
const isOfLeaver = (leavers: Ids) => and(savedViews.isShared, isAmong(savedViews.ownerId, leavers))

/** Lists a user's own views of a list, and those that colleagues share. */
export const listViews = (db: Db, { ownerId, leavers }: Viewer, list: ListName) =>
  db
    .select({ ...getTableColumns(savedViews), isOfLeaver: sql<boolean>`${isOfLeaver(leavers)}` })
    .from(savedViews)
    .where(and(eq(savedViews.list, list), or(eq(savedViews.ownerId, ownerId), savedViews.isShared)))
    .orderBy(asc(savedViews.name), asc(savedViews.id))

/** Saves a view. Replaces the same user's view of the same name. */
export const saveView = async (db: Db, row: ViewRow): Promise<ViewRow> => {
  const { isShared, filter, columns } = row
  const [kept] = await db
    .insert(savedViews)
    .values(row)
    .onConflictDoUpdate({
      target: [savedViews.ownerId, savedViews.list, savedViews.name],
      set: { isShared, filter, columns },
    })
    .returning()
  return kept ?? notFound('view')
}

/** Throws `not_found` for the view of a colleague who has not left. */
export const removeView = async (db: Db, { ownerId, leavers }: Viewer, id: ViewId) => {
  const gone = await db
    .delete(savedViews)
    .where(and(or(eq(savedViews.ownerId, ownerId), isOfLeaver(leavers)), eq(savedViews.id, id)))
    .returning({ id: savedViews.id })
  return gone.length > 0 ? undefined : notFound('view')
}

/** Records a reminder unless there was one after `unlessSince`. Returns whether it was recorded. */
export const noteReminder = async (
  db: Db,
  { clientId, now, unlessSince }: { clientId: UserId; now: Date; unlessSince: Date },
) => {
  const noted = await db
    .insert(clientReminders)
    .values({ clientId, at: now })
    .onConflictDoUpdate({
      target: clientReminders.clientId,
      set: { at: now },
      setWhere: lt(clientReminders.at, unlessSince),
    })
    .returning({ clientId: clientReminders.clientId })
  return noted.length > 0
}
