import { and, asc, eq, inArray, isNotNull, isNull, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import { type Action, may, opensRestricted, rights, StaffRole } from '#contract/kit/rights.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { asConstant } from '#server/platform/db/constant.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Ids, isAmong } from '#server/platform/db/ids.ts'
import { clientContacts, users } from '../schema.ts'
import { type Asking, asResponsible, clientsOf, hiddenMattersOf, listNamedOn } from '../scope/store.ts'
import { canLookAfter, holdsOneOf, unableStaff } from '../scope/unassigned/store.ts'
import { absences, matterAccess, matterAccessClients, teamMembers } from '../staff/schema.ts'
import { rolesHeld } from '../store.ts'

/** Selects the fee earners of clients and the others who work with them. */
const namedFor = (db: Db, clientIds: readonly UserId[]) =>
  union(
    db
      .select({ id: sql<UserId>`${users.feeEarnerId}` })
      .from(users)
      .where(and(isAmong(users.id, clientIds), isNotNull(users.feeEarnerId))),
    db
      .select({ id: clientContacts.memberId })
      .from(clientContacts)
      .where(isAmong(clientContacts.clientId, clientIds)),
  )

/** Selects the fee earners of clients, the others who work with them, and the people who cover for one of these now. */
export const actingFor = (db: Db, clientIds: readonly UserId[]) =>
  union(
    namedFor(db, clientIds),
    db
      .select({ id: sql<UserId>`${absences.actingId}` })
      .from(absences)
      .where(and(isNotNull(absences.actingId), inArray(absences.personId, namedFor(db, clientIds)))),
  )

/** Selects the people of the teams that clients are assigned to. */
export const assignedTeamOf = (db: Db, clientIds: readonly UserId[]) =>
  db
    .select({ id: teamMembers.memberId })
    .from(teamMembers)
    .innerJoin(users, eq(users.teamId, teamMembers.teamId))
    .where(isAmong(users.id, clientIds))

/**
 * Whether somebody works with a client themselves: as the fee earner, as a contact or in the client's team. A role or a
 * cover doesn't count.
 */
export const isInTeamOf = async (db: Db, clientId: UserId, personId: UserId) => {
  const isTheirs = or(
    inArray(users.id, namedFor(db, [clientId])),
    inArray(users.id, assignedTeamOf(db, [clientId])),
  )
  return (await db.$count(users, and(eq(users.id, personId), isTheirs))) > 0
}

const isActiveStaff = asConstant(ne(users.role, 'client'), isNull(users.deactivatedAt))

/** Lists the ids of the active administrators. */
export const listAdministrators = async (db: Db) => {
  const people = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'administrator'), isActiveStaff))
  return people.map(({ id }) => id)
}

const person = { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email }
const staffWho = (db: Db, condition: SQL | undefined) =>
  db.select(person).from(users).where(and(isActiveStaff, condition)).orderBy(asc(users.id))

/** Lists the staff who work with a client by name, or those of the client's team of the firm if there are none. */
const listCarers = async (db: Db, clientId: UserId) => {
  const caring = (ids: SQLWrapper) => staffWho(db, and(canLookAfter, inArray(users.id, ids)))
  const named = await caring(actingFor(db, [clientId]))
  return named.length > 0 ? named : caring(assignedTeamOf(db, [clientId]))
}

/**
 * Lists the staff who work with a client, with the fee earner or their cover first. Somebody whose roles no longer look
 * after clients is left out, even while the client still has their name. Falls back to the client's team of the firm,
 * and then to the administrators, so the list is not empty.
 */
export const listTeam = async (db: Db, clientId: UserId) => {
  const closest = await listCarers(db, clientId)
  const first = await findResponsible(db, clientId)
  const people = closest.length > 0 ? closest : await staffWho(db, eq(users.role, 'administrator'))
  return people.sort((a, b) => Number(b.id === first) - Number(a.id === first))
}

