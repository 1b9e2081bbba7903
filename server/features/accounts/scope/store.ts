import {
  and,
  arrayOverlaps,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  ne,
  notInArray,
  or,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import { type Action, may, opensRestricted, reachOf, StaffRole } from '#contract/kit/rights.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ClientScope } from '#server/platform/db/file-scope.ts'
import { clientContacts, users } from '../schema.ts'
import { absences, inspectedClients, matterAccess, teamMembers } from '../staff/schema.ts'

/** Somebody of the firm, with the roles by which they ask. */
export interface Asking {
  id: UserId
  roles: readonly StaffRole[]
}

/**
 * The ids of the clients that a person of the firm may look at by these roles: the one place that knows. What belongs to
 * a restricted matter of one of them is left out by `hiddenMattersOf`.
 */
export const clientsOf = (db: Db, { id, roles }: Asking): SQLWrapper => {
  const { isAll, isOwn, isNamed } = reachOf(roles)
  if (isAll) return db.select({ id: users.id }).from(users).where(isClient)
  // Each branch is a look-up by index; to read the accounts once more around them would read them all.
  if (isOwn && isNamed) return sql`(${lookedAfterBy(db, id)} union ${inspectedBy(db, id)})`
  if (isOwn) return lookedAfterBy(db, id)
  return isNamed ? inspectedBy(db, id) : db.select({ id: users.id }).from(users).where(sql`false`)
}

const isClient = and(eq(users.role, 'client'), isNull(users.mergedIntoId))

/** Somebody themselves, and whoever they stand in for now. */
export const actedForBy = (db: Db, id: UserId): SQLWrapper => {
  const covered = db.select({ id: absences.personId }).from(absences).where(eq(absences.actingId, id))
  return sql`(select ${id}::uuid union all ${covered})`
}

/** The teams somebody is in. */
export const teamsOf = (db: Db, id: UserId) =>
  db.select({ id: teamMembers.teamId }).from(teamMembers).where(eq(teamMembers.memberId, id))

// A union asks each index once; the same said with "or" reads every client.
const lookedAfterBy = (db: Db, id: UserId) =>
  union(
    db
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.feeEarnerId, actedForBy(db, id))),
    db
      .select({ id: clientContacts.clientId })
      .from(clientContacts)
      .where(inArray(clientContacts.memberId, actedForBy(db, id))),
    db
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.teamId, teamsOf(db, id))),
  )

const inspectedBy = (db: Db, id: UserId) =>
  db
    .select({ id: inspectedClients.clientId })
    .from(inspectedClients)
    .where(eq(inspectedClients.auditorId, id))

/** The same with the restricted matters that they may know of, and may not. */
export const clientScopeOf = (db: Db, asking: Asking): ClientScope => ({
  clients: clientsOf(db, asking),
  hiddenMatters: hiddenMattersOf(db, asking),
  namedMatters: reachOf(asking.roles).isAll ? undefined : namedMattersOf(db, asking.id),
})

/** The ids of the restricted matters on which somebody is named. */
export const namedMattersOf = (db: Db, id: UserId) =>
  db.select({ id: matterAccess.matterId }).from(matterAccess).where(eq(matterAccess.memberId, id))

/** The ids of the restricted matters of which somebody may not know; undefined where their roles open all. */
export const hiddenMattersOf = (db: Db, { id, roles }: Asking): SQLWrapper | undefined =>
  opensRestricted(roles)
    ? undefined
    : db
        .select({ id: matterAccess.matterId })
        .from(matterAccess)
        .where(notInArray(matterAccess.matterId, namedMattersOf(db, id)))

/** Who may know of a matter, where it is restricted; null where it is not, or where something is of no matter. */
export const listNamedOn = async (db: Db, matterId: MatterId | null): Promise<UserId[] | null> => {
  if (matterId === null) return null
  const rows = await db
    .select({ id: matterAccess.memberId })
    .from(matterAccess)
    .where(eq(matterAccess.matterId, matterId))
  return rows.length === 0 ? null : rows.map(({ id }) => id)
}

export const replaceNamedOn = async (db: Db, matterId: MatterId, memberIds: readonly UserId[]) => {
  await db.delete(matterAccess).where(eq(matterAccess.matterId, matterId))
  if (memberIds.length > 0)
    await db.insert(matterAccess).values(memberIds.map((memberId) => ({ matterId, memberId })))
}

export const insertNamedOn = (db: Db, row: typeof matterAccess.$inferInsert) =>
  db.insert(matterAccess).values(row).onConflictDoNothing()

