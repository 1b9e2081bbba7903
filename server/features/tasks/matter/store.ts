import { asc, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { isOwn, isSelected, type TaskRows } from '#server/platform/db/task-rows.ts'
import { tasks } from '../schema.ts'
import { shown } from '../store.ts'

const columns = { clientId: tasks.clientId, taskId: tasks.id }

/**
 * Lists the tasks of the people on a matter, each with whether it belongs to this matter and to a step of its template.
 */
export const listOfMatter = (db: Db, rows: TaskRows, stepIds: SQLWrapper) =>
  db
    .select({
      ...shown,
      clientId: tasks.clientId,
      isOfCase: isOwn(columns, rows),
      isStep: sql<boolean>`${inArray(tasks.id, stepIds)}`,
    })
    .from(tasks)
    .where(isSelected(columns, rows))
    .orderBy(asc(tasks.clientId), asc(tasks.position))

export const countOfMatter = (db: Db, rows: TaskRows) => db.$count(tasks, isSelected(columns, rows))
