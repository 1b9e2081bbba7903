import { and, eq, inArray, isNull, like, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { ClientFilter } from '#contract/firm/lists.ts'
import { reachOf } from '#contract/kit/rights.ts'
import { fold } from '#contract/kit/text.ts'
import { asConstant } from '#server/platform/db/constant.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { IsOpen } from '#server/platform/db/guarded-links.ts'
import { isAmong, isInArray } from '#server/platform/db/ids.ts'
import { firstBy, isAfter, type Order, placeIn } from '#server/platform/db/keyset.ts'
import { escapeLike } from '#server/platform/db/word-search.ts'
import { clientContacts, nameKeysOf, seenKeyOf, users, wordsOfUser } from '../schema.ts'
import { type Asking, asFeeEarner, clientsOf } from '../scope/store.ts'

const responsible = alias(users, 'responsible')
const byId = { of: users.id, type: 'uuid' } as const

const orders: Record<NonNullable<ClientFilter['sort']>, Order> = {
  newest: { keys: [byId], isDescending: true },
  name: {
    keys: [...nameKeysOf(users).map((of) => ({ of, type: 'text' as const })), byId],
    isDescending: false,
  },
  last_seen: { keys: [{ of: seenKeyOf(users), type: 'timestamptz' }, byId], isDescending: true },
}

/** Matches any part of a name, an email address or a username. `%` and `_` in the search are taken literally. */
export const matching = (search: string) => {
  const key = fold(search)
  if (key === '') return undefined
  return like(wordsOfUser(users), `%${escapeLike(key)}%`)
}

/**
 * Selects the ids of the clients with this in their name, regardless of who may look at them. Use it only where the
 * reader sees these names anyway. A search of one or two letters has to be a whole surname, since the index needs three
 * letters. Null if the search is empty.
 */
export const clientsNamed = (db: Db, search: string) => {
  const key = fold(search)
  if (key === '') return null
  const part = escapeLike(key)
  const pattern = key.length < 3 ? `% ${part} %` : `%${part}%`
  const name = sql`lower(' ' || ${users.firstName} || ' ' || ${users.lastName} || ' ')`
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'client'), like(wordsOfUser(users), pattern), like(name, pattern)))
}

const isClient = asConstant(eq(users.role, 'client'), isNull(users.mergedIntoId))

/** People who see every client need no look-up client by client. */
const isVisible = (person: Asking, isTheirs: () => SQL) =>
  and(isClient, reachOf(person).isAll ? undefined : isTheirs())

/** Returns those of these people who are clients at whom this person of the firm may look. */
export const seenAmong = async (db: Db, person: Asking, ids: readonly UserId[]): Promise<Set<UserId>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isAmong(users.id, ids),
        isVisible(person, () => inArray(users.id, clientsOf(db, person))),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

/** Returns a condition on a client's id: whether this person of the firm may open the client's page. */
export const clientsOpenTo = (db: Db, person: Asking): IsOpen =>
  reachOf(person).isAll ? undefined : (id) => inArray(id, clientsOf(db, person))

/** Returns whether this is a client whom this person of the firm may look at. */
export const sees = async (db: Db, person: Asking, id: UserId) => (await seenAmong(db, person, [id])).has(id)

interface Wanted {
  filter: ClientFilter
  /** A condition from another feature, by client id. */
  only: ((clientId: SQLWrapper) => SQL) | undefined
  /** Id of the last row of the page before. */
  before: UserId | undefined
  limit: number
}

const isOf = (db: Db, person: Asking, feeEarner: ClientFilter['feeEarner']) => {
  if (feeEarner === undefined) return undefined
  if (feeEarner === 'mine') return inArray(users.id, clientsOf(db, asFeeEarner(person)))
  return feeEarner === 'nobody' ? isNull(users.feeEarnerId) : eq(users.feeEarnerId, feeEarner)
}

/** Lists a page of the clients that this person of the firm may look at, filtered and sorted. */
export const listFiltered = async (db: Db, person: Asking, { filter, only, before, limit }: Wanted) => {
  const { search = '', feeEarner, standing, sort = 'newest' } = filter
  const order = orders[sort]
  const words = matching(search)
  const place = before === undefined ? null : await placeOf(db, order, before)
  return db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      isGuest: users.isGuest,
      joinedAt: users.createdAt,
      lastSeenAt: users.lastSeenAt,
      feeEarner: sql<string | null>`${responsible.firstName} || ' ' || ${responsible.lastName}`,
    })
    .from(users)
    .leftJoin(responsible, eq(responsible.id, users.feeEarnerId))
    .where(
      and(
        // What is searched for may be in few rows of the firm, and then these are found first.
        isVisible(person, () => (words ? inArray : isInArray)(users.id, clientsOf(db, person))),
        words,
        isOf(db, person, feeEarner),
        standing === 'never_signed_in' ? isNull(users.lastSeenAt) : undefined,
        only?.(users.id),
        place ? isAfter(order, place) : undefined,
      ),
    )
    .orderBy(firstBy(order, limit))
}

const placeOf = async (db: Db, order: Order, id: UserId) => {
  const [row] = await db
    .select({ place: placeIn(order) })
    .from(users)
    .where(eq(users.id, id))
  return row?.place ?? null
}

/** Returns the fee earner's id of each client, or null, by client id. */
export const feeEarnersOf = async (db: Db, clientIds: readonly UserId[]) => {
  const rows =
    clientIds.length === 0
      ? []
      : await db
          .select({ clientId: users.id, feeEarnerId: users.feeEarnerId })
          .from(users)
          .where(inArray(users.id, [...clientIds]))
  return new Map(rows.map(({ clientId, feeEarnerId }) => [clientId, feeEarnerId]))
}

/** Returns the ids of the people who work with a client, without the fee earner. */
export const contactIdsOf = async (db: Db, clientId: UserId) => {
  const rows = await db
    .select({ memberId: clientContacts.memberId })
    .from(clientContacts)
    .innerJoin(users, eq(users.id, clientContacts.clientId))
    .where(
      and(
        eq(clientContacts.clientId, clientId),
        sql`${users.feeEarnerId} is distinct from ${clientContacts.memberId}`,
      ),
    )
  return rows.map(({ memberId }) => memberId)
}
