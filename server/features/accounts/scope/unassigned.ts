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
  sql,
} from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { looksAfterClients, StaffRole } from '#contract/kit/rights.ts'
import type { Db } from '#server/platform/db/database.ts'
import { clientContacts, users } from '../schema.ts'

/** Matches people with any of these roles, as their main or another role. */
export const holdsOneOf = (roles: StaffRole[]) =>
  or(inArray(users.role, roles), arrayOverlaps(users.otherRoles, roles))

/** Matches people whose roles look after clients. */
export const canLookAfter = holdsOneOf(StaffRole.options.filter((role) => looksAfterClients([role])))

/**
 * Selects the clients whom nobody looks after: their fee earner and the others who worked with them have left, or there
 * were none. They are the administrators' until somebody is assigned.
 */
export const unassignedClients = (db: Db) => {
  const staffWho = (condition: SQL | undefined) =>
    db
      .select({ id: users.id })
      .from(users)
      .where(and(ne(users.role, 'client'), condition))
  const colleagues = db
    .select({ id: clientContacts.memberId })
    .from(clientContacts)
    .where(
      and(
        eq(clientContacts.clientId, users.id),
        inArray(clientContacts.memberId, staffWho(and(isNull(users.deactivatedAt), canLookAfter))),
      ),
    )
  const clientsWho = (condition: SQL) =>
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.role, 'client'), isNull(users.mergedIntoId), condition, notExists(colleagues)))
  const gone = staffWho(or(isNotNull(users.deactivatedAt), sql`not (${canLookAfter})`))
  // Each part is a look-up by the index of fee earners.
  return union(clientsWho(isNull(users.feeEarnerId)), clientsWho(inArray(users.feeEarnerId, gone)))
}
