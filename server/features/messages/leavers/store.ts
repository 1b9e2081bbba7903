import { and, eq, gte, inArray, isNotNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isInArray } from '#server/platform/db/ids.ts'
import { messages, messageThreads } from '../schema.ts'
import { isUnread } from '../store.ts'

/** What somebody answers of what clients wrote to people who have left the firm. */
export interface LeftTo {
  members: SQLWrapper
  /** Pairs of a client and a member who is back and works with the client again. */
  working: SQLWrapper
  /** The clients whom they are responsible for. */
  led: SQLWrapper
  /** The clients whom they look after with others, as nobody is responsible by name. */
  shared: SQLWrapper
  /** Pairs of a client and a member of whose shared messages nothing is shown. Undefined if there are none. */
  closed: SQLWrapper | undefined
}

type PairOf = Record<'clientId' | 'memberId', PgColumn>

/** Selects the conversations with people who have left that are left to somebody. */
export const isLeftTo = ({ working, led, shared, closed }: LeftTo, { clientId, memberId }: PairOf) => {
  const isNone = (pairs: SQLWrapper) => sql`(${clientId}, ${memberId}) not in ${pairs}`
  return and(
    or(inArray(clientId, led), and(inArray(clientId, shared), closed && isNone(closed))),
    isNone(working),
  )
}

/** Returns those of these people who have left whose conversation with the client is left to somebody. */
export const listLeftTo = async (
  db: Db,
  left: LeftTo,
  { clientId, memberIds }: { clientId: UserId; memberIds: readonly UserId[] },
) => {
  const rows = await db
    .select({ id: messageThreads.memberId })
    .from(messageThreads)
    .where(
      and(
        eq(messageThreads.clientId, clientId),
        inArray(messageThreads.memberId, [...memberIds]),
        isLeftTo(left, messageThreads),
      ),
    )
  return rows.map(({ id }) => id)
}

/**
 * Keeps, in each conversation of somebody who leaves the firm that ends with words of the client since this time, from
 * which message on nobody has answered.
 */
export const updateLeft = async (db: Db, memberId: UserId, since: Date) => {
  await db.execute(sql`
    update ${messageThreads} as thread set left_from_id = (
      select question.id from ${messages} as question
      where question.client_id = thread.client_id and question.member_id = thread.member_id
        and question.id > coalesce(
          (select answer.id from ${messages} as answer
            where answer.client_id = thread.client_id and answer.member_id = thread.member_id
              and answer.sender_id = thread.member_id
            order by answer.id desc limit 1),
          '00000000-0000-0000-0000-000000000000')
      order by question.id limit 1)
    from ${messages} as latest
    where thread.member_id = ${memberId} and latest.id = thread.last_id
      and latest.sender_id = thread.client_id and latest.created_at >= ${since.toISOString()}::timestamptz`)
}

const counted = z.object({ theirs: z.coerce.number(), others: z.coerce.number() })

/**
 * Counts what somebody has read and not answered of what `updateLeft` would keep: of the clients whom they are responsible
 * for, and of others.
 */
export const countReadUnanswered = async (
  db: Db,
  memberId: UserId,
  { since, led }: { since: Date; led: SQLWrapper },
) => {
  const { rows } = await db.execute(sql`
    select count(*) filter (where thread.client_id in ${led}) as theirs,
      count(*) filter (where thread.client_id not in ${led}) as others
    from ${messageThreads} as thread
    join ${messages} as latest on latest.id = thread.last_id
    join ${messages} as question on question.client_id = thread.client_id
      and question.member_id = thread.member_id and question.sender_id = thread.client_id
    where thread.member_id = ${memberId} and question.read_at is not null
      and latest.sender_id = thread.client_id and latest.created_at >= ${since.toISOString()}::timestamptz
      and not exists (select 1 from ${messages} as answer
        where answer.client_id = thread.client_id and answer.member_id = thread.member_id
          and answer.sender_id = thread.member_id and answer.id > question.id)`)
  const { theirs, others } = counted.parse(rows[0])
  return { readFromTheirClients: theirs, readFromOthers: others }
}

const isOpen: SQL = isNotNull(messageThreads.leftFromId)

/**
 * Returns the people who left something of this client unanswered. Of what one of `former` never read, nothing need have
 * been kept: it was older when they left, or they left before the portal kept it.
 */
export const listLeavers = async (db: Db, clientId: UserId, former: SQLWrapper) => {
  const unread = db
    .select({ id: messages.memberId })
    .from(messages)
    .where(and(eq(messages.clientId, clientId), eq(messages.senderId, clientId), isUnread))
  const isUnreadOfFormer = and(
    inArray(messageThreads.memberId, unread),
    inArray(messageThreads.memberId, former),
  )
  const rows = await db
    .select({ id: messageThreads.memberId })
    .from(messageThreads)
    .where(and(eq(messageThreads.clientId, clientId), or(isOpen, isUnreadOfFormer)))
  return rows.map(({ id }) => id)
}

/** Takes what a client wrote to these people from the lists of those who answer in their place. */
export const updateSettled = async (db: Db, clientId: UserId, memberIds: readonly UserId[]) => {
  await db
    .update(messageThreads)
    .set({ leftFromId: null })
    .where(and(eq(messageThreads.clientId, clientId), inArray(messageThreads.memberId, [...memberIds])))
}

const { id, clientId, memberId, readAt, createdAt } = messages
export const waitingColumns = { id, clientId, memberId, readAt, createdAt }

/** More than there ever are: a query with a limit is planned by itself. */
export const all = 1_000_000_000

/** Selects what people who have left had read and not answered. */
export const leftOpen = (db: Db, { members }: LeftTo) => {
  const thread = messageThreads
  // Looked up for each of the few conversations. In a plain join, PostgreSQL reads all messages of the firm as long as it
  // hasn't counted how few conversations are open.
  const written = db
    .select(waitingColumns)
    .from(messages)
    .where(
      and(
        eq(clientId, thread.clientId),
        eq(memberId, thread.memberId),
        gte(id, thread.leftFromId),
        eq(messages.senderId, clientId),
        // The others are among the unread ones.
        isNotNull(readAt),
      ),
    )
    .limit(all)
    .as('written')
  return db
    .select({
      id: written.id,
      clientId: written.clientId,
      memberId: written.memberId,
      readAt: written.readAt,
      createdAt: written.createdAt,
    })
    .from(thread)
    .crossJoinLateral(written)
    .where(and(isOpen, isInArray(thread.memberId, members)))
}
