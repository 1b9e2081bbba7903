import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { z } from 'zod'
import type { DomainEvent, DomainEvents } from '#contract/kit/domain-events.ts'
import { Topic } from '#contract/kit/portal.ts'
import type { Ctx } from '../ctx.ts'
import type { Connection, Db } from '../db/database.ts'
import type { Log } from '../diagnostics/log.ts'
import { seconds } from '../time/durations.ts'

/** A message between nodes: only ids and nouns, never content (NOTIFY carries 8000 bytes). */
export type Signal = z.infer<typeof Message>

const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changed'), userId: z.string(), topics: z.array(Topic) }),
  /** Shown at once or dropped, never stored. */
  z.object({ kind: z.literal('typing'), userId: z.string(), fromId: z.string() }),
  /** The cached sessions of this person are out of date. */
  z.object({ kind: z.literal('sessions'), userId: z.string() }),
  /** The cached connection settings are out of date. */
  z.object({ kind: z.literal('connections') }),
])

/** Ignores payloads it cannot read, since anyone with the database can notify, including another version of Portico. */
const readable = (payload = ''): Signal | undefined => {
  try {
    return Message.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}

export interface Bus {
  /** False while signals may be missed. Caches must not be trusted then. */
  isListening: () => boolean
  on: (listener: (signal: Signal) => void) => () => void
  /** Calls `listener` after signals may have been missed. */
  onResync: (listener: () => void) => () => void
  close: () => Promise<void>
}

/** Used instead of a person's id: everyone with an open page. */
export const everyone = '*'

const channel = 'portico'
const timeouts = { connectionTimeoutMillis: seconds(5), query_timeout: seconds(2), keepAlive: true }

/** Sends a signal when the transaction commits. A rollback sends nothing. */
export const signal = async (db: Db, message: Signal) => {
  await db.execute(sql`select pg_notify(${channel}, ${JSON.stringify(message)})`)
}

/** Sends the changed topics of several people, like `signal`, with one query for all. */
export const signalChanges = async (db: Db, changes: ReadonlyMap<string, ReadonlySet<Topic>>) => {
  if (changes.size === 0) return
  const messages = [...changes].map(
    ([userId, topics]): Signal => ({ kind: 'changed', userId, topics: [...topics] }),
  )
  const payloads = JSON.stringify(messages.map((message) => JSON.stringify(message)))
  await db.execute(
    sql`select pg_notify(${channel}, payload) from json_array_elements_text(${payloads}::json) as payload`,
  )
}

/** Connects, and passes on each signal. Throws if the database does not answer. */
const openListening = async (connection: Connection, pass: (message: Signal) => void) => {
  const client = new pg.Client({ ...connection, ...timeouts, application_name: 'portico-bus' })
  client.on('error', () => {})
  client.on('notification', ({ payload }) => {
    const message = readable(payload)
    if (message) pass(message)
  })
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
  return client
}

/** Opens one listening connection per process, which reconnects by itself. */
export async function openBus(connection: Connection, log: Log): Promise<Bus> {
  const emitter = new EventEmitter().setMaxListeners(0)
  let client: pg.Client | null = null
  let isClosed = false

  const listen = async () => {
    const next = await openListening(connection, (message) => emitter.emit('signal', message))
    // `close` was called meanwhile and could not end a connection that was not there yet.
    if (isClosed) return next.end()
    // A dead connection looks open for hours. Only a response shows that signals still arrive.
    const asking = setInterval(() => void next.query('select 1').catch(lose), seconds(3)).unref()
    const lose = () => {
      clearInterval(asking)
      if (client !== next) return
      client = null
      void next.end().catch(() => {})
      if (!isClosed) void retry()
    }
    next.on('end', lose)
    client = next
  }
  const retry = async () => {
    log.warn({}, 'the listening connection was lost')
    for (let wait = 100; !isClosed; wait = Math.min(wait * 2, 5000)) {
      await sleep(wait, undefined, { ref: false })
      try {
        await listen()
        if (!isClosed) emitter.emit('resync')
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
      // A database that has stopped never confirms the end of a connection.
      await Promise.race([client?.end(), sleep(seconds(1), undefined, { ref: false })])
    },
  }
}

/** Handles events of other features, in the publisher's transaction. */
export type EventHandlers = { [E in DomainEvent]?: (ctx: Ctx, payload: DomainEvents[E]) => Promise<void> }
