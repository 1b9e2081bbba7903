import { and, desc, inArray, isNull, notInArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { pageSize } from '#contract/kit/endpoint.ts'
import type { Db } from './database.ts'

/** Rows of a few people, as far as the tasks that they belong to are of one matter, or of none. */
export interface TaskRows {
  clientIds: readonly string[]
  /** Ids of the tasks of this matter. */
  own: SQLWrapper
  /** Ids of their tasks that are of another. */
  elsewhere: SQLWrapper
}

type Columns = Record<'clientId' | 'taskId', PgColumn>
type TaskTable = PgTable & Columns & { id: PgColumn }

/** What is of both matters is among them; so is what has no task, or one that is of none. */
export const isAmong = ({ clientId, taskId }: Columns, { clientIds, own, elsewhere }: TaskRows) =>
  clientIds.length === 0
    ? sql`false`
    : and(
        inArray(clientId, [...clientIds]),
        or(isNull(taskId), inArray(taskId, own), notInArray(taskId, elsewhere)),
      )

export const isOwn = ({ taskId }: Pick<Columns, 'taskId'>, { own }: TaskRows) =>
  sql<boolean>`coalesce(${inArray(taskId, own)}, false)`

/** The newest of them first, each with whether it is of this matter. */
export const listAmong = async <T extends TaskTable>(db: Db, table: T, rows: TaskRows, where?: SQL) => {
  const found = await db
    .select({ row: table as PgTable, isOfCase: isOwn(table, rows) })
    .from(table as PgTable)
    .where(and(where, isAmong(table, rows)))
    .orderBy(desc(table.id))
    .limit(pageSize)
  return found as { row: T['$inferSelect']; isOfCase: boolean }[]
}
