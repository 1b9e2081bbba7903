import { sql } from 'drizzle-orm'
import type { MergeId } from '#contract/merges.ts'
import type { Db } from '#server/platform/db/database.ts'
import { keepRows, type Pair, takeRows } from '../store.ts'

/** Where a repeated request is recognised by its key, among those of the same sender. */
const keyed = [
  { table: 'documents', column: 'client_id' },
  { table: 'payments', column: 'client_id' },
  { table: 'messages', column: 'sender_id' },
]
const placeOf = (table: string) => `${table}.idempotency_key`

/** Takes the keys from what the merged client sent that the kept one has used for something else. */
export async function takeRepeatedKeys(db: Db, mergeId: MergeId, { keptId, mergedId }: Pair) {
  for (const { table, column } of keyed) {
    const [rows, sender] = [sql.identifier(table), sql.identifier(column)]
    const { rows: taken } = await db.execute<{ key: string }>(sql`
      update ${rows} set idempotency_key = null
      from ${rows} own join ${rows} kept on kept.${sender} = ${keptId} and kept.idempotency_key = own.idempotency_key
      where own.${sender} = ${mergedId} and own.id = ${rows}.id
      returning concat(own.id, ' ', own.idempotency_key) as key`)
    await keepRows(db, { mergeId, place: placeOf(table), keys: taken.map(({ key }) => key) })
  }
}

/** Returns a function that gives them back, for when everything is the merged client's again. */
export async function restoreRepeatedKeys(db: Db, mergeId: MergeId) {
  const restores: { table: string; keys: string[] }[] = []
  for (const { table } of keyed) restores.push({ table, keys: await takeRows(db, mergeId, placeOf(table)) })
  return async () => {
    for (const { table, keys } of restores)
      await db.execute(sql`
        update ${sql.identifier(table)} set idempotency_key = split_part(kept.key, ' ', 2)
        from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as kept(key)
        where id = split_part(kept.key, ' ', 1)::uuid`)
  }
}
