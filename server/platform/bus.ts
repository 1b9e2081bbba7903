import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Topic } from '#contract/portal.ts'
import type { Connection, Db } from './db.ts'
import type { Log } from './log.ts'

/** What travels between nodes: ids and nouns only, never content (NOTIFY carries 8000 bytes). */
export type Signal =
  | { kind: 'changed'; userId: string; topics: Topic[] }
  /** Whatever is remembered of this person's sessions is out of date. */
  | { kind: 'sessions'; userId: string }

export interface Bus {
  /** False while signals may be missed; what is remembered must not be trusted then. */
  isListening: () => boolean
  on: (listener: (signal: Signal) => void) => () => void
  /** Called after signals may have been missed. */
  onResync: (listener: () => void) => () => void
  close: () => Promise<void>
}

const channel = 'portico'

/** Sends a signal when the transaction commits; a rollback sends nothing. */
export const signal = async (db: Db, message: Signal) => {
  await db.execute(sql`select pg_notify(${channel}, ${JSON.stringify(message)})`)
}

/** One listening connection a process, which comes back by itself. */
export async function openBus(connection: Connection, log: Log): Promise<Bus> {
  const emitter = new EventEmitter().setMaxListeners(0)
  let client: pg.Client | null = null
  let isClosed = false

  const listen = async () => {
    const next = new pg.Client({ ...connection, keepAlive: true, application_name: 'portico-bus' })
    next.on('error', () => {})
    next.on('notification', ({ payload }) => emitter.emit('signal', JSON.parse(payload ?? '{}')))
    await next.connect()
    await next.query(`listen ${channel}`)
    next.on('end', () => {
      client = null
      if (!isClosed) void retry()
    })
    client = next
  }
  const retry = async () => {
    log.warn({}, 'the listening connection was lost')
    for (let wait = 100; !isClosed; wait = Math.min(wait * 2, 5000)) {
      await sleep(wait, undefined, { ref: false })
      try {
        await listen()
        emitter.emit('resync')
        return
      } catch {}
    }
  }

  await listen()
  const subscribe = (name: string, listener: (...values: never[]) => void) => {
    emitter.on(name, listener as () => void)
    return () => void emitter.off(name, listener as () => void)
  }
  return {
    isListening: () => client !== null,
    on: (listener) => subscribe('signal', listener),
    onResync: (listener) => subscribe('resync', listener),
    close: async () => {
      isClosed = true
      await client?.end()
    },
  }
}
