import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { openLog } from '../diagnostics/log.ts'
import { openDatabase, readAtOnce } from './database.ts'

test('a connection begins with nothing that a pooler refuses', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const database = openDatabase({ host: '127.0.0.1', port, user: 'portico' }, { log: openLog() })
  const answer = database.pool.query('select 1').catch(() => {})
  const [socket] = (await once(server, 'connection')) as [Socket]
  const [packet] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  await answer
  await database.close()
  // After the length and the protocol version come alternating names and values, each ending in a zero byte.
  const words = packet.subarray(8).toString().split('\0')
  const names = words.filter((word, index) => index % 2 === 0 && word !== '')
  expect(new Set(names)).toEqual(new Set(['user', 'database', 'client_encoding', 'application_name']))
})

test('every wait of a connection has its end', async () => {
  const { db, close } = openDatabase(await freshDatabase(), { log: openLog() })
  const { rows } = await db.execute(
    sql`select name, setting from pg_settings where name ~ '(statement|lock|session)_timeout$' and setting <> '0'`,
  )
  await close()
  expect(rows).toEqual(
    expect.arrayContaining([
      { name: 'statement_timeout', setting: '4000' },
      { name: 'lock_timeout', setting: '4000' },
      { name: 'idle_in_transaction_session_timeout', setting: '30000' },
    ]),
  )
})

test('a statement that runs often keeps its plan, and never another one’s values', async () => {
  const { db, pool, close } = openDatabase(await freshDatabase(), { log: openLog() })
  const comment = sql.raw(`/* ${'often '.repeat(10)}*/`)
  const run = async (value: string) => {
    const { rows } = await db.execute(sql`${comment} select ${value}::text as value`)
    return rows[0]
  }
  for (const value of Array.from({ length: 22 }, (_, n) => `value ${n}`))
    expect(await run(value)).toEqual({ value })
  const kept = await pool.query(
    'select count(*)::int as statements from pg_prepared_statements where statement like $1',
    ['/* often%'],
  )
  await close()
  expect(kept.rows).toEqual([{ statements: 1 }])
})

test('reads at once share a connection, and it is free again once the last of them has ended', async () => {
  const { db, pool, close } = openDatabase(await freshDatabase(), { log: openLog() })
  onTestFinished(close)
  const numberOf = (result: { rows: Record<string, unknown>[] }) => result.rows[0]?.['number']
  const pids = await readAtOnce(
    db,
    Array.from(
      { length: 5 },
      () => async (on) => numberOf(await on.execute(sql`select pg_backend_pid() as number`)),
    ),
  )
  expect(new Set(pids).size).toBe(1)
  const ended: string[] = []
  const failing = readAtOnce(db, [
    (on) => on.execute(sql`select 1 / 0`),
    async (on) => {
      await on.execute(sql`select pg_sleep(0.05)`)
      return on.execute(sql`select 1`).finally(() => ended.push('the last'))
    },
  ])
  await expect(failing).rejects.toThrow('select 1 / 0')
  expect(ended).toEqual(['the last'])
  expect(pool.idleCount).toBe(pool.totalCount)
})

test('a read that fails before it asks anything leaves the others their connection until they have ended', async () => {
  const { db, close } = openDatabase(await freshDatabase(), { log: openLog() })
  onTestFinished(close)
  const ended: string[] = []
  const failing = readAtOnce(db, [
    (on) => on.execute(sql`select pg_sleep(0.05)`).finally(() => ended.push('the first')),
    () => {
      throw new Error('nothing to ask')
    },
  ])
  await expect(failing).rejects.toThrow('nothing to ask')
  expect(ended).toEqual(['the first'])
})
