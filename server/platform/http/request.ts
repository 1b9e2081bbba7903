import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Topic } from '#contract/kit/portal.ts'
import { openKeyedLimiter } from '../concurrency/keyed-limiter.ts'
import {
  type Actor,
  actorIdOf,
  type Caller,
  type Cookie,
  type Ctx,
  type MultiStepCtx,
  type RefusedAs,
} from '../ctx.ts'
import { connectionsForPeople, type Db } from '../db/database.ts'
import type { Pulse } from '../db/liveness.ts'
import type { Replica } from '../db/replica.ts'
import { oneLine } from '../diagnostics/log.ts'
import { type Bus, type EventHandlers, signal, signalChanges } from '../events/bus.ts'
import { queueJob } from '../jobs/queue.ts'
import type { Ports } from '../ports/ports.ts'
import { seconds } from '../time/durations.ts'
import { addressKey } from './limits.ts'

/**
 * Queues the requests of one user. Each request holds a database connection, sometimes while it waits for a lock, so
 * without a queue a few users could take every connection.
 */
const slots = openKeyedLimiter({
  slots: connectionsForPeople,
  slotsPerKey: 4,
  queue: 2000,
  timeout: seconds(5),
})
// A browser sends six requests at once. Reads never wait for locks, but commands may, so they get fewer slots.
const commandSlots = openKeyedLimiter({ slots: 2000, slotsPerKey: 3, queue: 200 })

/** What features may know of a request that has arrived: enough to tell who sends it. */
export interface IncomingRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  cookies: Record<string, string | undefined>
  /** The address it came from, behind the proxies that are trusted. */
  ip: string
  /** Whether its body has arrived as well. */
  raw: { readonly complete: boolean }
}

export interface Platform {
  db: Db
  bus: Bus
  clock: () => Date
  ports: Ports
  /** Called more than once in a request. Asks the database the first time, if at all. */
  whoIs: (request: IncomingRequest) => Actor | Promise<Actor>
  /** The same as it is at this moment, which may be minutes later. */
  whoIsNow: (request: IncomingRequest) => Promise<Actor>
  eventHandlers: readonly EventHandlers[]
  /** Whether a browser may cache the files it is shown. False where others use the browser afterwards. */
  mayKeepFiles: (db: Db) => Promise<boolean>
  pulse: Pulse
  /** Serves the firm's reads if there is one. */
  replica: Replica | null
  /** Whether to validate every response against the contract as well: in development and in tests. */
  checksAnswers: boolean
}

/** Opens everything a request may use, in the three shapes that handlers take. */
export function openRequest(
  platform: Platform,
  request: FastifyRequest,
  { actor, askAgain }: Pick<MultiStepCtx, 'actor' | 'askAgain'>,
) {
  const { db, ports } = platform
  const now = platform.clock()
  const cookies: Cookie[] = []
  const common = {
    actor,
    now,
    ports,
    caller: callerOf(request),
    setCookie: (cookie: Cookie) => void cookies.push(cookie),
    refuseAs: (refusal: RefusedAs) => {
      request.refusedAs = refusal
    },
  }
  // Not queued by address, since a whole office may share one. Guesses are limited elsewhere.
  const id = actorIdOf(actor)
  const inSlot = <T>(work: () => Promise<T>) => (id === null ? work() : slots(id, work))
  const scope = transactionScope(platform, common)
  const transaction: MultiStepCtx['transaction'] = (step) => {
    const change = () => inSlot(() => scope.transaction(step))
    return id === null ? change() : commandSlots(id, change)
  }
  const onChange: MultiStepCtx['onChange'] = (userId, topic, listener) =>
    platform.bus.on((event) => {
      if (event.kind === 'changed' && event.userId === userId && event.topics.includes(topic)) listener()
    })
  const multiStep: MultiStepCtx = { ...common, read: db, transaction, onChange, askAgain }
  return {
    inSlot,
    multiStep,
    reading: { ...common, ...refusals, db } satisfies Ctx,
    applyCookies: (reply: FastifyReply) => {
      for (const { name, value, maxAge } of cookies) {
        const options = { path: '/', httpOnly: true, sameSite: 'lax' as const, secure: ports.isSecure }
        if (value === null) reply.clearCookie(name, options)
        else reply.setCookie(name, value, maxAge === undefined ? options : { ...options, maxAge })
      }
    },
  }
}

type Common = Pick<Ctx, 'actor' | 'now' | 'ports' | 'caller' | 'setCookie' | 'refuseAs'>

/** Opens transactions whose ctx works only within that transaction. */
export function transactionScope(
  { db, eventHandlers }: Pick<Platform, 'db' | 'eventHandlers'>,
  common: Common,
) {
  const transaction = async <T>(step: (ctx: Ctx) => Promise<T>): Promise<T> => {
    const effects: (() => void)[] = []
    const changes = new Map<string, Set<Topic>>()
    const result = await db.transaction(async (tx) => {
      const done = await step(ctxOn(tx, { effects, changes }))
      // At the end and in one query: a command has a dozen, and several for the same person.
      await signalChanges(tx, changes)
      return done
    })
    for (const effect of effects) effect()
    return result
  }
  const ctxOn = (tx: Db, { effects, changes }: Collected): Ctx => {
    const ctx: Ctx = {
      ...common,
      db: tx,
      enqueue: queueJob(tx),
      invalidate: async (userId, ...topics) => {
        const known = changes.get(userId) ?? new Set()
        changes.set(userId, known)
        for (const topic of topics) known.add(topic)
      },
      broadcastTyping: (userId) =>
        signal(tx, { kind: 'typing', userId, fromId: actorIdOf(common.actor) ?? '' }),
      publish: async (event, payload) => {
        for (const handlers of eventHandlers) await handlers[event]?.(ctx, payload)
      },
      afterCommit: (effect) => void effects.push(effect),
    }
    return ctx
  }
  return { transaction }
}

/** What a transaction does at its end: its changed topics by person, and its effects after the commit. */
interface Collected {
  effects: (() => void)[]
  changes: Map<string, Set<Topic>>
}

const noChange = () => {
  throw new Error('A read changes nothing: make it a command.')
}
const refusals = {
  enqueue: noChange,
  invalidate: noChange,
  broadcastTyping: noChange,
  publish: noChange,
  afterCommit: noChange,
}

export const callerOf = (request: FastifyRequest): Caller => {
  const key = request.headers['idempotency-key']
  return {
    requestId: request.id,
    address: addressKey(request.ip),
    agent: oneLine(request.headers['user-agent'] ?? '', 200),
    cookies: request.cookies,
    idempotencyKey: typeof key === 'string' ? key : undefined,
    hasLeft: () => request.raw.socket.destroyed,
    ...(request.bodyText !== undefined && { signed: { body: request.bodyText, headers: request.headers } }),
  }
}