/** Returns who is responsible for a client now: the fee earner, or their cover during an absence. */
export const findResponsible = async (db: Db, clientId: UserId) => {
  const [client] = await db
    .select({ id: sql<UserId | null>`coalesce(${absences.actingId}, ${users.feeEarnerId})` })
    .from(users)
    .leftJoin(absences, eq(absences.personId, users.feeEarnerId))
    .where(eq(users.id, clientId))
  return client?.id ?? null
}

/**
 * Lists who is notified when something about a client waits for the firm: the fee earner or their cover, otherwise
 * everyone who works with the client. For a restricted matter, only people named on it are notified, or if none of them
 * looks after clients any more, those who may know of every restricted matter.
 */
export const listRecipients = async (db: Db, clientId: UserId, matterId: MatterId | null = null) => {
  const named = await listNamedOn(db, matterId)
  const all = (await listTeam(db, clientId)).map(({ id }) => id)
  const team = named ? all.filter((id) => named.includes(id)) : all
  const first = await findResponsible(db, clientId)
  if (first && team.includes(first)) return [first]
  if (team.length > 0 || !named) return team
  const people = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isActiveStaff, canLookAfter, inArray(users.id, named)))
    .orderBy(asc(users.id))
  return people.length > 0 ? people.map(({ id }) => id) : listUnrestricted(db)
}

/** Returns who stands in for each of these people now, by the absent person's id. */
export const actingForEach = async (db: Db, ids: readonly UserId[]) => {
  if (ids.length === 0) return new Map<UserId, UserId>()
  const rows = await db
    .select({ id: absences.personId, actingId: sql<UserId>`${absences.actingId}` })
    .from(absences)
    .where(and(inArray(absences.personId, [...ids]), isNotNull(absences.actingId)))
  return new Map(rows.map(({ id, actingId }) => [id, actingId]))
}

const hasLeft = asConstant(ne(users.role, 'client'), isNotNull(users.deactivatedAt))

/** Returns those of these people who have left the firm. */
export const listFormer = async (db: Db, ids: readonly UserId[]) => {
  const people = await db
    .select({ id: users.id })
    .from(users)
    .where(and(hasLeft, isAmong(users.id, ids)))
  return people.map(({ id }) => id)
}

/** Selects everyone who has left the firm. */
export const formerStaff = (db: Db) => db.select({ id: users.id }).from(users).where(hasLeft)

/** Whoever looks after no clients any more has left as far as these are concerned. */
const hasLeftOnce = asConstant(
  ne(users.role, 'client'),
  sql`(${isNotNull(users.deactivatedAt)} or ${isNotNull(users.reactivatedAt)} or not ${canLookAfter})`,
)

/** Selects everyone who has left the firm or looks after no clients, and everyone who is back from either. */
export const onceFormerStaff = (db: Db) => db.select({ id: users.id }).from(users).where(hasLeftOnce)

/** Returns those of these people who have left the firm or look after no clients, or are back from either. */
export const listOnceFormer = async (db: Db, ids: readonly UserId[]) => {
  const people = await db
    .select({ id: users.id })
    .from(users)
    .where(and(hasLeftOnce, isAmong(users.id, ids)))
  return people.map(({ id }) => id)
}

/** Selects the people who are back at the firm or look after clients again, each with a client with whom they work again. */
export const clientsOfReturned = (db: Db) => {
  const returned = db
    .select({ id: users.id })
    .from(users)
    .where(and(isActiveStaff, canLookAfter, isNotNull(users.reactivatedAt)))
  return union(
    db
      .select({ clientId: users.id, memberId: sql<UserId>`${users.feeEarnerId}` })
      .from(users)
      .where(inArray(users.feeEarnerId, returned)),
    db.select().from(clientContacts).where(inArray(clientContacts.memberId, returned)),
    db
      .select({ clientId: users.id, memberId: teamMembers.memberId })
      .from(users)
      .innerJoin(teamMembers, eq(teamMembers.teamId, users.teamId))
      .where(inArray(teamMembers.memberId, returned)),
  )
}

