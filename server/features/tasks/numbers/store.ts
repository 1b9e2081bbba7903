import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { type ClientScope, isUnhidden } from '#server/platform/db/file-scope.ts'
import { timesOf } from '#server/platform/db/times.ts'
import { tasks } from '../schema.ts'

interface Span {
  from: Date
  until: Date
}

const isOpen = sql`(${tasks.status} <> 'completed' or ${tasks.reason} is not null)`
// Documents requested later belong to a case, not to onboarding.
const isOfStart = sql`${tasks.kind} <> 'requested_document'`

const isShown = (hiddenMatters: SQLWrapper | undefined) =>
  isUnhidden(hiddenMatters, tasks.matterId) ?? sql`true`

/** `isHeld`: fees of closed matters, which are not due. */
type Counted = ClientScope & { isHeld: SQL }

/** Returns how long clients took from their first task to their last, for those who finished in this period. */
export const onboardingTimes = (db: Db, { clients, hiddenMatters, isHeld }: Counted, { from, until }: Span) =>
  timesOf(
    db,
    sql`select max(${tasks.completedAt}) as at, max(${tasks.completedAt}) - min(${tasks.createdAt}) as took
      from ${tasks} where ${tasks.clientId} in ${clients} and ${isOfStart} and ${isShown(hiddenMatters)}
        and not ${isHeld}
      group by ${tasks.clientId}
      having bool_and(not ${isOpen}) and max(${tasks.completedAt}) >= ${from.toISOString()}::timestamptz
        and max(${tasks.completedAt}) < ${until.toISOString()}::timestamptz`,
    'days',
  )

/** Counts clients by the title of their next task. */
export const countNextTasks = async (db: Db, { clients, hiddenMatters, isHeld }: Counted) => {
  const { rows } = await db.execute<{ name: string; clients: number }>(sql`
    select name, count(*)::int as clients
    from (select distinct on (${tasks.clientId}) ${tasks.title} as name from ${tasks}
      where ${tasks.clientId} in ${clients} and ${isOfStart} and ${isOpen} and ${isShown(hiddenMatters)}
        and not ${isHeld}
      order by ${tasks.clientId}, ${tasks.position}) as next
    group by name order by clients desc, name`)
  return rows
}
