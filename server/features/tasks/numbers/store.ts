import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { type ClientScope, isUnhidden } from '#server/platform/db/file-scope.ts'
import { timesOf } from '#server/platform/db/times.ts'
import { isDue, isUnfinished } from '../due/store.ts'
import { tasks } from '../schema.ts'

interface Span {
  from: Date
  until: Date
}

// Documents requested later belong to a case, not to onboarding.
const isOfStart = sql`${tasks.kind} <> 'requested_document'`

const isShown = (hiddenMatters: SQLWrapper | undefined) =>
  isUnhidden(hiddenMatters, tasks.matterId) ?? sql`true`

/**
 * Returns how long clients took from their first task to their last, for those who finished in this period. A client
 * whose case was closed before they were done, even if only a fee was left, hasn't finished.
 */
export const onboardingTimes = (db: Db, { clients, hiddenMatters }: ClientScope, { from, until }: Span) =>
  timesOf(
    db,
    sql`select max(${tasks.completedAt}) as at, max(${tasks.completedAt}) - min(${tasks.createdAt}) as took
      from ${tasks} where ${tasks.clientId} in ${clients} and ${isOfStart} and ${isShown(hiddenMatters)}
      group by ${tasks.clientId}
      having bool_and(not (${isUnfinished})) and max(${tasks.completedAt}) >= ${from.toISOString()}::timestamptz
        and max(${tasks.completedAt}) < ${until.toISOString()}::timestamptz`,
    'days',
  )

/** Counts clients by the title of their next task. */
export const countNextTasks = async (db: Db, { clients, hiddenMatters }: ClientScope) => {
  const { rows } = await db.execute<{ name: string; clients: number }>(sql`
    select name, count(*)::int as clients
    from (select distinct on (${tasks.clientId}) ${tasks.title} as name from ${tasks}
      where ${tasks.clientId} in ${clients} and ${isOfStart} and ${isDue} and ${isShown(hiddenMatters)}
      order by ${tasks.clientId}, ${tasks.position}) as next
    group by name order by clients desc, name`)
  return rows
}
