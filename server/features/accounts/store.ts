import { and, arrayContains, asc, eq, ilike, inArray, isNull, or, sql } from 'drizzle-orm'
import { eachDetail, type User, type UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound, Problem } from '#contract/kit/problem.ts'
import { reachOf, type StaffRole } from '#contract/kit/rights.ts'
import { fold, skeletonOf } from '#contract/kit/text.ts'
import { brokenConstraint, type Db, prepared } from '#server/platform/db/database.ts'
import { escapeLike } from '#server/platform/db/word-search.ts'
import { clientContacts, sessions, users } from './schema.ts'
import { type Asking, asFeeEarner, clientsOf } from './scope/store.ts'
import { unassignedClients } from './scope/unassigned/store.ts'

type NewUser = typeof users.$inferInsert

/** Optional details of a person. A detail without a column does not compile. */
export const detailColumns = eachDetail((name) => users[name])

/** All roles of a person of the firm, the main role first. Empty for a client. */
export const rolesHeld = sql<
  StaffRole[]
>`case when ${users.role} = 'client' then array[]::text[] else array_prepend(${users.role}, ${users.otherRoles}) end`

/** Matches people with this role, as their main or another role. */
export const holds = (role: StaffRole) => or(eq(users.role, role), arrayContains(users.otherRoles, [role]))

const shown = {
  id: users.id,
  username: users.username,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  ...detailColumns,
  role: users.role,
  roles: rolesHeld,
  isFirstLogin: users.isFirstLogin,
  isTwoFactorEnabled: users.isTwoFactorEnabled,
  hasPassword: sql<boolean>`${users.passwordHash} <> ''`,
  isGuest: users.isGuest,
  isEmailConfirmed: sql<boolean>`${users.emailConfirmedAt} is not null`,
}

/** A passkey is two factors in itself: something a person has, unlocked by something they are or know. */
export const hasSecondFactor = sql<boolean>`(${users.isTwoFactorEnabled} or ${sessions.begunBy} in ('passkey', 'provider_and_factor'))`

const userOfSession = prepared((db: Db) =>
  db
    .select({ ...shown, hasSecondFactor, isNewlyOnboarded: sessions.isNewlyOnboarded })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sql.placeholder('session')), isNull(users.deactivatedAt)))
    .prepare('user_of_session'),
)

/** Returns the signed-in person of this session. */
export const findUser = async (db: Db, sessionId: string | null): Promise<User | null> => {
  const [user] = await userOfSession(db, { session: sessionId })
  return user ?? null
}
export const getUser = async (db: Db, sessionId: string | null): Promise<User> =>
  (await findUser(db, sessionId)) ?? notFound('account')

/** Returns those of these people who are guests. */
export const guestsAmong = async (db: Db, ids: readonly UserId[]): Promise<Set<UserId>> => {
  const found =
    ids.length === 0
      ? []
      : await db
          .select({ id: users.id })
          .from(users)
          .where(and(inArray(users.id, [...ids]), eq(users.isGuest, true)))
  return new Set(found.map(({ id }) => id))
}

/** Returns which of these clients were invited and have chosen no password yet. */
export const invitedAmong = async (db: Db, ids: readonly UserId[]): Promise<UserId[]> => {
  if (ids.length === 0) return []
  const hasNoPassword = and(eq(users.passwordHash, ''), eq(users.isGuest, false))
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...ids]), hasNoPassword))
  return found.map(({ id }) => id)
}

/** Returns which of these are taken already, regardless of spelling. */
export const findTaken = async (db: Db, { username, email }: { username: string; email: string }) => {
  const { usernameKey, usernameLook, emailKey } = users
  const [name, look, address] = [fold(username), skeletonOf(username), fold(email)]
  const rows = await db
    .select({ usernameKey, usernameLook, emailKey })
    .from(users)
    .where(or(eq(usernameKey, name), eq(usernameLook, look), eq(emailKey, address)))
  return {
    look: rows.some((row) => row.usernameLook === look),
    username: rows.some((row) => row.usernameKey === name),
    email: rows.some((row) => row.emailKey === address),
  }
}

/** Finds an active account by username or email address. A name with an @ is only looked up as an address. */
export const findByName = async (db: Db, name: string) => {
  const key = fold(name)
  const column = key.includes('@') ? users.emailKey : users.usernameKey
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(column, key), isNull(users.deactivatedAt)))
  return user ?? null
}

/** Finds the account with this address, including deactivated ones. */
export const findByEmail = async (db: Db, email: string) => {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(users.emailKey, fold(email)))
  return user ?? null
}

export const hasAccounts = async (db: Db) =>
  (await db.select({ id: users.id }).from(users).limit(1)).length > 0

export const find = async (db: Db, id: UserId) => {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  return user ?? null
}
export const get = async (db: Db, id: UserId) => (await find(db, id)) ?? notFound('account')

/** Locks the account until the end of this transaction. */
export const claim = async (db: Db, id: UserId) => {
  const [user] = await db.select().from(users).where(eq(users.id, id)).for('update')
  return user ?? notFound('account')
}

type Unkeyed = Omit<NewUser, 'usernameKey' | 'usernameLook' | 'emailKey'>

