import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  lt,
  min,
  ne,
  notExists,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import type { MessageId } from '#contract/messages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Ids, isAmong, isInArray, isLookedUpIn, selectOf } from '#server/platform/db/ids.ts'
import { timesOf } from '#server/platform/db/times.ts'
import { type WaitingParams, waitingCounts } from '#server/platform/db/waiting-rows.ts'
import { all, isLeftTo, type LeftTo, leftOpen, waitingColumns } from '../leavers/store.ts'
import { messages, messageThreads } from '../schema.ts'
import { type Clients, isOfAny, isUnread, type MessageRow, type Pair } from '../store.ts'
import { isThanks } from '../thanks/store.ts'

const head = {
  clientId: messageThreads.clientId,
  memberId: messageThreads.memberId,
  senderId: messages.senderId,
  content: messages.content,
  createdAt: messages.createdAt,
}
export type Head = Pair & Pick<MessageRow, 'senderId' | 'content' | 'createdAt'>

const headsWhere = (db: Db, where: SQL | undefined): Promise<Head[]> =>
  db
    .select(head)
    .from(messageThreads)
    .innerJoin(messages, eq(messages.id, messageThreads.lastId))
    .where(where)
    .orderBy(desc(messageThreads.lastId))
    .limit(pageSize)

/** The last message of each of a client's conversations. */
export const headsOfClient = (db: Db, clientId: UserId) =>
  headsWhere(db, eq(messageThreads.clientId, clientId))

/** Whose conversations somebody's list shows: their own, and those that they answer in a colleague's place. */
export interface Listed extends Pick<Unread, 'memberId' | 'actedFor' | 'left'> {}

/** Returns the last messages with these clients, newest first: those that somebody's list shows, or of all members. */
export async function headsWith(db: Db, clients: Clients, listed?: Listed): Promise<Head[]> {
  const isOfClients = isOfAny(messageThreads.clientId, clients)
  if (!listed) return headsWhere(db, isOfClients)
  const { memberId, actedFor, left } = listed
  const own = await headsWhere(db, and(isOfClients, eq(messageThreads.memberId, memberId)))
  // Apart, so that PostgreSQL looks up both by the index of the member.
  const others = await headsWhere(
    db,
    and(
      isOfClients,
      ne(messageThreads.memberId, memberId),
      isInArray(messageThreads.memberId, sql`${selectOf(actedFor)} union all ${left.members}`),
      or(isAmong(messageThreads.memberId, actedFor), isLeftTo(left, messageThreads)),
    ),
  )
  return [...own, ...others].toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
}

/** Returns the members who have a conversation with a client. */
export const listMembers = async (db: Db, clientId: UserId) => {
  const rows = await db
    .select({ id: messageThreads.memberId })
    .from(messageThreads)
    .where(eq(messageThreads.clientId, clientId))
  return rows.map(({ id }) => id)
}

/** Returns how many messages someone has not read, by sender. */
export const unreadBySender = async (db: Db, { id, role }: { id: UserId; role: string }) => {
  const person = id
  const own = role === 'client' ? eq(messages.clientId, person) : eq(messages.memberId, person)
  const rows = await db
    .select({ senderId: messages.senderId, unread: count() })
    .from(messages)
    .where(and(own, ne(messages.senderId, person), isUnread))
    .groupBy(messages.senderId)
  return new Map(rows.map(({ senderId, unread }) => [senderId, unread]))
}

/**
 * Counts what clients have written to this person that they have neither read nor answered: of the clients whom they are
 * responsible for, and of others.
 */
export const countUnreadOf = async (db: Db, memberId: UserId, led: SQLWrapper) => {
  const own = alias(messages, 'own')
  const answered = db
    .select({ id: own.id })
    .from(own)
    .where(
      and(
        eq(own.clientId, messages.clientId),
        eq(own.memberId, memberId),
        eq(own.senderId, memberId),
        gt(own.id, messages.id),
      ),
    )
  const [found] = await db
    .select({
      fromTheirClients: sql<number>`count(*) filter (where ${inArray(messages.clientId, led)})`.mapWith(
        Number,
      ),
      fromOthers: sql<number>`count(*) filter (where not ${inArray(messages.clientId, led)})`.mapWith(Number),
    })
    .from(messages)
    .where(
      and(
        eq(messages.memberId, memberId),
        eq(messages.senderId, messages.clientId),
        isUnread,
        notExists(answered),
      ),
    )
  return found ?? { fromTheirClients: 0, fromOthers: 0 }
}

