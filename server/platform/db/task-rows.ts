import { and, desc, inArray, isNull, notInArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import type { Db } from './database.ts'

/** Selects rows of some clients whose tasks belong to one matter or to none. */
export interface TaskRows {
  clientIds: readonly UserId[]
  /** Query for the ids of this matter's tasks. */
  own: SQLWrapper
  /** Query for the ids of the clients' tasks that belong to another matter. */
  elsewhere: SQLWrapper
  /** People of whom only the rows of these tasks are selected, if the tasks are of this matter. */
  part: { clientIds: readonly UserId[]; tasks: SQLWrapper } | null
}

type Columns = Record<'clientId' | 'taskId', PgColumn>
type TaskTable = PgTable & Columns & { id: PgColumn }

/** Returns whether a row is selected. A row without a task, or whose task has no matter or both matters, is. */
export const isSelected = ({ clientId, taskId }: Columns, { clientIds, own, elsewhere, part }: TaskRows) => {
  const isTheirs =
    clientIds.length === 0
      ? sql`false`
      : and(
          inArray(clientId, [...clientIds]),
          or(isNull(taskId), inArray(taskId, own), notInArray(taskId, elsewhere)),
        )
  if (part === null || part.clientIds.length === 0) return isTheirs
  const isPart = and(
    inArray(clientId, [...part.clientIds]),
    inArray(taskId, part.tasks),
    inArray(taskId, own),
  )
  return or(isTheirs, isPart)
}

export const isOwn = ({ taskId }: Pick<Columns, 'taskId'>, { own }: TaskRows) =>
  sql<boolean>`coalesce(${inArray(taskId, own)}, false)`

/** Returns the newest rows first, each with whether it belongs to this matter. */
export const listSelected = async <T extends TaskTable>(db: Db, table: T, rows: TaskRows, where?: SQL) => {
  const found = await db
    .select({ row: table as PgTable, isOfCase: isOwn(table, rows) })
    .from(table as PgTable)
    .where(and(where, isSelected(table, rows)))
    .orderBy(desc(table.id))
    .limit(pageSize)
  return found as { row: T['$inferSelect']; isOfCase: boolean }[]
}
