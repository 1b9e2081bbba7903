import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { timesOf } from '#server/platform/db/times.ts'
import { messages } from '../schema.ts'

interface Span {
  from: Date
  until: Date
}

/** Selects the first message of each run of messages from a client, with when the firm replied. Null until it has. */
const waits = (clients: SQLWrapper, { from, until }: Span) => sql`
  select question.created_at as at, (
      select min(answer.created_at) from ${messages} as answer
      where answer.client_id = question.client_id and answer.member_id = question.member_id
        and answer.id > question.id and answer.sender_id <> answer.client_id) as answered_at
  from ${messages} as question
  where question.client_id in ${clients} and question.sender_id = question.client_id
    and question.created_at >= ${from.toISOString()}::timestamptz
    and question.created_at < ${until.toISOString()}::timestamptz
    and (select before.sender_id from ${messages} as before
      where before.client_id = question.client_id and before.member_id = question.member_id and before.id < question.id
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
