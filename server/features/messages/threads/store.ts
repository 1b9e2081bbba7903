import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  min,
  ne,
  notExists,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import type { MessageId } from '#contract/messages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Ids, isAmong } from '#server/platform/db/ids.ts'
import { type WaitingWanted, waitingCounts } from '#server/platform/db/waiting-rows.ts'
import { messages, messageThreads } from '../schema.ts'
import { type Clients, isOfAny, isUnread, type MessageRow, type Pair } from '../store.ts'

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

/** Returns the last messages with these clients, newest first: of one member, or of all. */
export const headsWith = (db: Db, clients: Clients, memberId?: UserId) =>
  headsWhere(
    db,
    and(
      isOfAny(messageThreads.clientId, clients),
      memberId === undefined ? undefined : eq(messageThreads.memberId, memberId),
    ),
  )

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

interface Unread {
  memberId: UserId
  /** This person and those they stand in for now. */
  actedFor: Ids
  clients: SQLWrapper
}

/**
 * Returns the conversations of these people with messages that they have not read, each with the time of the first,
 * longest waiting first. Of somebody for whom this person stands in, only what came after either of the two last wrote
 * to the client.
 */
export const listUnread = (
  db: Db,
  { memberId, actedFor, clients }: Unread,
  { lateBefore, limit }: WaitingWanted,
) => {
  const { id, clientId, createdAt } = messages
  const since = min(createdAt)
  const own = alias(messages, 'own')
  const answered = db
    .select({ id: own.id })
    .from(own)
    .where(
      and(
        eq(own.clientId, clientId),
        or(eq(own.memberId, memberId), eq(own.memberId, messages.memberId)),
        eq(own.senderId, own.memberId),
        gt(own.id, id),
      ),
    )
  return db
    .select({
      id: sql<MessageId>`(array_agg(${id} order by ${id}))[1]`,
      clientId,
      memberId: messages.memberId,
      messages: count(),
      since: sql<Date>`${since}`.mapWith(createdAt),
      ...waitingCounts(sql`${since} < ${lateBefore.toISOString()}`),
    })
    .from(messages)
    .where(
      and(
        isAmong(messages.memberId, actedFor),
        eq(messages.senderId, clientId),
        isUnread,
        inArray(clientId, clients),
        or(eq(messages.memberId, memberId), notExists(answered)),
      ),
    )
    .groupBy(clientId, messages.memberId)
    .orderBy(asc(since))
    .limit(limit)
}