/** Selects the clients whom these people are responsible for by name. */
export const clientsLedBy = (db: Db, people: Ids) =>
  db.select({ id: users.id }).from(users).where(isAmong(users.feeEarnerId, people))

/**
 * Selects the clients somebody looks after for whom nobody at the firm is responsible by name: they are everyone's who
 * works with them.
 */
export const clientsSharedBy = (db: Db, person: Asking) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, clientsOf(db, asResponsible(person))), isLedByNobody(db)))

const isLedByNobody = (db: Db) => or(isNull(users.feeEarnerId), inArray(users.feeEarnerId, unableStaff(db)))

/**
 * Returns those of these people who have left for whom everyone who works with the client answers, as nobody is
 * responsible by name. Left out is anyone named on a restricted matter of the client, for whom only some do.
 */
export const listSharedByAll = async (db: Db, clientId: UserId, ids: readonly UserId[]) => {
  const former = await listOnceFormer(db, ids)
  if (former.length === 0 || (await listCarers(db, clientId)).length === 0) return []
  if ((await db.$count(users, and(eq(users.id, clientId), isLedByNobody(db)))) === 0) return []
  const { memberId } = matterAccessClients
  const named = await db
    .select({ id: memberId })
    .from(matterAccessClients)
    .where(and(eq(matterAccessClients.clientId, clientId), isAmong(memberId, former)))
  return former.filter((id) => !named.some((person) => person.id === id))
}

/** Selects the clients of restricted matters that somebody may not know of, each with a person named on one. */
export const namedOnHidden = (db: Db, person: Asking): SQLWrapper | undefined => {
  const hidden = hiddenMattersOf(db, person)
  return (
    hidden &&
    db
      .select({ clientId: matterAccessClients.clientId, memberId: matterAccessClients.memberId })
      .from(matterAccessClients)
      .where(inArray(matterAccessClients.matterId, hidden))
  )
}

/** Lists the active staff whose roles allow this action. */
export const listHoldersOf = (db: Db, action: Action) =>
  listIds(
    db,
    StaffRole.options.filter((role) => may([role], action)),
  )

/** Lists the active staff who may know of restricted matters without being named on them. */
export const listUnrestricted = (db: Db) =>
  listIds(
    db,
    StaffRole.options.filter((role) => opensRestricted([role])),
  )

/** Whether naming a holder of these roles on a restricted matter opens it to them, and they don't know of it anyway. */
const canBeNamed = holdsOneOf(
  StaffRole.options.filter((role) => rights[role].sees !== 'named' && !opensRestricted([role])),
)

/** Lists the active staff who can be named on a restricted matter, or those of them with these ids. */
export const listNameable = (db: Db, ids?: readonly UserId[]) =>
  db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(isActiveStaff, canBeNamed, ids && inArray(users.id, [...ids])))
    .orderBy(asc(users.lastName), asc(users.firstName))

/** Locks those of these people who can be named on a restricted matter, so that none of them leaves meanwhile. */
export const claimNameable = (db: Db, ids: readonly UserId[]) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(isActiveStaff, canBeNamed, inArray(users.id, [...ids])))
    .for('share')

/** Lists the active staff who are named on a restricted matter, with their roles. Empty for any other matter. */
export const listNamedStaff = (db: Db, matterId: MatterId | null) =>
  matterId === null
    ? Promise.resolve([])
    : db
        .select({ id: users.id, roles: rolesHeld })
        .from(users)
        .innerJoin(matterAccess, eq(matterAccess.memberId, users.id))
        .where(and(isActiveStaff, eq(matterAccess.matterId, matterId)))

const listIds = async (db: Db, roles: StaffRole[]) => {
  const people = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isActiveStaff, holdsOneOf(roles)))
    .orderBy(asc(users.id))
  return people.map(({ id }) => id)
}
