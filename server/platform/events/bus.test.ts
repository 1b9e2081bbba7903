import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { quiet } from '#server/testing/quiet.ts'
import { openDatabase } from '../db/database.ts'
import { openLog } from '../diagnostics/log.ts'
import { openBus, signal } from './bus.ts'

const log = openLog(quiet)
const connection = await freshDatabase()
const { db, close } = openDatabase(connection, { log })
afterAll(close)

test('a signal that nobody can read is passed over', async () => {
  const bus = await openBus(connection, log)
  const told: unknown[] = []
  bus.on((event) => told.push(event))
  for (const payload of ['{"kind":', '', 'null', '7', '{}', '{"kind":"changed","userId":"u"}'])
    await db.execute(sql`select pg_notify('portico', ${payload})`)
  const good = { kind: 'changed' as const, userId: 'u', topics: ['tasks' as const] }
  await signal(db, good)
  await expect.poll(() => told).toEqual([good])
  await bus.close()
})