/** Whoever is named for a client: the one who answers for them, and who works with them besides. */
const namedFor = (db: Db, clientId: UserId) =>
  union(
    db
      .select({ id: sql<UserId>`${users.feeEarnerId}` })
      .from(users)
      .where(and(eq(users.id, clientId), isNotNull(users.feeEarnerId))),
    db
      .select({ id: clientContacts.memberId })
      .from(clientContacts)
      .where(eq(clientContacts.clientId, clientId)),
  )

/** The same with whoever stands in for one of them now. */
export const actingFor = (db: Db, clientId: UserId) =>
  union(
    namedFor(db, clientId),
    db
      .select({ id: sql<UserId>`${absences.actingId}` })
      .from(absences)
      .where(and(isNotNull(absences.actingId), inArray(absences.personId, namedFor(db, clientId)))),
  )

/** The people of the team that a client is assigned to. */
export const assignedTeamOf = (db: Db, clientId: UserId) =>
  db
    .select({ id: teamMembers.memberId })
    .from(teamMembers)
    .innerJoin(users, eq(users.teamId, teamMembers.teamId))
    .where(eq(users.id, clientId))

const isActiveStaff = and(ne(users.role, 'client'), isNull(users.deactivatedAt))

/** Who looks after the portal itself. */
export const listAdministrators = async (db: Db) => {
  const people = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'administrator'), isActiveStaff))
  return people.map(({ id }) => id)
}

/**
 * The people of the firm who work with a client, the one who answers for them first, or who stands in for that one;
 * never nobody.
 */
export const listTeam = async (db: Db, clientId: UserId) => {
  const person = { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email }
  const named = await db
    .select(person)
    .from(users)
    .where(and(isActiveStaff, inArray(users.id, actingFor(db, clientId))))
    .orderBy(asc(users.id))
  const first = await findResponsible(db, clientId)
  const people =
    named.length > 0
      ? named
      : await db
          .select(person)
          .from(users)
          .where(and(eq(users.role, 'administrator'), isActiveStaff))
          .orderBy(asc(users.id))
  return people.sort((a, b) => Number(b.id === first) - Number(a.id === first))
}

/** Who answers for a client at this moment. */
const findResponsible = async (db: Db, clientId: UserId) => {
  const [client] = await db
    .select({ id: sql<UserId | null>`coalesce(${absences.actingId}, ${users.feeEarnerId})` })
    .from(users)
    .leftJoin(absences, eq(absences.personId, users.feeEarnerId))
    .where(eq(users.id, clientId))
  return client?.id ?? null
}

/**
 * Who is asked when something of a client waits for the firm: whoever answers for them now, else all who work with them.
 * Of a restricted matter these are sought among whoever is named on it.
 */
export const listAsked = async (db: Db, clientId: UserId, matterId: MatterId | null = null) => {
  const named = await listNamedOn(db, matterId)
  const all = (await listTeam(db, clientId)).map(({ id }) => id)
  const team = named ? all.filter((id) => named.includes(id)) : all
  const first = await findResponsible(db, clientId)
  if (first && team.includes(first)) return [first]
  if (team.length > 0 || !named) return team
  const people = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isActiveStaff, inArray(users.id, named)))
    .orderBy(asc(users.id))
  return people.map(({ id }) => id)
}

/** Who stands in for each of these people now. */
export const actingForEach = async (db: Db, ids: readonly UserId[]) => {
  if (ids.length === 0) return new Map<UserId, UserId>()
  const rows = await db
    .select({ id: absences.personId, actingId: sql<UserId>`${absences.actingId}` })
    .from(absences)
    .where(and(inArray(absences.personId, [...ids]), isNotNull(absences.actingId)))
  return new Map(rows.map(({ id, actingId }) => [id, actingId]))
}

/** Everybody of the firm whose roles allow this. */
export const listHoldersOf = (db: Db, action: Action) =>
  listIds(
    db,
    StaffRole.options.filter((role) => may([role], action)),
  )

/** Everybody of the firm who may know of restricted matters without being named on them. */
export const listUnrestricted = (db: Db) =>
  listIds(
    db,
    StaffRole.options.filter((role) => opensRestricted([role])),
  )

const listIds = async (db: Db, roles: StaffRole[]) => {
  const people = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isActiveStaff, or(inArray(users.role, roles), arrayOverlaps(users.otherRoles, roles))))
    .orderBy(asc(users.id))
  return people.map(({ id }) => id)
}
