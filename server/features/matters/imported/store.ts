import { and, count, eq, inArray, or, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import { fullName } from '#contract/kit/names.ts'
import { foldName } from '#contract/kit/text.ts'
import type { MatterEvent, MatterId } from '#contract/matters/matters.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { matterClients, matterParties, matterPeople, matters } from '../schema.ts'
import { idsOf, type MatterReader } from '../store.ts'
import { matterEvents } from '../timeline/schema.ts'

/** Returns the references among these that are already in use. */
export const listTaken = async (db: Db, references: readonly string[]) => {
  if (references.length === 0) return []
  const { reference } = matters
  const rows = await db
    .select({ reference })
    .from(matters)
    .where(inArray(reference, [...references]))
  return rows.map((row) => row.reference)
}

/** Inserts matters, each with its first client and a timeline that starts when it was opened. */
export const insertAll = async (
  db: Db,
  rows: (typeof matters.$inferInsert)[],
  by: { byId: UserId; byName: string },
) => {
  const added = await db.insert(matters).values(rows).returning()
  await db
    .insert(matterClients)
    .values(added.map(({ id, clientId, createdAt }) => ({ matterId: id, clientId, addedAt: createdAt })))
  await db.insert(matterEvents).values(
    added.map(({ id, createdAt }) => ({
      ...by,
      id: newId<MatterEvent['id']>(),
      matterId: id,
      kind: 'opened' as const,
      at: createdAt,
      isOfFirm: true,
      words: null,
    })),
  )
  return added
}

interface Somebody {
  id: UserId
  firstName: string
  lastName: string
  emailKey: string
}

/** Returns the clients among these whose name, email address or account is on the other side of any matter. */
export const listAgainstAny = async (db: Db, clients: readonly Somebody[]) => {
  const nameKeyOf = (client: Somebody) => foldName(fullName(client))
  const found = await db
    .selectDistinct({
      nameKey: matterPeople.nameKey,
      email: sql<string>`lower(${matterPeople.email})`,
      clientId: matterPeople.clientId,
    })
    .from(matterPeople)
    .innerJoin(matterParties, eq(matterParties.personId, matterPeople.id))
    .where(
      and(
        eq(matterParties.role, 'other_side'),
        or(
          inArray(matterPeople.nameKey, clients.map(nameKeyOf)),
          inArray(
            sql`lower(${matterPeople.email})`,
            clients.map(({ emailKey }) => emailKey),
          ),
          inArray(
            matterPeople.clientId,
            clients.map(({ id }) => id),
          ),
        ),
      ),
    )
  const keys = new Set<string | null>(
    found.flatMap(({ nameKey, email, clientId }) => [nameKey, email, clientId]),
  )
  return new Set(
    clients
      .filter((client) => keys.has(nameKeyOf(client)) || keys.has(client.emailKey) || keys.has(client.id))
      .map(({ id }) => id),
  )
}

export const listByReferences = async (
  db: Db,
  reader: MatterReader,
  { references, ids }: { references: readonly string[]; ids: readonly MatterId[] },
) => {
  if (references.length === 0 && ids.length === 0) return []
  const { id, reference, title } = matters
  return db
    .select({
      id,
      reference,
      title,
      clientIds: sql<UserId[]>`array(select ${matterClients.clientId} from ${matterClients}
        where ${matterClients.matterId} = ${matters.id})`,
      isVisible: sql<boolean>`${inArray(matters.id, idsOf(db, reader))}`,
    })
    .from(matters)
    .where(
      or(
        references.length > 0 ? inArray(reference, [...references]) : undefined,
        ids.length > 0 ? inArray(id, [...ids]) : undefined,
      ),
    )
}

/** Lists what the portal holds of those of these matters that the reader may see, by the fields of an import. */
export const listFactsFor = async (db: Db, reader: MatterReader, ids: readonly MatterId[]) => {
  if (ids.length === 0) return []
  const { id, title, type, description, createdAt, priority, supervisorId, teamId, value } = matters
  const { costsEstimate, costsSoFar, dates, scope, scopeReason } = matters
  const facts = { id, title, type, description, createdAt, priority, supervisorId, teamId, value }
  return db
    .select({ ...facts, costsEstimate, costsSoFar, dates, scope, scopeReason })
    .from(matters)
    .where(and(inArray(id, [...ids]), inArray(id, idsOf(db, reader))))
}

/** Locks these matters for the rest of the transaction, once whoever is writing to them has finished. */
export const lockMatters = (db: Db, ids: readonly MatterId[]) =>
  db
    .select({ id: matters.id })
    .from(matters)
    .where(inArray(matters.id, [...ids]))
    .orderBy(matters.id)
    .for('update')

/** Returns the matters among these that have more than the opening in their timeline, or are restricted. */
export const listChanged = async (db: Db, ids: readonly MatterId[]) => {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: matters.id })
    .from(matters)
    .leftJoin(matterEvents, eq(matterEvents.matterId, matters.id))
    .where(inArray(matters.id, [...ids]))
    .groupBy(matters.id)
    .having(or(sql`${count(matterEvents.id)} > 1`, sql`bool_or(${matters.isRestricted})`))
  return rows.map(({ id }) => id)
}

export const removeMatters = async (db: Db, ids: readonly MatterId[]) => {
  if (ids.length > 0) await db.delete(matters).where(inArray(matters.id, [...ids]))
}

/** Returns the clients among these who are on any matter. */
export const listWithMatters = async (db: Db, clientIds: readonly UserId[]) => {
  const rows =
    clientIds.length === 0
      ? []
      : await db
          .selectDistinct({ id: matterClients.clientId })
          .from(matterClients)
          .where(inArray(matterClients.clientId, [...clientIds]))
  return rows.map(({ id }) => id)
}
