import { and, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm'
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
}

/** Whoever has one of these addresses, folded, or is one of these. */
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

/** Those who can be given a client, with their addresses. */
export const listResponsible = async (db: Db) => {
  const staff = await listStaff(db)
  const ids = staff.map(({ id }) => id)
  const { id, firstName, lastName, emailKey } = users
  return ids.length === 0
    ? []
    : db.select({ id, firstName, lastName, emailKey }).from(users).where(inArray(id, ids))
}

const hasNeverBeen = and(
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

/** Those of these clients who have never had a way in. */
export const listWithoutWayIn = (db: Db, ids: readonly UserId[]) => idsWhere(db, ids, hasNeverBeen)

/** Those of these clients whose record is part of another by now. */
export const listMerged = (db: Db, ids: readonly UserId[]) => idsWhere(db, ids, isNotNull(users.mergedIntoId))

/** Those of them who have not been invited either. */
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
        .where(and(inArray(users.id, [...ids]), hasNeverBeen, isNull(users.invitedAt)))

/** For good; what else the portal keeps of them has gone before. */
export const removeClients = async (db: Db, ids: readonly UserId[]) => {
  if (ids.length === 0) return
  await db
    .delete(tokens)
    .where(and(eq(tokens.purpose, 'password_reset'), inArray(tokens.subjectId, [...ids])))
  await db.delete(users).where(and(inArray(users.id, [...ids]), hasNeverBeen))
}
