import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#server/testing/cluster.ts'
import { openLog } from '../diagnostics/log.ts'
import { type Db, openDatabase, prepared } from './database.ts'

const things = pgTable('things', {
  id: integer().primaryKey(),
  title: text(),
  isOpen: boolean().notNull(),
  facts: jsonb(),
  madeAt: timestamp({ withTimezone: true, mode: 'date' }),
})
const others = pgTable('others', { id: integer().primaryKey(), words: text() })

test('a prepared query reads its rows as the same query does that is not, and no row is another', async () => {
  const database = openDatabase(await freshDatabase(), { log: openLog() })
  onTestFinished(() => database.close())
  const { db } = database
  await db.execute(sql`create table things
    (id int primary key, title text, is_open boolean not null, facts jsonb, made_at timestamptz)`)
  await db.execute(sql`create table others (id int primary key, words text)`)
  await db.execute(sql`insert into others values (1, 'first'), (3, 'third')`)
  await db.execute(sql`insert into things values
    (1, 'one', true, '{"a": [1, null]}', '2026-11-21 17:04:09.007+00'), (2, null, false, 'null', null), (3, '', true, '[]', now())`)

  const flat = (from: Db) => from.select().from(things).orderBy(things.id)
  const joined = (from: Db) =>
    from
      .select({ id: things.id, words: others.words, size: sql<number>`length(title)` })
      .from(things)
      .leftJoin(others, sql`others.id = things.id`)
      .orderBy(things.id)
  const nested = (from: Db) =>
    from.select({ thing: things, other: others }).from(things).leftJoin(others, sql`others.id = things.id`)

  const rows = await prepared((from: Db) => flat(from).prepare('flat'))(db, {})
  expect(rows).toEqual(await flat(db))
  expect(rows.map(({ title }) => title)).toEqual(['one', null, ''])
  expect(await prepared((from: Db) => joined(from).prepare('joined'))(db, {})).toEqual(await joined(db))
  expect(await prepared((from: Db) => nested(from).prepare('nested'))(db, {})).toEqual(await nested(db))
})