export const insert = (db: Db, user: Unkeyed) => insertAll(db, [user])

export const insertAll = async (db: Db, all: readonly Unkeyed[]) => {
  await db.insert(users).values(all.map(withKeys))
}

const withKeys = (user: Unkeyed): NewUser => {
  const { username, email } = user
  // A guest's address is not reserved, since its owner may open an account of their own.
  const emailKey = user.isGuest ? `guest:${user.id}` : fold(email)
  return { ...user, usernameKey: fold(username), usernameLook: skeletonOf(username), emailKey }
}

/** Updates a guest. The account still can't be found by the email address. */
export const updateGuest = (
  db: Db,
  id: UserId,
  change: Pick<NewUser, 'firstName' | 'lastName' | 'email' | 'phone' | 'deactivatedAt'>,
) =>
  db
    .update(users)
    .set(change)
    .where(and(eq(users.id, id), eq(users.isGuest, true)))

export const update = async (db: Db, id: UserId, change: Partial<NewUser>) => {
  const keys = change.email === undefined ? {} : { emailKey: fold(change.email) }
  await db
    .update(users)
    .set({ ...change, ...keys })
    .where(eq(users.id, id))
}

/** Returns the default fee earner of a new client: the longest-serving one. */
export const findFeeEarner = async (db: Db) => {
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(holds('fee_earner'), isNull(users.deactivatedAt)))
    .orderBy(asc(users.id))
    .limit(1)
  return person?.id ?? null
}

/**
 * Lists the clients that a person of the firm may write to. `isOnTeam` is whether this person works for the client
 * themselves.
 */
export const listContactsOf = (
  db: Db,
  person: Asking,
  { ids, search }: { ids?: UserId[]; search?: string | undefined },
) => {
  const own = clientsOf(db, asFeeEarner(person))
  const isOnTeam = reachOf(person).isUnassigned
    ? or(inArray(users.id, own), inArray(users.id, unassignedClients(db)))
    : inArray(users.id, own)
  const pattern = search && escapeLike(search)
  return db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      isGuest: users.isGuest,
      invitedAt: users.invitedAt,
      canSignIn: sql<boolean>`${users.passwordHash} <> ''`,
      isOnTeam: sql<boolean>`${isOnTeam}`,
    })
    .from(users)
    .where(
      and(
        inArray(users.id, clientsOf(db, person)),
        ids && inArray(users.id, ids),
        pattern === undefined
          ? undefined
          : ilike(sql`${users.firstName} || ' ' || ${users.lastName}`, `%${pattern}%`),
      ),
    )
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id))
    .limit(pageSize)
}

/**
 * Returns a client that this person of the firm may look at. Throws `not_found` for any other, and for a record that was
 * merged into another, even for those who work with both. The refusal names `sought`: a thing that was found by its id
 * first must be refused like one that isn't there.
 */
export const findClientOf = async (db: Db, person: Asking, clientId: UserId, sought = 'client') => {
  const [client] = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.id, clientId), isNull(users.mergedIntoId), inArray(users.id, clientsOf(db, person))))
  return client ?? notFound(sought)
}

/** Adds a person to those who work with a client, unless they are responsible for them, and so do anyway. */
export const insertTeamMember = (db: Db, { clientId, memberId }: typeof clientContacts.$inferInsert) => {
  const isOther = sql`${users.feeEarnerId} is distinct from ${memberId}`
  const row = db
    .select({ clientId: users.id, memberId: sql<UserId>`${memberId}::uuid`.as('member_id') })
    .from(users)
    .where(and(eq(users.id, clientId), isOther))
  return db.insert(clientContacts).select(row).onConflictDoNothing()
}

const taken: Record<string, [string, string]> = {
  users_username_key: ['username', 'This username is already taken. Please choose another.'],
  users_username_look: [
    'username',
    'This username looks too much like one that is already taken. Please choose another.',
  ],
  users_email_key: ['email', 'An account with this email address already exists. Please sign in instead.'],
}

/** Returns the refusals of a username and email address that are taken already, by field. */
export const takenFields = async (db: Db, wanted: { username: string; email: string }) => {
  const found = await findTaken(db, wanted)
  const names = [
    found.look && 'users_username_look',
    found.username && 'users_username_key',
    found.email && 'users_email_key',
  ]
  return Object.fromEntries(names.flatMap((name) => (name && taken[name] ? [taken[name]] : [])))
}

/** Returns the refusal if the database reports a taken name or address. Null for any other failure. */
export const takenProblem = (error: unknown) => {
  const [field, words] = taken[brokenConstraint(error) ?? ''] ?? []
  if (field === undefined || words === undefined) return null
  return problemOf({ [field]: words })
}

/**
 * Throws one refusal for everything that is taken. Runs after hashing, to take as long as a refusal by the database.
 */
export const refuseTakenFields = (fields: Record<string, string>) => {
  if (Object.keys(fields).length > 0) throw problemOf(fields)
}

const problemOf = (fields: Record<string, string>) =>
  new Problem('conflict', Object.values(fields).join(' '), { fields, reason: 'already_taken' })
