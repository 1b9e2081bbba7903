import { sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Task, TaskId } from '#contract/tasks.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Pair } from '../store.ts'

/** Tables with what a client did for a task. */
const workTables = [
  'documents',
  'payments',
  'form_drafts',
  'form_answers',
  'verifications',
  'signature_requests',
  'appointments',
]

export interface RequestedTask {
  id: TaskId
  clientId: UserId
  kind: Task['kind']
  title: string
  amount: number | null
  /** It is of the list that every client gets, not of a matter's template or a request. */
  isOfList: boolean
  isFinished: boolean
  /** Nobody has begun it, and no matter uses it. */
  isUnused: boolean
}

/**
 * Lists the tasks of both records, those of the kept record first, each in order. Leaves out those of restricted
 * matters: what is closed or said because of one would tell others that it exists.
 */
export async function listRequested(db: Db, { keptId, mergedId }: Pair): Promise<RequestedTask[]> {
  const isAbout = (table: string) =>
    sql`exists (select 1 from ${sql.identifier(table)} work where work.task_id = t.id)`
  const isUsed = sql.join([...workTables, 'matter_tasks'].map(isAbout), sql` or `)
  const { rows } = await db.execute<Record<string, unknown> & RequestedTask>(sql`
    select id, client_id as "clientId", kind, title, amount, template_version > 0 as "isOfList",
      (status = 'completed' and reason is null) as "isFinished",
      (status = 'pending' and reason is null and not (${isUsed})) as "isUnused"
    from tasks t where client_id in (${keptId}, ${mergedId})
      and not exists (select 1 from matters m where m.id = t.matter_id and m.is_restricted)
    order by client_id = ${mergedId}, position`)
  return rows
}

/** Returns the rows of these tasks as texts, from which `restoreTasks` makes them again. */
export async function snapshotsOf(db: Db, ids: readonly TaskId[]) {
  const { rows } = await db.execute<{ row: string }>(sql`
    select to_jsonb(t)::text as row from tasks t
    where id::text in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`)
  return rows.map(({ row }) => row)
}

/** Makes the tasks again. A column that was added since their rows were kept has its default. */
export async function restoreTasks(db: Db, snapshots: readonly string[]) {
  const { rows } = await db.execute<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = 'tasks'::regclass and attnum > 0 and not attisdropped and attname in (
      select jsonb_object_keys(row::jsonb) from jsonb_array_elements_text(${JSON.stringify(snapshots)}::jsonb) as row)`)
  if (rows.length === 0) return
  const columns = sql.join(
    rows.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
  await db.execute(sql`
    insert into tasks (${columns}) select ${columns}
    from jsonb_array_elements_text(${JSON.stringify(snapshots)}::jsonb) as kept(row)
    cross join lateral jsonb_populate_record(null::tasks, kept.row::jsonb)`)
}
