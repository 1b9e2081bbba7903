import { and, asc, eq, getTableColumns, inArray, isNotNull, like, notInArray, or, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import { fold, foldName } from '#contract/kit/text.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { isOthers, type Party, type PartyId, PartyRole, type PersonId } from '#contract/matters/party.ts'
import type { Db } from '#server/platform/db/database.ts'
import { escapeLike } from '#server/platform/db/word-search.ts'
import { inClientOrder, matterClients, matterParties, matterPeople, matters } from '../schema.ts'
import { idsOf, type MatterReader } from '../store.ts'

type PersonRow = typeof matterPeople.$inferSelect
type NewPerson = Omit<typeof matterPeople.$inferInsert, 'nameKey'>

const shown = {
  id: matterParties.id,
  personId: matterParties.personId,
  role: matterParties.role,
  kind: matterPeople.kind,
  name: matterPeople.name,
  email: matterPeople.email,
  phone: matterPeople.phone,
  number: matterPeople.number,
  detail: matterParties.detail,
  clientId: matterPeople.clientId,
}

const parties = (db: Db) =>
  db.select(shown).from(matterParties).innerJoin(matterPeople, eq(matterPeople.id, matterParties.personId))

export const listOf = (db: Db, matterId: MatterId): Promise<Party[]> =>
  parties(db).where(eq(matterParties.matterId, matterId)).orderBy(asc(matterParties.id))

export const get = async (db: Db, matterId: MatterId, id: PartyId): Promise<Party> => {
  const [found] = await parties(db).where(and(eq(matterParties.matterId, matterId), eq(matterParties.id, id)))
  return found ?? notFound('party')
}

/**
 * The same with the record of who they are locked for the rest of the transaction. Whoever changes a guest locks the
 * matter, then this record, and only then their access and their account. The record is the same on all of a guest's
 * matters, so another order could deadlock, or bring an address back that was corrected on another one meanwhile.
 */
export const claim = async (db: Db, matterId: MatterId, id: PartyId): Promise<Party> => {
  const [found] = await parties(db)
    .where(and(eq(matterParties.matterId, matterId), eq(matterParties.id, id)))
    .for('update', { of: matterPeople })
  return found ?? notFound('party')
}

/** Lists everybody on the matters that this reader may see, by name. */
export const listPeople = (db: Db, reader: MatterReader, search = '') =>
  db
    .select({
      id: matterPeople.id,
      name: matterPeople.name,
      kind: matterPeople.kind,
      email: matterPeople.email,
      phone: matterPeople.phone,
      number: matterPeople.number,
    })
    .from(matterPeople)
    .where(
      and(
        inArray(matterPeople.id, visibleIds(db, reader)),
        like(matterPeople.nameKey, `%${escapeLike(foldName(search))}%`),
      ),
    )
    .orderBy(asc(matterPeople.name), asc(matterPeople.id))
    .limit(pageSize)

/** Whether the matter has this organisation in this role, though it was entered as another record. */
export const hasOrganisation = async (
  db: Db,
  matterId: MatterId,
  { role, name, number }: Pick<Party, 'role' | 'name' | 'number'>,
) => {
  // A number that one of the two lacks tells nothing.
  const isSameNumber = or(eq(matterPeople.number, ''), eq(matterPeople.number, number))
  const found = await parties(db).where(
    and(
      eq(matterParties.matterId, matterId),
      eq(matterParties.role, role),
      eq(matterPeople.kind, 'organisation'),
      eq(matterPeople.nameKey, foldName(name)),
      number === '' ? undefined : isSameNumber,
    ),
  )
  return found.length > 0
}

const visibleIds = (db: Db, reader: MatterReader) =>
  db
    .select({ id: matterParties.personId })
    .from(matterParties)
    .where(inArray(matterParties.matterId, idsOf(db, reader)))

/** Returns a person on one of the matters that this reader may see. */
export const getPerson = async (db: Db, reader: MatterReader, id: PersonId): Promise<PersonRow> => {
  const [found] = await db
    .select()
    .from(matterPeople)
    .where(and(eq(matterPeople.id, id), inArray(matterPeople.id, visibleIds(db, reader))))
  return found ?? notFound('person')
}

const othersRoles = PartyRole.options.filter((role) => isOthers({ role }))

/**
 * Lists who on a matter has a file with the firm, as its client or in another role, each once. The other side is left
 * out.
 */
export const listFiles = async (db: Db, reader: MatterReader, matterId: MatterId) => {
  const clients = await db
    .select({ clientId: matterClients.clientId })
    .from(matterClients)
    .innerJoin(matters, eq(matters.id, matterClients.matterId))
    .where(and(eq(matterClients.matterId, matterId), inArray(matterClients.matterId, idsOf(db, reader))))
    .orderBy(...inClientOrder)
  const others = await db
    .select({ clientId: sql<UserId>`${matterPeople.clientId}`, role: matterParties.role })
    .from(matterParties)
    .innerJoin(matterPeople, eq(matterPeople.id, matterParties.personId))
    .where(
      and(
        eq(matterParties.matterId, matterId),
        inArray(matterParties.matterId, idsOf(db, reader)),
        isNotNull(matterPeople.clientId),
        notInArray(matterParties.role, othersRoles),
      ),
    )
    .orderBy(asc(matterParties.id))
  const files: { clientId: UserId; role: PartyRole }[] = [
    ...clients.map(({ clientId }, at) => ({ clientId, role: at === 0 ? 'client' : 'joint_client' }) as const),
    ...others,
  ]
  return files.filter(({ clientId }, at) => files.findIndex((file) => file.clientId === clientId) === at)
}

export const findPersonOf = async (db: Db, clientId: UserId): Promise<PersonRow | null> => {
  const [found] = await db.select().from(matterPeople).where(eq(matterPeople.clientId, clientId))
  return found ?? null
}

/** The same, locked for the rest of the transaction. */
export const claimPersonOf = async (db: Db, clientId: UserId): Promise<PersonRow | null> => {
  const [found] = await db
    .select()
    .from(matterPeople)
    .where(eq(matterPeople.clientId, clientId))
    .for('update')
  return found ?? null
}

/** Lists the parties that a person is on open matters, each with its matter. */
export const listOpenOf = (db: Db, personId: PersonId) =>
  db
    .select({ row: getTableColumns(matters), party: shown })
    .from(matterParties)
    .innerJoin(matterPeople, eq(matterPeople.id, matterParties.personId))
    .innerJoin(matters, eq(matters.id, matterParties.matterId))
    .where(and(eq(matterParties.personId, personId), eq(matters.status, 'open')))
    .orderBy(asc(matterParties.id))

/** Lists the matters on which somebody with an account is a client or another party. */
export const listMattersWith = (db: Db, clientId: UserId) => {
  const asClient = db
    .select({ id: matterClients.matterId })
    .from(matterClients)
    .where(eq(matterClients.clientId, clientId))
  const asParty = db
    .select({ id: matterParties.matterId })
    .from(matterParties)
    .innerJoin(matterPeople, eq(matterPeople.id, matterParties.personId))
    .where(eq(matterPeople.clientId, clientId))
  return db
    .select()
    .from(matters)
    .where(inArray(matters.id, union(asClient, asParty)))
    .orderBy(asc(matters.id))
}

export const insertPerson = async (db: Db, person: NewPerson): Promise<PersonRow> => {
  const [added] = await db
    .insert(matterPeople)
    .values({ ...person, nameKey: foldName(person.name) })
    .returning()
  return added ?? notFound('person')
}

export const updatePerson = (
  db: Db,
  id: PersonId,
  person: Pick<NewPerson, 'kind' | 'name' | 'email' | 'phone' | 'number'>,
) =>
  db
    .update(matterPeople)
    .set({ ...person, nameKey: foldName(person.name) })
    .where(eq(matterPeople.id, id))

export const isParty = async (
  db: Db,
  matterId: MatterId,
  { personId, role }: Pick<Party, 'personId' | 'role'>,
) => {
  const { matterId: matter, personId: person, role: as, id } = matterParties
  const found = await db
    .select({ id })
    .from(matterParties)
    .where(and(eq(matter, matterId), eq(person, personId), eq(as, role)))
  return found.length > 0
}

export const insert = (db: Db, row: typeof matterParties.$inferInsert) => db.insert(matterParties).values(row)

export const update = (db: Db, id: PartyId, change: { role: PartyRole; detail: string }) =>
  db.update(matterParties).set(change).where(eq(matterParties.id, id))

/** Assigns a party to another record of the same person. */
export const updatePersonOf = (db: Db, id: PartyId, personId: PersonId) =>
  db.update(matterParties).set({ personId }).where(eq(matterParties.id, id))

export const remove = (db: Db, id: PartyId) => db.delete(matterParties).where(eq(matterParties.id, id))

/** Deletes a person who is no longer on any matter. */
export const removeUnusedPerson = (db: Db, id: PersonId) => {
  const uses = db.select({ id: matterParties.id }).from(matterParties).where(eq(matterParties.personId, id))
  return db.delete(matterPeople).where(and(eq(matterPeople.id, id), sql`not exists (${uses})`))
}

export const insertClient = (db: Db, row: typeof matterClients.$inferInsert) =>
  db.insert(matterClients).values(row).onConflictDoNothing()

export const removeClient = (db: Db, matterId: MatterId, clientId: UserId) =>
  db
    .delete(matterClients)
    .where(and(eq(matterClients.matterId, matterId), eq(matterClients.clientId, clientId)))

interface Somebody {
  name: string
  email: string
  clientId: UserId | null
}

/** Lists the matters on which somebody with this account, email address or name has one of these roles. */
export const listOfRoles = (db: Db, { name, email, clientId }: Somebody, roles: readonly PartyRole[]) =>
  db
    .selectDistinct({ id: matters.id, reference: matters.reference, title: matters.title })
    .from(matters)
    .innerJoin(matterParties, eq(matterParties.matterId, matters.id))
    .innerJoin(matterPeople, eq(matterPeople.id, matterParties.personId))
    .where(
      and(
        inArray(matterParties.role, [...roles]),
        or(
          eq(matterPeople.nameKey, foldName(name)),
          email === '' ? undefined : eq(sql`lower(${matterPeople.email})`, fold(email)),
          clientId === null ? undefined : eq(matterPeople.clientId, clientId),
        ),
      ),
    )

/** Lists the matters of these clients. */
export const listOfClients = (db: Db, clientIds: UserId[]) =>
  clientIds.length === 0
    ? Promise.resolve([])
    : db
        .selectDistinct({ id: matters.id, reference: matters.reference, title: matters.title })
        .from(matters)
        .innerJoin(matterClients, eq(matterClients.matterId, matters.id))
        .where(inArray(matterClients.clientId, clientIds))

/** Links a person to their account. */
export const linkPerson = (db: Db, id: PersonId, clientId: UserId) =>
  db.update(matterPeople).set({ clientId }).where(eq(matterPeople.id, id))

export const updateNumber = (db: Db, id: PersonId, number: string) =>
  db.update(matterPeople).set({ number }).where(eq(matterPeople.id, id))

/** Whether this person or organisation is on any matter. */
export const isOnMatter = async (db: Db, personId: PersonId) => {
  const found = await db
    .select({ id: matterParties.id })
    .from(matterParties)
    .where(eq(matterParties.personId, personId))
    .limit(1)
  return found.length > 0
}
