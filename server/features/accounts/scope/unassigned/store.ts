import {
  and,
  arrayOverlaps,
  eq,
  inArray,
  isNotNull,
  isNull,
  ne,
  notExists,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import { looksAfterClients, StaffRole } from '#contract/kit/rights.ts'
import { asConstant } from '#server/platform/db/constant.ts'
import { type Db, prepared } from '#server/platform/db/database.ts'
import { isAmong } from '#server/platform/db/ids.ts'
import { clientContacts, users } from '../../schema.ts'
import { teamMembers } from '../../staff/schema.ts'

/** Matches people with any of these roles, as their main or another role. */
export const holdsOneOf = (roles: StaffRole[]) =>
  or(inArray(users.role, roles), arrayOverlaps(users.otherRoles, roles)) as SQL

/** Matches people whose roles look after clients. */
export const canLookAfter = asConstant(
  holdsOneOf(StaffRole.options.filter((role) => looksAfterClients([role]))),
)

const isClient = asConstant(eq(users.role, 'client'))
const isOfFirm = asConstant(ne(users.role, 'client'))

const staffWho = (db: Db, condition: SQL | undefined) =>
  db.select({ id: users.id }).from(users).where(and(isOfFirm, condition))

/** Selects everyone who can look after no clients: who has left, or whose roles don't. */
export const unableStaff = (db: Db) =>
  staffWho(db, or(isNotNull(users.deactivatedAt), sql`not (${canLookAfter})`))

/** Of a client: nobody works with them by name or in their team, but for who has left or looks after no clients. */
const hasNoTeam = (db: Db) => {
  // As arrays, so that PostgreSQL looks each of the few people up instead of reading every client.
  const present = sql`any(array(${staffWho(db, and(isNull(users.deactivatedAt), canLookAfter))}))`
  const contacts = db
    .select({ id: clientContacts.memberId })
    .from(clientContacts)
    .where(and(eq(clientContacts.clientId, users.id), sql`${clientContacts.memberId} = ${present}`))
  const team = db
    .select({ id: teamMembers.memberId })
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, users.teamId), sql`${teamMembers.memberId} = ${present}`))
  return and(notExists(contacts), notExists(team))
}

const clientsWho = (db: Db, condition: SQL | undefined) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(isClient, isNull(users.mergedIntoId), condition, hasNoTeam(db)))

const isLedByUnable = (db: Db) => sql`${users.feeEarnerId} = any(array(${unableStaff(db)}))`

/**
 * Selects the clients whom nobody looks after: their fee earner, the others who worked with them and the people of their
 * team have left, or there were none. They are the administrators' until somebody is assigned.
 */
export const unassignedClients = (db: Db): SQLWrapper => {
  // Each part is a look-up by the index of fee earners. As an array, so that their cases are looked up too.
  const ids = union(clientsWho(db, isNull(users.feeEarnerId)), clientsWho(db, isLedByUnable(db)))
  return sql`(select unnest(array(${ids})))`
}

/** Selects those of these clients whom nobody looks after, without a look at the others. */
export const unassignedAmong = (db: Db, ids: readonly UserId[]) =>
  clientsWho(db, and(isAmong(users.id, ids), or(isNull(users.feeEarnerId), isLedByUnable(db))))

/** With more than these, each query looks them up. */
const mostUnassigned = 1000

const findUnassigned = prepared((db: Db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, unassignedClients(db)))
    .limit(mostUnassigned + 1)
    .prepare('unassigned_clients'),
)

/** Returns the clients whom nobody looks after. Undefined if there are too many to name them in each query. */
export const listUnassigned = async (db: Db): Promise<UserId[] | undefined> => {
  const found = await findUnassigned(db, {})
  return found.length > mostUnassigned ? undefined : found.map(({ id }) => id)
}
