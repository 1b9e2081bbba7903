import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { validate as isUuid } from 'uuid'
import { type Problem, type ProblemCode, statusOf } from '#contract/kit/problem.ts'
import { newId } from '../crypto/ids.ts'
import { type Actor, actorIdOf, type RefusedAs } from '../ctx.ts'
import type { Db } from '../db/database.ts'
import { faultOf, type Log } from '../diagnostics/log.ts'
import { callerOf, type Platform } from '../http/request.ts'
import { minutes } from '../time/durations.ts'

export interface Refusal {
  event: string
  actorId: string | null
  /** The account that was targeted, if known. */
  subjectId: string | null
  address: string
  agent: string
  requestId: string
  details: Record<string, string>
}

interface Refusals {
  /** Counts one refusal and returns at once. A refused client does not wait for the row. */
  note: (refusal: Refusal) => void
  /** Writes the rows that are not written yet. */
  close: () => Promise<void>
}

interface Row extends Refusal {
  id: string
  minute: Date
  count: number
}

/** How long repeats are collected before they are written, in milliseconds. */
const flushDelay = 250
const tryAgainAfter = 5000
/**
 * Rows that a node may start at once, and rows it gains with each minute. Refusals beyond that are counted together.
 */
const rowsAtOnce = 300
const rowsAMinute = 30

/** Records refusals: the repeats of a minute in one row, and no more rows than a disk has room for. */
export function openRefusals({ db, clock, log }: { db: Db; clock: () => Date; log: Log }): Refusals {
  let waiting = new Map<string, Row>()
  const rowFor = openRowBudget(clock)
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  const add = (row: Row) => {
    const key = `${row.minute.getTime()} ${keyOf(row)}`
    const known = waiting.get(key)
    if (known) known.count += row.count
    else waiting.set(key, row)
  }
  const write = async () => {
    timer = undefined
    const rows = [...waiting.values()]
    waiting = new Map()
    if (rows.length === 0) return
    try {
      await db.execute(sql`select note_refusals(${JSON.stringify(rows.map(stored))}::jsonb)`)
    } catch (error) {
      log.warn({ cause: faultOf(error) }, 'refusals could not be noted, and are noted later')
      for (const row of rows) add(row)
      writeIn(tryAgainAfter)
    }
  }
  const writeIn = (time: number) => {
    timer ??= setTimeout(() => {
      writing = write()
    }, time).unref()
  }
  return {
    note: (refusal) => {
      add({ ...rowFor(refusal), count: 1 })
      writeIn(flushDelay)
    },
    close: async () => {
      clearTimeout(timer)
      await writing
      await write()
      clearTimeout(timer)
    },
  }
}

/** Returns a function that says which row a refusal counts in, so that there are no more rows than allowed. */
const openRowBudget = (clock: () => Date) => {
  let seen = new Set<string>()
  let [minute, left] = [0, rowsAtOnce]
  const begin = (now: number) => {
    left = Math.min(rowsAtOnce, left + ((now - minute) / minutes(1)) * rowsAMinute)
    minute = now
    seen = new Set()
  }
  return (refusal: Refusal): Row => {
    const now = Math.floor(clock().getTime() / minutes(1)) * minutes(1)
    if (now > minute) begin(now)
    const isNew = !seen.has(keyOf(refusal))
    const isBeyond = isNew && left < 1
    if (isNew && !isBeyond) {
      left -= 1
      seen.add(keyOf(refusal))
    }
    const entry = isBeyond ? { ...refusal, ...fromMany } : refusal
    return { ...entry, id: newId(), minute: new Date(now), count: 0 }
  }
}

const fromMany = {
  address: '',
  actorId: null,
  subjectId: null,
  agent: '',
  details: { from: 'many addresses' },
}

const keyOf = ({ event, address, actorId, subjectId }: Refusal) =>
  `${event} ${address} ${actorId} ${subjectId}`

/** Returns the row with the names of its columns. */
const stored = ({ actorId, subjectId, requestId, ...row }: Row) => ({
  ...row,
  actor_id: actorId,
  subject_id: subjectId,
  request_id: requestId,
})

declare module 'fastify' {
  interface FastifyRequest {
    /** Why this request was refused, if it was. */
    problem?: Problem
    /** What its handler knows about the refusal. */
    refusedAs?: Omit<RefusedAs, 'event'> & { event: string }
  }
}

/**
 * Records everything that the API refuses, after the response has been sent, so that its timing does not show what was
 * recorded.
 */
export function noteRefusals(
  app: FastifyInstance,
  { refusals, whoIs }: Pick<Platform, 'whoIs'> & { refusals: Refusals },
) {
  app.addHook('onResponse', async (request) => {
    const { problem } = request
    if (!problem || !(problem.code in events) || request.is404) return
    const actor = await Promise.resolve(whoIs(request)).catch(() => null)
    const event = request.refusedAs?.event ?? eventOf(problem, actor)
    // Every page asks who is signed in, and most often nobody is yet.
    if (event === 'session.missing' && isPageAsking(request)) return
    const { address, agent, requestId } = callerOf(request)
    const actorId = actor && actorIdOf(actor)
    const subjectId = request.refusedAs?.subjectId ?? null
    refusals.note({
      event,
      actorId,
      subjectId,
      address,
      agent,
      requestId,
      details: detailsOf(request, problem),
    })
  })
  app.addHook('onClose', () => refusals.close())
}

const isPageAsking = ({ method, routeOptions: { url = '' } }: FastifyRequest) =>
  method === 'GET' && !url.includes(':')

/** Declined cards and internal errors are recorded elsewhere. */
const events: Partial<Record<ProblemCode, string>> = {
  unauthenticated: 'session.missing',
  forbidden: 'request.forbidden',
  not_found: 'request.not_found',
  conflict: 'request.conflict',
  unprocessable: 'request.unprocessable',
  invalid: 'request.invalid',
  too_large: 'request.too_large',
  unsupported: 'request.unsupported',
  too_many: 'request.too_many',
}

const eventsByReason: Record<string, string> = {
  second_factor_required: 'second_step.missing',
  reauth_required: 'reauthentication.missing',
  other_site: 'request.from_other_site',
  unknown_field: 'request.unknown_field',
}

const eventOf = ({ code, reason = '' }: Problem, actor: Actor | null) => {
  if (code === 'unauthenticated' && actor?.role === 'visitor' && actor.hasDeadSession)
    return 'session.unknown'
  return eventsByReason[reason] ?? events[code] ?? 'request.refused'
}

/** Describes the request without its body, query and address, which may hold secrets. */
const detailsOf = (request: FastifyRequest, { code, reason }: Problem) => {
  const { id } = (request.params ?? {}) as { id?: string }
  return {
    method: request.method,
    path: request.routeOptions.url ?? '',
    status: String(statusOf[code]),
    ...(reason !== undefined && { reason }),
    ...(id !== undefined && isUuid(id) && { id }),
  }
}
