import { and, asc, desc, eq, exists, inArray, like, or, type SQLWrapper, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { MatterFilter } from '#contract/firm/lists.ts'
import { fold } from '#contract/kit/text.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { asConstant } from '#server/platform/db/constant.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { IsOpen } from '#server/platform/db/guarded-links.ts'
import { isInArray } from '#server/platform/db/ids.ts'
import { firstBy, isAfter, type Order, placeIn } from '#server/platform/db/keyset.ts'
import { escapeLike, isLikeliest, likeness } from '#server/platform/db/word-search.ts'
import { matterClients, matters, titleKeyOf, waitingKeyOf, wordsOfMatter } from '../schema.ts'
import {
  chargedTo,
  idsByClient,
  isRunBy,
  isUnrestricted,
  isVisibleTo,
  type MatterReader,
  type StaffReader,
} from '../store.ts'

const byId = { of: matters.id, type: 'uuid' } as const

const orders: Record<NonNullable<MatterFilter['sort']>, Order> = {
  newest: { keys: [byId], isDescending: true },
  waiting: { keys: [{ of: waitingKeyOf(matters), type: 'timestamptz' }, byId], isDescending: false },
  title: { keys: [{ of: titleKeyOf(matters), type: 'text' }, byId], isDescending: false },
}

/** Returns a condition that matches any part of a reference or a title, or one of the clients. */
const matching = (db: Db, search: string, clients: SQLWrapper | null) => {
  const key = fold(search)
  if (key === '' || clients === null) return undefined
  const isTitled = like(wordsOfMatter(matters), `%${escapeLike(key)}%`)
  const held = db
    .select({ id: matterClients.matterId })
    .from(matterClients)
    .where(inArray(matterClients.clientId, clients))
  // As an array, the ids use an index in combination with the other condition. As a list, the `or` would be evaluated
  // for every case.
  return or(isTitled, sql`${matters.id} = any(array(${held}))`)
}

/** Matches the same as `isVisibleTo`, for a list of them all: whose they are is found once, before any matter is read. */
const isVisibleInList = (db: Db, reader: StaffReader) => {
  const ofClients = idsByClient(db).where(isInArray(matterClients.clientId, reader.clients))
  const theirs = () => unionAll(ofClients, ...chargedTo(db, reader))
  return and(reader.isAll ? undefined : isInArray(matters.id, theirs()), isUnrestricted(reader))
}

interface Wanted {
  filter: MatterFilter
  /** The clients of the fee earner in the filter. */
  ownClients: SQLWrapper | undefined
  /** The clients whose names match the search. Null if there is no search. */
  named: SQLWrapper | null
  /** The last row of the previous page. */
  before: MatterId | undefined
  limit: number
}

/** Lists the matters that the user may see, filtered and sorted. */
export const listFiltered = async (
  db: Db,
  reader: MatterReader,
  { filter, ownClients, named, before, limit }: Wanted,
) => {
  const { search = '', client, status, type, whose, feeEarner, sort = 'newest' } = filter
  const order = orders[sort]
  const words = matching(db, search, named)
  const place = before === undefined ? null : await placeOf(db, order, before)
  return db
    .select()
    .from(matters)
    .where(
      and(
        // Few rows of the firm may match a search, and then it is faster to find these first.
        words || 'clientId' in reader ? isVisibleTo(db, reader) : isVisibleInList(db, reader),
        words,
        client && isVisibleTo(db, { clientId: client }),
        // As in the index `matters_requested`.
        status && asConstant(eq(matters.status, status)),
        type ? eq(matters.type, type) : undefined,
        whose && eq(matters.assignee, whose),
        feeEarner && ownClients && isRunBy(db, feeEarner, ownClients),
        place ? isAfter(order, place) : undefined,
      ),
    )
    .orderBy(firstBy(order, limit))
}

const placeOf = async (db: Db, order: Order, id: MatterId) => {
  const [row] = await db
    .select({ place: placeIn(order) })
    .from(matters)
    .where(eq(matters.id, id))
  return row?.place ?? null
}

/** Returns a condition on a matter's id: whether this reader may open it. What is theirs is found once, not row by row. */
export const openTo = (db: Db, reader: StaffReader): IsOpen => {
  if (reader.isAll && reader.opensRestricted) return undefined
  const theirs = db.select({ id: matters.id }).from(matters)
  return reader.isAll
    ? (id) => exists(theirs.where(and(eq(matters.id, id), isUnrestricted(reader))))
    : (id) => inArray(id, theirs.where(isVisibleInList(db, reader)))
}

/** Lists the matters whose text is most similar to these words. */
export const search = (db: Db, reader: MatterReader, { words, limit }: { words: string; limit: number }) => {
  const text = wordsOfMatter(matters)
  const { id, clientId, reference, title } = matters
  const isReadFirst = 'clientId' in reader || !reader.isAll
  const among = 'clientId' in reader || reader.isAll ? isVisibleTo(db, reader) : isVisibleInList(db, reader)
  return db
    .select({ id, clientId, reference, title, likeness: likeness(text, words) })
    .from(matters)
    .where(isLikeliest({ id, text, words, among, isReadFirst }))
    .orderBy(desc(likeness(text, words)), desc(matters.id))
    .limit(limit)
}

/** Lists the firm's matters with one of these references, typed in small letters or capitals, but for restricted ones. */
export const listByReference = (db: Db, references: readonly string[]) =>
  db
    .select({ id: matters.id, reference: matters.reference })
    .from(matters)
    .where(
      and(
        inArray(matters.reference, [...new Set(references.flatMap((given) => [given, given.toUpperCase()]))]),
        eq(matters.isRestricted, false),
      ),
    )

/** Returns the people in charge of a client's open matters, each with their newest one, but for restricted ones. */
export const listInCharge = async (db: Db, clientId: UserId) => {
  const rows = await db
    .select({ id: matters.id, feeEarnerId: matters.feeEarnerId, supervisorId: matters.supervisorId })
    .from(matterClients)
    .innerJoin(matters, eq(matters.id, matterClients.matterId))
    .where(
      and(eq(matterClients.clientId, clientId), eq(matters.status, 'open'), eq(matters.isRestricted, false)),
    )
    .orderBy(asc(matters.id))
  const charges = rows.flatMap(({ id, feeEarnerId, supervisorId }) =>
    [feeEarnerId, supervisorId].map((personId) => ({ id, personId })),
  )
  return new Map(charges.flatMap(({ id, personId }) => (personId === null ? [] : [[personId, id] as const])))
}