interface Span {
  from: Date
  until: Date
}

const columnsOf = (name: 'question' | 'before') => ({
  id: sql.raw(`${name}.id`),
  content: sql.raw(`${name}.content`),
})

/**
 * Selects the first message of each run of messages from a client, with when the firm replied. Null until it has. A
 * client who only says thank you waits for nothing.
 */
const waits = (clients: SQLWrapper, { from, until }: Span) => sql`
  select question.created_at as at, (
      select min(answer.created_at) from ${messages} as answer
      where answer.client_id = question.client_id and answer.member_id = question.member_id
        and answer.id > question.id and answer.sender_id <> answer.client_id) as answered_at
  from ${messages} as question
  where question.client_id in ${clients} and question.sender_id = question.client_id
    and question.created_at >= ${from.toISOString()}::timestamptz
    and question.created_at < ${until.toISOString()}::timestamptz
    and not ${isThanks(columnsOf('question'))}
    and (select before.sender_id from ${messages} as before
      where before.client_id = question.client_id and before.member_id = question.member_id and before.id < question.id
        and not (before.sender_id = before.client_id and ${isThanks(columnsOf('before'))})
      order by before.id desc limit 1) is distinct from question.client_id`

/** Returns how long clients waited for a reply. */
export const answerTimes = (db: Db, clients: SQLWrapper, span: Span) =>
  timesOf(
    db,
    sql`select at, answered_at - at as took from (${waits(clients, span)}) as questions where answered_at is not null`,
    'hours',
  )

/** Counts the messages without a reply. */
export const countUnanswered = async (db: Db, clients: SQLWrapper, span: Span) => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${waits(clients, span)}) as questions where answered_at is null`,
  )
  return rows[0]?.count ?? 0
}

export interface Unread {
  memberId: UserId
  /** This person and those they stand in for now. */
  actedFor: Ids
  left: LeftTo
  clients: SQLWrapper
}

/**
 * Returns the conversations in which clients wait for these people, each with the time of the first message, longest
 * waiting first: those with messages that they have not read, and of people who have left the firm also with what they
 * had read and not answered. Of somebody for whom this person answers, only what came after either of the two last wrote
 * to the client.
 */
export const listWaiting = (
  db: Db,
  { memberId, actedFor, left, clients }: Unread,
  { lateBefore, limit }: WaitingParams,
) => {
  // Found by themselves, and then once which clients are left to a person.
  const found = unionAll(unreadBy(db, actedFor, left), leftOpen(db, left))
    .limit(all)
    .as('found')
  const { id, clientId, createdAt } = found
  const since = min(createdAt)
  const own = alias(messages, 'own')
  const answered = db
    .select({ id: own.id })
    .from(own)
    .where(
      and(
        eq(own.clientId, clientId),
        or(eq(own.memberId, memberId), eq(own.memberId, found.memberId)),
        eq(own.senderId, own.memberId),
        gt(own.id, id),
      ),
    )
  return db
    .select({
      id: sql<MessageId>`(array_agg(${id} order by ${id}))[1]`,
      clientId,
      memberId: found.memberId,
      messages: count(),
      since: sql<Date>`${since}`.mapWith(messages.createdAt),
      ...waitingCounts(lt(since, lateBefore)),
    })
    .from(found)
    .where(
      and(
        or(isAmong(found.memberId, actedFor), isLeftTo(left, found)),
        isLookedUpIn(clientId, clients),
        or(eq(found.memberId, memberId), isNotNull(found.readAt), notExists(answered)),
      ),
    )
    .groupBy(clientId, found.memberId)
    .orderBy(asc(since))
    .limit(limit)
}

/** Selects what clients wrote and these people, or anybody who has left, have not read. */
const unreadBy = (db: Db, actedFor: Ids, left: LeftTo) =>
  db
    .select(waitingColumns)
    .from(messages)
    .where(
      and(
        isInArray(messages.memberId, sql`${selectOf(actedFor)} union all ${left.members}`),
        eq(messages.senderId, messages.clientId),
        isUnread,
      ),
    )
