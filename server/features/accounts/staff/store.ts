import { and, asc, count, desc, eq, exists, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { TeamId } from '#contract/firm/firm.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import { type Action, may, reachOf, StaffRole } from '#contract/kit/rights.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { asConstant } from '#server/platform/db/constant.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isAmong } from '#server/platform/db/ids.ts'
import { isLikeliest, likeness } from '#server/platform/db/word-search.ts'
import { listOf as listAbsences } from '../absences/store.ts'
import { matching } from '../clients/store.ts'
import { listInspections } from '../inspections/store.ts'
import { idsOf as photographsOf } from '../photographs/store.ts'
import { actingFor, assignedTeamOf } from '../responsible/store.ts'
import { clientContacts, users, wordsOfUser } from '../schema.ts'
import { type Asking, clientsOf } from '../scope/store.ts'
import { canLookAfter, unassignedAmong } from '../scope/unassigned/store.ts'
import { detailColumns, holds, rolesHeld } from '../store.ts'
import { inspectedCases } from './schema.ts'

const isActive = isNull(users.deactivatedAt)
const isOfFirm = and(asConstant(ne(users.role, 'client')), isActive)

/** Returns the names of people, by id. */
export const namesOf = async (db: Db, ids: readonly UserId[]) => {
  const { id, firstName, lastName } = users
  const wanted = [...new Set(ids)]
  const people =
    wanted.length === 0
      ? []
      : await db.select({ id, firstName, lastName }).from(users).where(isAmong(users.id, wanted))
  return new Map(people.map((person) => [person.id, person]))
}

/** Returns the names and direct lines of these active staff, by id. */
export const linesOf = async (db: Db, ids: readonly UserId[]) => {
  const { id, firstName, lastName, phone } = users
  const wanted = [...new Set(ids)]
  const people =
    wanted.length === 0
      ? []
      : await db
          .select({ id, firstName, lastName, phone })
          .from(users)
          .where(and(isOfFirm, inArray(users.id, wanted)))
  return new Map(people.map((person) => [person.id, person]))
}

/**
 * Lists the active staff who may look at this client, with their roles. For what belongs to a matter, of the auditors
 * only those who may read that.
 */
export const listWatchers = (db: Db, clientId: UserId, matterId: MatterId | null = null) =>
  listWatchersOfAny(db, [clientId], { matterId })

interface Watched {
  matterId?: MatterId | null
  /** Only the roles that allow this decide who may look. Any role if it is left out. */
  action?: Action
}

/** Lists the active staff who may look at any of these clients, with their roles. */
export const listWatchersOfAny = async (
  db: Db,
  clientIds: readonly UserId[],
  { matterId = null, action }: Watched = {},
) => {
  const deciding = StaffRole.options.filter((role) => action === undefined || may([role], action))
  const rolesWith = (fits: (reach: ReturnType<typeof reachOf>) => boolean) =>
    or(...deciding.filter((role) => fits(reachOf({ roles: [role] }))).map(holds)) ?? sql`false`
  const theirs = or(
    inArray(users.id, actingFor(db, clientIds)),
    inArray(users.id, assignedTeamOf(db, clientIds)),
  )
  const inspecting = db
    .select({ id: inspectedCases.auditorId })
    .from(inspectedCases)
    .where(
      and(
        isAmong(inspectedCases.clientId, clientIds),
        inspectedCases.isOpen,
        matterId === null ? undefined : eq(inspectedCases.matterId, matterId),
      ),
    )
  const reaches = or(
    rolesWith(({ isAll }) => isAll),
    and(
      rolesWith(({ isOwn }) => isOwn),
      theirs,
    ),
    and(
      rolesWith(({ isUnassigned }) => isUnassigned),
      exists(unassignedAmong(db, clientIds)),
    ),
    and(
      rolesWith(({ isNamed }) => isNamed),
      inArray(users.id, inspecting),
    ),
  )
  return db.select({ id: users.id, roles: rolesHeld }).from(users).where(and(isActive, reaches))
}

const staffShown = { id: users.id, firstName: users.firstName, lastName: users.lastName, role: users.role }

/** Lists the active staff who can be responsible for clients. */
export const listStaff = (db: Db) =>
  db
    .select(staffShown)
    .from(users)
    .where(and(isOfFirm, canLookAfter))
    .orderBy(asc(users.lastName), asc(users.firstName))

const responsible = alias(users, 'responsible')

const clientShown = {
  id: users.id,
  username: users.username,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  isEmailConfirmed: sql<boolean>`${users.emailConfirmedAt} is not null`,
  ...detailColumns,
  isFirstLogin: users.isFirstLogin,
  isGuest: users.isGuest,
  joinedAt: users.createdAt,
  lastSeenAt: users.lastSeenAt,
  invitedAt: users.invitedAt,
  canSignIn: sql<boolean>`${users.passwordHash} <> ''`,
  feeEarnerId: users.feeEarnerId,
  teamId: users.teamId,
  feeEarner: sql<string | null>`${responsible.firstName} || ' ' || ${responsible.lastName}`,
}

interface Wanted {
  search: string
  before?: UserId | undefined
}

/** Lists a page of the clients that this person of the firm may look at, newest first. */
export const listClients = (db: Db, person: Asking, { search, before, limit }: Wanted & { limit: number }) =>
  db
    .select(clientShown)
    .from(users)
    .leftJoin(responsible, eq(responsible.id, users.feeEarnerId))
    .where(
      and(
        inArray(users.id, clientsOf(db, person)),
        matching(search),
        before === undefined ? undefined : lt(users.id, before),
      ),
    )
    .orderBy(desc(users.id))
    .limit(limit)

/** Lists the first page of the clients that this person may look at by name, for a picker. */
export const listClientsByName = (db: Db, person: Asking, search = '') =>
  db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(users)
    .where(and(inArray(users.id, clientsOf(db, person)), matching(search)))
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id))
    .limit(pageSize)

