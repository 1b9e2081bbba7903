import { once } from 'node:events'
import { Socket } from 'node:net'
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
  const signals: unknown[] = []
  bus.on((event) => signals.push(event))
  for (const payload of ['{"kind":', '', 'null', '7', '{}', '{"kind":"changed","userId":"u"}'])
    await db.execute(sql`select pg_notify('portico', ${payload})`)
  const good = { kind: 'changed' as const, userId: 'u', topics: ['tasks' as const] }
  await signal(db, good)
  await expect.poll(() => signals).toEqual([good])
  await bus.close()
})

test('a connection that comes back only after the bus was closed is ended', async () => {
  const [begun, late] = [Promise.withResolvers<Socket>(), Promise.withResolvers<void>()]
  let isFirst = true
  const stream = () => {
    const socket = new Socket()
    if (!isFirst) {
      const connect = socket.connect.bind(socket) as (...to: unknown[]) => Socket
      const connectLate = (...to: unknown[]) => {
        begun.resolve(socket)
        void late.promise.then(() => connect(...to))
      }
      Object.assign(socket, { connect: connectLate })
    }
    isFirst = false
    return socket
  }
  const bus = await openBus({ ...connection, stream }, log)
  await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'portico-bus' and datname = current_database()`)
  const socket = await begun.promise
  await bus.close()
  const ended = once(socket, 'close')
  late.resolve()
  await ended
  expect(bus.isListening()).toBe(false)
})
