import { sql } from 'drizzle-orm'
import type { MergeId } from '#contract/merges.ts'
import type { Db } from '#server/platform/db/database.ts'
import { keepRows, type Pair, takeRows } from '../store.ts'

/**
 * Rebuilds the message threads of both clients, each with its last message. One that the kept client has too goes on
 * waiting if either waited. Returns the members with a new thread.
 */
async function saveThreads(db: Db, { keptId, mergedId }: Pair) {
  const { rows } = await db.execute<{ member_id: string; is_new: boolean }>(sql`
    insert into message_threads (client_id, member_id, last_id, left_from_id)
    select distinct on (client_id, member_id) client_id, member_id, id, (
      select left_from_id from message_threads t where t.client_id = ${mergedId} and t.member_id = messages.member_id)
    from messages where client_id in (${keptId}, ${mergedId}) order by client_id, member_id, id desc
    on conflict (client_id, member_id) do update set last_id = excluded.last_id,
      left_from_id = coalesce(message_threads.left_from_id, excluded.left_from_id)
    returning member_id, (xmax = 0) as is_new`)
  return rows.filter((row) => row.is_new).map((row) => row.member_id)
}

export async function rebuildThreads(db: Db, mergeId: MergeId, pair: Pair) {
  const keys = await saveThreads(db, pair)
  await keepRows(db, { mergeId, place: 'threads', keys })
}

/** Returns the members with whom the kept client has a thread only because of the merge. */
export const takeThreads = (db: Db, mergeId: MergeId) => takeRows(db, mergeId, 'threads')

/**
 * Rebuilds the threads after an undo, of which none waits for what the other client wrote, and deletes those that the
 * merge created and that have no messages.
 */
export async function rebuildThreadsBack(db: Db, pair: Pair, made: readonly string[]) {
  await saveThreads(db, pair)
  await db.execute(sql`
    update message_threads t set left_from_id = null from messages m
    where t.client_id = ${pair.keptId} and m.id = t.left_from_id and m.client_id = ${pair.mergedId}`)
  await db.execute(sql`
    delete from message_threads t where client_id = ${pair.keptId}
      and member_id::text in (select jsonb_array_elements_text(${JSON.stringify(made)}::jsonb))
      and not exists (select 1 from messages m where m.client_id = t.client_id and m.member_id = t.member_id)`)
}
