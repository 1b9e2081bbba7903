import { and, desc, eq, inArray, isNull, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { MergeId } from '#contract/merges.ts'
import type { Db } from '#server/platform/db/database.ts'
import { movedColumns } from './places.ts'
import { clientMergeRows, clientMerges } from './schema.ts'

type Place = (typeof movedColumns)[number]
export type MergeRow = typeof clientMerges.$inferSelect

/** Allows one merge at a time, so that none is based on data that another is about to change. */
export const holdMerges = (db: Db) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended('client merges', 0))`)

const named = ({ table, column }: Place) => `${table}.${column}`
const columnOf = (name: string, table: string) => sql`${sql.identifier(table)}.${sql.identifier(name)}`
/** The key of a row as one text. */
const keyOf = ({ table, key }: Place) =>
  sql`concat_ws('|', ${sql.join([sql`''`, ...key.map((name) => columnOf(name, table))], sql`, `)})`

const isAlone = (place: Place, keptId: UserId) => {
  const { table, column, uniqueBy, worksWith } = place
  if (uniqueBy === undefined) return sql`true`
  const isOther = worksWith
    ? sql`${columnOf(worksWith, table)} is distinct from (select fee_earner_id from users where id = ${keptId})`
    : sql`true`
  const kept = sql.identifier('kept')
  const agrees = uniqueBy.map((name) => sql`${kept}.${sql.identifier(name)} = ${columnOf(name, table)}`)
  return sql`${isOther} and not exists (select 1 from ${sql.identifier(table)} ${kept}
    where ${sql.join([sql`${kept}.${sql.identifier(column)} = ${keptId}`, ...agrees], sql` and `)})`
}

export interface Pair {
  keptId: UserId
  mergedId: UserId
}

/** Records what changed in a place, so that an undo restores exactly that. */
export const keepRows = async (db: Db, changed: typeof clientMergeRows.$inferInsert) => {
  if (changed.keys.length > 0) await db.insert(clientMergeRows).values(changed)
}

/** Returns what changed in a place, once. */
export const takeRows = async (db: Db, mergeId: MergeId, place: string) => {
  const isOfPlace = and(eq(clientMergeRows.mergeId, mergeId), eq(clientMergeRows.place, place))
  const [changed] = await db.delete(clientMergeRows).where(isOfPlace).returning()
  return changed?.keys ?? []
}

/** Selects the merges from before this time, each with the record that was kept. */
export const mergesBefore = (db: Db, time: Date) =>
  db
    .select({ id: clientMerges.id, keptId: clientMerges.keptId })
    .from(clientMerges)
    .where(lt(clientMerges.at, time))

/** Deletes what was kept for undoing merges from before this time. */
export const deleteRowsBefore = async (db: Db, time: Date) => {
  const ended = db.select({ id: clientMerges.id }).from(clientMerges).where(lt(clientMerges.at, time))
  await db.delete(clientMergeRows).where(inArray(clientMergeRows.mergeId, ended))
}

/** Assigns all movable rows to the kept client, and records which rows changed. */
export async function moveRows(db: Db, mergeId: MergeId, { keptId, mergedId }: Pair) {
  for (const place of movedColumns) {
    const { table, column } = place
    const { rows } = await db.execute<{ key: string }>(sql`
      update ${sql.identifier(table)} set ${sql.identifier(column)} = ${keptId}
      where ${columnOf(column, table)} = ${mergedId} and ${isAlone(place, keptId)}
      returning ${keyOf(place)} as key`)
    const keys = rows.map(({ key }) => key)
    await keepRows(db, { mergeId, place: named(place), keys })
  }
}

/** Assigns those rows to the merged client again, if they still exist. */
export async function moveRowsBack(db: Db, mergeId: MergeId, { keptId, mergedId }: Pair) {
  const moved = await db.delete(clientMergeRows).where(eq(clientMergeRows.mergeId, mergeId)).returning()
  for (const { place: name, keys } of moved) {
    const place = movedColumns.find((candidate) => named(candidate) === name)
    if (!place) throw new Error(`Nothing is known of ${name}`)
    await db.execute(sql`
      update ${sql.identifier(place.table)} set ${sql.identifier(place.column)} = ${mergedId}
      where ${columnOf(place.column, place.table)} = ${keptId}
        and ${keyOf(place)} in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`)
  }
}

/** Takes a task of one record off the steps of the other, and returns the matters of those steps. */
export async function removeForeignSteps(db: Db, { keptId, mergedId }: Pair) {
  const { rows } = await db.execute<{ id: MatterId }>(sql`
    delete from matter_tasks link using tasks t
    where t.id = link.task_id and t.client_id <> link.client_id
      and link.client_id in (${keptId}, ${mergedId}) and t.client_id in (${keptId}, ${mergedId})
    returning link.matter_id as id`)
  return new Set(rows.map(({ id }) => id))
}

const ofTask = { column: 'task_id', of: 'tasks.client_id' }
const ofSent = { column: 'document_id', of: 'signature_requests.client_id' }
/**
 * Payments, documents, appointments and answers for a task belong to the owner of the task, and what was signed to whom it was sent.
 */
const usedFor: Partial<Record<string, typeof ofTask>> = {
  documents: ofTask,
  payments: ofTask,
  appointments: ofTask,
  form_drafts: ofTask,
  form_answers: ofTask,
  verifications: ofTask,
  signatures: ofSent,
  deed_witnesses: ofSent,
}

const keysOf = (mergeId: MergeId, place: string) => sql`(
  select jsonb_array_elements_text(keys) from client_merge_rows
  where merge_id = ${mergeId} and place = ${place})`

/** Whether the kept client has added something since the merge to a task or a document of the other record. */
export async function isUsedSince(db: Db, { id: mergeId, keptId }: Pick<MergeRow, 'id' | 'keptId'>) {
  for (const place of movedColumns) {
    const use = usedFor[place.table]
    if (use === undefined) continue
    const { rows } = await db.execute(sql`
      select 1 from ${sql.identifier(place.table)} where ${columnOf(place.column, place.table)} = ${keptId}
        and concat('|', ${columnOf(use.column, place.table)}) in ${keysOf(mergeId, use.of)}
        and ${keyOf(place)} not in ${keysOf(mergeId, named(place))} limit 1`)
    if (rows.length > 0) return true
  }
  return false
}

/** Moves the merged client's tasks after those of the kept one. Returns by how much their positions changed. */
export async function moveTasksBehind(db: Db, { keptId, mergedId }: Pair) {
  const { rows } = await db.execute<{ by: number }>(sql`
    select coalesce(max(position), -1) + 1 as by from tasks where client_id in (${keptId}, ${mergedId})`)
  const by = Number(rows[0]?.by ?? 0)
  await db.execute(sql`update tasks set position = position + ${by} where client_id = ${mergedId}`)
  return by
}

export const moveTasksForward = (db: Db, clientId: UserId, by: number) =>
  db.execute(
    sql`update tasks set position = position - ${by} where client_id = ${clientId} and position >= ${by}`,
  )

/** A client is the same person on all matters, so the parties of one record are assigned to the person of the other. */
export async function movePartiesOf(db: Db, mergeId: MergeId, { keptId, mergedId }: Pair) {
  const { rows } = await db.execute<{ id: string }>(sql`
    update matter_parties set person_id = kept.id
    from matter_people kept, matter_people merged
    where kept.client_id = ${keptId} and merged.client_id = ${mergedId} and matter_parties.person_id = merged.id
    returning matter_parties.id`)
  const keys = rows.map(({ id }) => id)
  await keepRows(db, { mergeId, place: 'parties', keys })
}

export async function movePartiesBack(db: Db, mergeId: MergeId, mergedId: UserId) {
  const keys = await takeRows(db, mergeId, 'parties')
  await db.execute(sql`
    update matter_parties set person_id = merged.id from matter_people merged
    where merged.client_id = ${mergedId}
      and matter_parties.id::text in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`)
}

/** Counts the matters that both are on, as clients or parties: `visible` ones, and hidden ones. */
export async function countShared(db: Db, { keptId, mergedId }: Pair, visible: SQLWrapper) {
  const { rows } = await db.execute<{ shared: number; opposed: number; hidden: number }>(sql`
    with sides as (
      select matter_id, client_id, false as is_opposed from matter_clients
      where client_id in (${keptId}, ${mergedId})
      union all
      select p.matter_id, n.client_id, p.role = 'other_side' from matter_parties p
      join matter_people n on n.id = p.person_id where n.client_id in (${keptId}, ${mergedId})
    ), shared as (
      select matter_id, bool_or(is_opposed) as is_opposed from sides
      group by matter_id having count(distinct client_id) > 1
    )
    select (count(*) filter (where matter_id in (${visible})))::int as shared,
      (count(*) filter (where is_opposed and matter_id in (${visible})))::int as opposed,
      (count(*) filter (where matter_id not in (${visible})))::int as hidden
    from shared`)
  return rows[0] ?? { shared: 0, opposed: 0, hidden: 0 }
}

export async function hasOpenErasure(db: Db, { keptId, mergedId }: Pair) {
  const { rows } = await db.execute(sql`
    select 1 from client_requests
    where kind = 'erasure' and answered_at is null and client_id in (${keptId}, ${mergedId}) limit 1`)
  return rows.length > 0
}

export async function hasClashingAppointments(db: Db, { keptId, mergedId }: Pair) {
  const { rows } = await db.execute(sql`
    select 1 from appointments k join appointments m
      on tstzrange(k.start_time, k.end_time) && tstzrange(m.start_time, m.end_time)
    where k.client_id = ${keptId} and m.client_id = ${mergedId}
      and k.status = 'scheduled' and m.status = 'scheduled' limit 1`)
  return rows.length > 0
}

const counted = { Messages: 'messages' }
/** Tables whose rows may belong to a task. */
const countedOfTasks = {
  Documents: 'documents',
  Payments: 'payments',
  'Identity and bank checks': 'verifications',
  Appointments: 'appointments',
}
/** Tables whose rows may belong to a case. */
const countedOfCases = { Tasks: 'tasks', Signatures: 'signature_requests', Letters: 'letters' }

/** Counts the items of each kind that both records have, without those of cases that are not `visible`. */
export async function countJoined(db: Db, { keptId, mergedId }: Pair, visible: SQLWrapper) {
  const cases = await db.execute<{ kept: number; merged: number }>(sql`
    select (count(*) filter (where client_id = ${keptId}))::int as kept,
      (count(*) filter (where client_id = ${mergedId}))::int as merged
    from matter_clients where client_id in (${keptId}, ${mergedId}) and matter_id in (${visible})`)
  const [{ kept, merged } = { kept: 0, merged: 0 }] = cases.rows
  const joined = [{ title: 'Cases', kept, merged }]
  const add = async (title: string, table: string, also: SQL) => {
    const { rows } = await db.execute<{ kept: number; merged: number }>(sql`
      select (count(*) filter (where client_id = ${keptId}))::int as kept,
        (count(*) filter (where client_id = ${mergedId}))::int as merged
      from ${sql.identifier(table)} where client_id in (${keptId}, ${mergedId}) ${also}`)
    joined.push({ title, kept: rows[0]?.kept ?? 0, merged: rows[0]?.merged ?? 0 })
  }
  const isVisible = sql`(matter_id is null or matter_id in (${visible}))`
  for (const [title, table] of Object.entries(countedOfCases)) await add(title, table, sql`and ${isVisible}`)
  const isOfVisible = sql`and (task_id is null or task_id not in (
    select id from tasks where not ${isVisible} union all select id from withdrawn_tasks where not ${isVisible}))`
  for (const [title, table] of Object.entries(countedOfTasks)) await add(title, table, isOfVisible)
  for (const [title, table] of Object.entries(counted)) await add(title, table, sql``)
  return joined
}

/** Lists when each record's identity check was accepted, newest first. */
export async function listIdentities(db: Db, { keptId, mergedId }: Pair) {
  const rows = await db
    .select({ at: sql<Date>`max(completed_at)`.mapWith(clientMerges.at) })
    .from(sql`verifications`)
    .where(sql`client_id in (${keptId}, ${mergedId}) and verification_type = 'id' and outcome = 'verified'`)
    .groupBy(sql`client_id`)
    .orderBy(sql`1 desc`)
  return rows.map(({ at }) => at)
}

export const insert = (db: Db, row: typeof clientMerges.$inferInsert) => db.insert(clientMerges).values(row)

/** Locks the row for the rest of the transaction. */
export const claim = async (db: Db, id: MergeId) => {
  const [row] = await db.select().from(clientMerges).where(eq(clientMerges.id, id)).for('update')
  return row ?? notFound('merge')
}

export const update = (db: Db, id: MergeId, change: Partial<MergeRow>) =>
  db.update(clientMerges).set(change).where(eq(clientMerges.id, id))

export const get = async (db: Db, id: MergeId) => {
  const [row] = await db.select().from(clientMerges).where(eq(clientMerges.id, id))
  return row ?? notFound('merge')
}

/** Returns the merge of these two that nobody has undone. */
export const findStanding = async (db: Db, { keptId, mergedId }: Pair): Promise<MergeRow | null> => {
  const isOfPair = and(eq(clientMerges.keptId, keptId), eq(clientMerges.mergedId, mergedId))
  const [row] = await db
    .select()
    .from(clientMerges)
    .where(and(isOfPair, isNull(clientMerges.undoneAt)))
  return row ?? null
}

/** Lists what was merged into this client, newest first. */
export const listOf = (db: Db, keptId: UserId) =>
  db.select().from(clientMerges).where(eq(clientMerges.keptId, keptId)).orderBy(desc(clientMerges.id))
