import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { tokens, users } from '../schema.ts'
import { listStaff } from '../staff/store.ts'

const shown = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  emailKey: users.emailKey,
  role: users.role,
  /** Somebody signs in with this address who has not shown that it is theirs. */
  isUnproven: sql<boolean>`(${users.passwordHash} <> '' and ${users.emailConfirmedAt} is null)`,
}

/** Lists the accounts with one of these folded email addresses or one of these ids. */
export const listByKeys = async (
  db: Db,
  { emailKeys, ids }: { emailKeys: readonly string[]; ids: readonly UserId[] },
) => {
  const byEmail =
    emailKeys.length === 0
      ? []
      : await db
          .select(shown)
          .from(users)
          .where(inArray(users.emailKey, [...emailKeys]))
  const known = new Set(byEmail.map(({ id }) => id))
  const others = ids.filter((id) => !known.has(id))
  const byId = others.length === 0 ? [] : await db.select(shown).from(users).where(inArray(users.id, others))
  return [...byEmail, ...byId]
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

/** Deletes accounts that were never used. The caller deletes the other data about them first. */
export const removeClients = async (db: Db, ids: readonly UserId[]) => {
  if (ids.length === 0) return
  await db
    .delete(tokens)
    .where(and(eq(tokens.purpose, 'password_reset'), inArray(tokens.subjectId, [...ids])))
  await db.delete(users).where(and(inArray(users.id, [...ids]), hasNeverSignedIn))
}
