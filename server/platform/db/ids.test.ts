import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { newId } from '../crypto/ids.ts'
import { openLog } from '../diagnostics/log.ts'
import { type Database, openDatabase } from './database.ts'
import { areNone, type Ids, isAmong, isLookedUpIn, isNotAmong } from './ids.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase(await freshDatabase(), { log: openLog() })
})
afterAll(() => database.close())

const outsider = newId()
const column = sql.identifier('id')

/** Returns which of the members and an outsider fulfil the condition. */
const chosenOf = async (members: string[], condition: SQL | undefined) => {
  const rows = sql`unnest(${sql.param([...members, outsider])}::uuid[]) as id`
  const { rows: found } = await database.db.execute(
    sql`select id from ${rows} where ${condition ?? sql`true`} order by id`,
  )
  return found.map(({ id }) => id)
}

test.each([0, 1, 2, 3, 5, 32, 33, 70_000])(
  'of %i known ids, a column has one of them or none',
  async (count) => {
    const ids = Array.from({ length: count }, () => newId()).toSorted()
    expect(await chosenOf(ids, isAmong(column, ids))).toEqual(ids)
    expect(await chosenOf(ids, isNotAmong(column, ids))).toEqual([outsider])
    expect(areNone(ids)).toBe(count === 0)
  },
)

test('ids that only a query knows are compared in the same statement', async () => {
  const id = newId()
  const ids = sql`(select ${id}::uuid)`
  expect(await chosenOf([id], isAmong(column, ids))).toEqual([id])
  expect(await chosenOf([id], isNotAmong(column, ids))).toEqual([outsider])
  expect(areNone(ids)).toBe(false)
})

test('people with about as many ids share a statement, so that its plan is kept for all of them', () => {
  const textOf = (ids: Ids) => new PgDialect().sqlToQuery(isAmong(column, ids)).sql
  const textFor = (count: number) => textOf(Array.from({ length: count }, () => newId()))
  expect(textFor(3)).toBe(textFor(4))
  expect(textFor(33)).toBe(textFor(500))
})

test('ids of a union are looked up one by one', async () => {
  const [first, second] = [newId(), newId()]
  const ids = sql`((select ${first}::uuid) union (select ${second}::uuid))`
  expect(await chosenOf([first, second], isLookedUpIn(column, ids))).toEqual([first, second].toSorted())
})
