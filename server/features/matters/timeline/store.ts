import { and, asc, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { MatterEvent, MatterId } from '#contract/matters/matters.ts'
import type { Db } from '#server/platform/db/database.ts'
import { matterEvents, matterNotes } from './schema.ts'

export type EventRow = typeof matterEvents.$inferSelect

export const insertEvent = (db: Db, row: typeof matterEvents.$inferInsert) =>
  db.insert(matterEvents).values(row)

/** Newest first. */
export const listEvents = (db: Db, matterIds: MatterId[]) =>
  db
    .select()
    .from(matterEvents)
    .where(inArray(matterEvents.matterId, matterIds))
    .orderBy(desc(matterEvents.id))

/** Lists when these matters were opened and the stages that they reached, oldest first. */
export const listStageMoves = (db: Db, matterIds: MatterId[]) =>
  matterIds.length === 0
    ? Promise.resolve([])
    : db
        .select({
          matterId: matterEvents.matterId,
          stage: matterEvents.stage,
          at: matterEvents.at,
          // An opening has the next step as its words, which say nothing about the stage.
          words: sql<
            string | null
          >`case when ${matterEvents.stage} is not null then ${matterEvents.words} end`,
        })
        .from(matterEvents)
        .where(
          and(
            inArray(matterEvents.matterId, matterIds),
            or(isNotNull(matterEvents.stage), eq(matterEvents.kind, 'opened')),
          ),
        )
        .orderBy(asc(matterEvents.id))

export const findEvent = async (db: Db, id: MatterEvent['id']) => {
  const [found] = await db.select().from(matterEvents).where(eq(matterEvents.id, id))
  return found ?? null
}

/** Returns what this person did under a key before. Other people's keys do not matter. */
export const findByKey = async (db: Db, byId: UserId, key: string) => {
  const [found] = await db
    .select()
    .from(matterEvents)
    .where(and(eq(matterEvents.byId, byId), eq(matterEvents.idempotencyKey, key)))
  return found ?? null
}

/** The same among internal notes. */
export const findNoteByKey = async (db: Db, byId: UserId, key: string) => {
  const [found] = await db
    .select()
    .from(matterNotes)
    .where(and(eq(matterNotes.byId, byId), eq(matterNotes.idempotencyKey, key)))
  return found ?? null
}

/** Finds the last stage that a matter reached. */
export const findLastStage = async (db: Db, matterId: MatterId) => {
  const [found] = await db
    .select()
    .from(matterEvents)
    .where(and(eq(matterEvents.matterId, matterId), isNotNull(matterEvents.stage)))
    .orderBy(desc(matterEvents.id))
    .limit(1)
  return found ?? null
}

export const removeEvent = (db: Db, id: MatterEvent['id']) =>
  db.delete(matterEvents).where(eq(matterEvents.id, id))

export const insertNote = (db: Db, row: typeof matterNotes.$inferInsert) => db.insert(matterNotes).values(row)

/** Newest first. */
export const listNotes = (db: Db, matterId: MatterId) =>
  db.select().from(matterNotes).where(eq(matterNotes.matterId, matterId)).orderBy(desc(matterNotes.id))
