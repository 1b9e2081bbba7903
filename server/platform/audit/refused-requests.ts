import type { FastifyInstance, FastifyRequest } from 'fastify'
import { validate as isUuid } from 'uuid'
import { type Problem, type ProblemCode, statusOf } from '#contract/problem.ts'
import type { Actor, RefusedAs } from '../ctx.ts'
import { callerOf, type Platform } from '../http/request.ts'
import type { Refusals } from './refusals.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why this request was refused, once it was. */
    problem?: Problem
    /** What its handler knows of that. */
    refusedAs?: Omit<RefusedAs, 'event'> & { event: string }
  }
}

/** Notes whatever the API refuses, after the answer has left: nobody can tell by the time it took what was noted. */
export function noteRefusals(
  app: FastifyInstance,
  { refusals, whoIs }: Pick<Platform, 'whoIs'> & { refusals: Refusals },
) {
  app.addHook('onResponse', async (request) => {
    const { problem } = request
    if (!problem || !(problem.code in events) || request.is404) return
    const actor = await Promise.resolve(whoIs(request)).catch(() => null)
    const event = request.refusedAs?.event ?? eventOf(problem, actor)
    // Every page asks who is signed in, and most often for the first time nobody is.
    if (event === 'session.missing' && isPageAsking(request)) return
    const { address, agent, requestId } = callerOf(request)
    const actorId = actor?.id || null
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

/** A declined card, a file that was not taken and a fault of ours are told elsewhere. */
const events: Partial<Record<ProblemCode, string>> = {
  unauthenticated: 'session.missing',
  forbidden: 'request.forbidden',
  not_found: 'request.not_found',
  conflict: 'request.conflict',
  unprocessable: 'request.unprocessable',
  invalid: 'request.invalid',
  too_many: 'request.too_many',
}

const eventsByReason: Record<string, string> = {
  second_factor_required: 'second_step.missing',
  reauth_required: 'reauthentication.missing',
  other_site: 'request.from_other_site',
  unknown_field: 'request.unknown_field',
}

const eventOf = ({ code, reason = '' }: Problem, actor: Actor | null) => {
  if (code === 'unauthenticated' && actor?.hasDeadSession) return 'session.unknown'
  return eventsByReason[reason] ?? events[code] ?? 'request.refused'
}

/** What was asked for, without what was sent: a body, a query and an address may hold secrets. */
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
