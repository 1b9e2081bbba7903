import { and, eq, exists, gt, inArray, isNotNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { QueueKind, QueueState, SnoozeEvent } from '#contract/queue.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Ids, isAmong } from '#server/platform/db/ids.ts'
import type { IsWanted, WaitingFor } from '#server/platform/db/waiting-rows.ts'
import { queueEntries } from './schema.ts'

export type EntryRow = typeof queueEntries.$inferSelect

export interface ItemKey {
  kind: QueueKind
  id: string
}

const { kind, itemId, snoozedUntil, assignedToId } = queueEntries
const of = (item: ItemKey) => and(eq(kind, item.kind), eq(itemId, item.id))

/** Returns the stored queue state of these items. An item that nobody touched has no row. */
export const listEntries = async (db: Db, of: QueueKind, ids: readonly string[]): Promise<EntryRow[]> =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(queueEntries)
        .where(and(eq(kind, of), isAmong(itemId, ids)))

export const find = async (db: Db, item: ItemKey): Promise<EntryRow | undefined> =>
  (await db.select().from(queueEntries).where(of(item)))[0]

export const put = async (
  db: Db,
  { kind: ofKind, id, clientId }: ItemKey & { clientId: UserId },
  change: Partial<EntryRow>,
) => {
  await db
    .insert(queueEntries)
    .values({ kind: ofKind, itemId: id, clientId, ...change })
    .onConflictDoUpdate({ target: [itemId, kind], set: change })
}

export const remove = async (db: Db, item: ItemKey) => {
  await db.delete(queueEntries).where(of(item))
}

export const removeAllOf = async (db: Db, clientId: UserId) => {
  await db.delete(queueEntries).where(eq(queueEntries.clientId, clientId))
}

export interface StateWanted {
  kind: QueueKind
  state: QueueState
  now: Date | Placeholder
  /** The user, and everybody they cover for. */
  people: Ids
  /** Restricts it to what is for one matter. */
  isForMatter?: ((waitingFor: WaitingFor) => SQL) | undefined
}

/** Returns a condition on an item: it is waiting, is assigned to one of these people, or is snoozed. */
export const isInState =
  (db: Db, { kind: ofKind, state, now, people, isForMatter }: StateWanted): IsWanted =>
  (id, waitingFor) => {
    const has = (condition: SQL) =>
      exists(
        db
          .select({ one: sql`1` })
          .from(queueEntries)
          .where(and(eq(itemId, id), eq(kind, ofKind), condition)),
      )
    const isSnoozed = has(gt(snoozedUntil, now))
    const isIn: Record<QueueState, SQL> = {
      snoozed: isSnoozed,
      waiting: sql`not ${isSnoozed}`,
      mine: sql`(not ${isSnoozed} and ${has(isAmong(assignedToId, people))})`,
    }
    return isForMatter ? sql`(${isIn[state]} and ${isForMatter(waitingFor)})` : isIn[state]
  }

/** Returns which of these ids are among the people. */
export const assigneesAmong = async (db: Db, ids: readonly UserId[], people: Ids): Promise<Set<UserId>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectDistinct({ id: sql<UserId>`${assignedToId}` })
    .from(queueEntries)
    .where(and(inArray(assignedToId, [...ids]), isAmong(assignedToId, people)))
  return new Set(rows.map(({ id }) => id))
}

/** Ends a client's snoozes that wait for this event, of all items or of these. Returns the items. */
export const updateReturned = (
  db: Db,
  clientId: UserId,
  returnsWhen: SnoozeEvent,
  items?: readonly ItemKey[],
): Promise<ItemKey[]> =>
  db
    .update(queueEntries)
    .set({ snoozedUntil: null, returnsWhen: null })
    .where(
      and(
        eq(queueEntries.clientId, clientId),
        eq(queueEntries.returnsWhen, returnsWhen),
        isNotNull(snoozedUntil),
        items &&
          inArray(
            itemId,
            items.map(({ id }) => id),
          ),
      ),
    )
    .returning({ kind, id: itemId })

/** Lists the items of this client that wait for this event. */
export const listWaitingFor = (db: Db, clientId: UserId, returnsWhen: SnoozeEvent): Promise<ItemKey[]> =>
  db
    .select({ kind, id: itemId })
    .from(queueEntries)
    .where(and(eq(queueEntries.clientId, clientId), eq(queueEntries.returnsWhen, returnsWhen)))

/** Items that a person who has left was assigned or looking at are free again, so that anyone can take them. */
export const updateUnassigned = async (db: Db, personId: UserId) => {
  await db
    .update(queueEntries)
    .set({ takenById: null, takenByName: null, takenAt: null, renewedAt: null })
    .where(eq(queueEntries.takenById, personId))
  await db
    .update(queueEntries)
    .set({ assignedToId: null, assignedToName: null })
    .where(eq(assignedToId, personId))
}