/** Lists the clients of this person of the firm that match the words best. */
export const searchClients = (db: Db, person: Asking, { words, limit }: { words: string; limit: number }) => {
  const text = wordsOfUser(users)
  const { id, firstName, lastName, email } = users
  const ids = clientsOf(db, person)
  const seen = reachOf(person).isAll
    ? { among: inArray(users.id, ids) }
    : { among: undefined, narrow: { column: users.id, ids } }
  return db
    .select({ id, firstName, lastName, email, likeness: likeness(text, words) })
    .from(users)
    .where(isLikeliest({ id, text, words, ...seen }))
    .orderBy(desc(likeness(text, words)), asc(users.id))
    .limit(limit)
}

export const countClients = async (db: Db, person: Asking, search: string) => {
  const [row] = await db
    .select({ total: count() })
    .from(users)
    .where(and(inArray(users.id, clientsOf(db, person)), matching(search)))
  return row?.total ?? 0
}

export const getClient = async (db: Db, person: Asking, id: UserId) => {
  const [client] = await db
    .select(clientShown)
    .from(users)
    .leftJoin(responsible, eq(responsible.id, users.feeEarnerId))
    .where(and(inArray(users.id, clientsOf(db, person)), isNull(users.mergedIntoId), eq(users.id, id)))
  return client ?? notFound('client')
}

/** Locks those of these people who can be responsible for clients, so that none of them leaves meanwhile. */
export const claimStaff = (db: Db, ids: UserId[]) =>
  db
    .select(staffShown)
    .from(users)
    .where(and(isOfFirm, canLookAfter, inArray(users.id, ids)))
    .for('share')

export const updateAssignment = (
  db: Db,
  clientId: UserId,
  assigned: { feeEarnerId: UserId; teamId?: TeamId | null | undefined },
) => db.update(users).set(assigned).where(eq(users.id, clientId))

export const replaceTeam = async (db: Db, clientId: UserId, memberIds: UserId[]) => {
  await db.delete(clientContacts).where(eq(clientContacts.clientId, clientId))
  if (memberIds.length > 0)
    await db.insert(clientContacts).values(memberIds.map((memberId) => ({ clientId, memberId })))
}

/** Makes changes to staff wait for each other, so that there is always an administrator. */
export const holdStaff = (db: Db) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended('staff', 0))`)

const personShown = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  username: users.username,
  email: users.email,
  role: sql<StaffRole>`${users.role}`,
  roles: rolesHeld,
  isTwoFactorEnabled: users.isTwoFactorEnabled,
  lastSeenAt: users.lastSeenAt,
  deactivatedAt: users.deactivatedAt,
}

/** Lists everybody who is or was at the firm. */
export const listPeople = async (db: Db) => {
  const people = await db
    .select(personShown)
    .from(users)
    .where(ne(users.role, 'client'))
    .orderBy(asc(users.lastName), asc(users.firstName))
  const counts = await countByFeeEarner(db)
  const inspected = await listInspections(db)
  const ids = people.map(({ id }) => id)
  const absent = await listAbsences(db, ids)
  const pictures = await photographsOf(db, ids)
  return people.map((person) => ({
    ...person,
    inspection: inspected.get(person.id) ?? null,
    absence: absent.get(person.id) ?? null,
    photographId: pictures.get(person.id) ?? null,
    clients: counts.get(person.id) ?? 0,
  }))
}

const countByFeeEarner = async (db: Db) => {
  const rows = await db
    .select({ id: users.feeEarnerId, clients: count() })
    .from(users)
    .where(eq(users.role, 'client'))
    .groupBy(users.feeEarnerId)
  return new Map(rows.map(({ id, clients }) => [id, clients]))
}

/** Locks a staff row for the rest of the transaction. */
export const claimPerson = async (db: Db, id: UserId) => {
  const [person] = await db
    .select(personShown)
    .from(users)
    .where(and(ne(users.role, 'client'), eq(users.id, id)))
    .for('update')
  return person ?? notFound('person')
}

/** Makes somebody responsible for another person's clients, and returns these. Neither is a contact of theirs any more. */
export const handClients = async (db: Db, from: UserId, to: UserId) => {
  const handed = await db
    .update(users)
    .set({ feeEarnerId: to })
    .where(eq(users.feeEarnerId, from))
    .returning({ id: users.id })
  const clientIds = handed.map(({ id }) => id)
  await db
    .delete(clientContacts)
    .where(and(inArray(clientContacts.memberId, [from, to]), isAmong(clientContacts.clientId, clientIds)))
  return clientIds
}

export const leaveTeams = (db: Db, memberId: UserId) =>
  db
    .delete(clientContacts)
    .where(eq(clientContacts.memberId, memberId))
    .returning({ clientId: clientContacts.clientId })
