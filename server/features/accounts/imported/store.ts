import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { clientsOpenTo } from '../clients/store.ts'
import { tokens, users } from '../schema.ts'
import type { Asking } from '../scope/store.ts'
import { listStaff } from '../staff/store.ts'

const shown = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  emailKey: users.emailKey,
  role: users.role,
  /** Somebody signs in with this address who has not shown that it is theirs. */
  isUnproven: sql<boolean>`(${users.passwordHash} <> '' and ${users.emailConfirmedAt} is null)`,
  mergedIntoId: users.mergedIntoId,
}

const listWhere = async (db: Db, column: PgColumn, values: readonly string[]) =>
  values.length === 0
    ? []
    : db
        .select(shown)
        .from(users)
        .where(inArray(column, [...values]))

/**
 * Lists the accounts with one of these folded email addresses or one of these ids, each with the account that holds
 * what it had: itself, or the one that it was merged into.
 */
export const listByKeys = async (
  db: Db,
  { emailKeys, ids }: { emailKeys: readonly string[]; ids: readonly UserId[] },
) => {
  const byEmail = await listWhere(db, users.emailKey, emailKeys)
  const known = new Map(byEmail.map((row) => [row.id, row]))
  const byId = await listWhere(
    db,
    users.id,
    ids.filter((id) => !known.has(id)),
  )
  const rows = [...byEmail, ...byId]
  // An account that another was merged into may have been merged since.
  for (let found = rows; found.length > 0; ) {
    for (const row of found) known.set(row.id, row)
    const into = new Set(found.flatMap(({ mergedIntoId }) => mergedIntoId ?? []))
    found = await listWhere(
      db,
      users.id,
      [...into].filter((id) => !known.has(id)),
    )
  }
  const keptOf = (row: (typeof rows)[number]): typeof row => {
    const into = row.mergedIntoId && known.get(row.mergedIntoId)
    return into ? keptOf(into) : row
  }
  return rows.map((row) => ({ ...row, account: keptOf(row) }))
}

/** Lists what the portal holds of those of these clients whose page the user may open, by the fields of an import. */
export const listDetailsOpenTo = async (db: Db, person: Asking, ids: readonly UserId[]) => {
  if (ids.length === 0) return []
  const { id, firstName, lastName, email, phone, address, city, postalCode, country, feeEarnerId } = users
  return db
    .select({ id, firstName, lastName, email, phone, address, city, postalCode, country, feeEarnerId })
    .from(users)
    .where(and(inArray(id, [...ids]), eq(users.role, 'client'), clientsOpenTo(db, person)?.(id)))
}

/** Lists the staff who can be responsible for clients, with their email addresses. */
export const listResponsible = async (db: Db) => {
  const staff = await listStaff(db)
  const ids = staff.map(({ id }) => id)
  const { id, firstName, lastName, emailKey } = users
  return ids.length === 0
    ? []
    : db.select({ id, firstName, lastName, emailKey }).from(users).where(inArray(id, ids))
}

const hasNeverSignedIn = and(
  eq(users.role, 'client'),
  eq(users.passwordHash, ''),
  eq(users.isGuest, false),
  isNull(users.lastSeenAt),
  isNull(users.mergedIntoId),
)

const idsWhere = async (db: Db, ids: readonly UserId[], condition: SQL | undefined) => {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: users.id })
          .from(users)
          .where(and(inArray(users.id, [...ids]), condition))
  return rows.map(({ id }) => id)
}

/** Returns the ids of these clients who have never been able to sign in. */
export const listNeverSignedIn = (db: Db, ids: readonly UserId[]) => idsWhere(db, ids, hasNeverSignedIn)

/** Returns the ids of these clients whose account has been merged into another. */
export const listMerged = (db: Db, ids: readonly UserId[]) => idsWhere(db, ids, isNotNull(users.mergedIntoId))

/** Lists these clients who have never been able to sign in and have not been invited. */
export const listUninvited = (db: Db, ids: readonly UserId[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select({
          id: users.id,
          firstName: users.firstName,
          email: users.email,
          emailKey: users.emailKey,
        })
        .from(users)
        .where(and(inArray(users.id, [...ids]), hasNeverSignedIn, isNull(users.invitedAt)))

/** Locks these accounts for the rest of the transaction, once whoever is changing them has finished. */
export const lockClients = (db: Db, ids: readonly UserId[]) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(users.id)
    .for('update')

/** Deletes accounts that were never used. The caller deletes the other data about them first. */
export const removeClients = async (db: Db, ids: readonly UserId[]) => {
  if (ids.length === 0) return
  await db
    .delete(tokens)
    .where(and(eq(tokens.purpose, 'password_reset'), inArray(tokens.subjectId, [...ids])))
  await db.delete(users).where(and(inArray(users.id, [...ids]), hasNeverSignedIn))
}
