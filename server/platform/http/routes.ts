import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, type Input, isConfirming, type Output, safeDecode } from '#contract/kit/endpoint.ts'
import { invalidFields, otherVersion, Problem, reauthenticate } from '#contract/kit/problem.ts'
import { invalidInput, unknownField } from '#contract/kit/transport.ts'
import {
  type Actor,
  type ActorOf,
  type Ctx,
  type FileAnswer,
  type MultiStepCtx,
  type UploadCtx,
  uninvolved,
} from '../ctx.ts'
import { admit } from './audience.ts'
import { compressed, isSafeToCompress } from './compression.ts'
import { endOnceRefused, sendFile } from './file-responses.ts'
import { commandRate, keyRate, type Limits } from './limits.ts'
import { openRequest, type Platform } from './request.ts'
import { linkToOlder, unknown, unsupported } from './responses.ts'
import { serializerOf } from './serializer.ts'
import { sendStream } from './stream-responses.ts'
import { type UploadAdmission, type UploadRefused, withUpload } from './uploads.ts'

type Contract = Record<string, Endpoint>

/** A handler that opens its own transactions, because it calls external services between them. */
export interface MultiStepHandler<A extends Actor, C, I, O> {
  run: (ctx: C, input: I) => Promise<O>
  admit?: UploadAdmission<A> | undefined
  refused?: UploadRefused<A> | undefined
  defer?: ((ctx: C, input: I) => Promise<O>) | undefined
  takesUnscanned?: boolean | undefined
  bodyLimit?: number | undefined
  keepsBody?: boolean | undefined
}
/**
 * Makes a handler of `work`. `admit` runs before a body is received. For an upload, `refused` is called for each
 * refusal after that, and `defer` replaces `work` if that would run too late. `takesUnscanned` accepts a file that the
 * virus scanner could not check, and keeps it closed. `bodyLimit`, in bytes, is for a JSON body that holds a file.
 * `keepsBody` also passes on the raw body, for signed requests.
 */
export const multiStep = <A extends Actor, C extends MultiStepCtx, I, O>(
  work: (ctx: C, input: I) => Promise<O>,
  around: Omit<MultiStepHandler<A, C, I, O>, 'run'> = {},
): MultiStepHandler<A, C, I, O> => ({ run: work, ...around })

/** Types the actor by the audience, so that a handler for the wrong one does not compile. */
type Handler<E extends Endpoint, A extends Actor = ActorOf[E['audience']]> = E extends { gives: 'events' }
  ? never
  : E extends { gives: 'file' }
    ?
        | ((ctx: Ctx<A>, input: Input<E>) => Promise<FileAnswer>)
        | MultiStepHandler<A, MultiStepCtx<A>, Input<E>, FileAnswer>
    : E extends { gives: 'stream' }
      ? MultiStepHandler<A, MultiStepCtx<A>, Input<E>, AsyncIterable<Output<E>>>
      : E extends { takes: 'form' }
        ? MultiStepHandler<A, UploadCtx<A>, Input<E>, Output<E> | AnswerLater<Output<E>>>
        :
            | ((ctx: Ctx<A>, input: Input<E>) => Promise<Output<E>>)
            | MultiStepHandler<A, MultiStepCtx<A>, Input<E>, Output<E>>

/** The slow part of an upload's response. It runs once the file is out of memory and its slots are free for others. */
type AnswerLater<O> = () => Promise<O>

/** One handler for every endpoint of the contract. A missing one does not compile. */
export type Handlers<C extends Contract> = {
  [K in keyof C as C[K] extends { gives: 'events' } ? never : K]: Handler<C[K]>
}

/** The endpoints of one contract with their handlers, as `registerRoutes` takes them. */
export interface Routes {
  routes: readonly Route[]
  isDemoOnly: boolean
}

interface RouteOptions {
  /** The routes exist only in demo mode. */
  isDemoOnly?: boolean
}

export const routesOf = <C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  { isDemoOnly = false }: RouteOptions = {},
): Routes => ({
  routes: Object.entries(handlers).flatMap(([name, handler]) => {
    const endpoint = contract[name]
    return endpoint ? [{ endpoint, handler: handler as AnyHandler }] : []
  }),
  isDemoOnly,
})

/** Serves these endpoints. Those of the demo alone are unknown everywhere else. */
export function registerRoutes(app: FastifyInstance, platform: Platform, { routes, isDemoOnly }: Routes) {
  if (isDemoOnly && !platform.ports.isDemo) return
  for (const each of routes) route(app, platform, each)
}

type Work = (ctx: unknown, input: unknown) => Promise<unknown>
type AnyHandler = Work | MultiStepHandler<Actor, unknown, unknown, unknown>

interface Route {
  endpoint: Endpoint
  handler: AnyHandler
}

function route(app: FastifyInstance, platform: Platform, { endpoint, handler }: Route) {
  const { pulse } = platform
  const answer = answererOf(endpoint, platform)
  const work = workOf(endpoint, handler, platform)
  const againOf = (request: FastifyRequest) => async (): Promise<Actor> =>
    uninvolved(admit(endpoint, await platform.whoIsNow(request)))
  const { bodyLimit, keepsBody = false, admit: admitBody } = bodyRulesOf(endpoint, handler)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(keepsBody && { config: { keepsBody } }),
    // Runs before the body is read, so that a stranger cannot send megabytes.
    onRequest: (request) =>
      pulse.during(async () => {
        const actor: Actor = admit(endpoint, await platform.whoIs(request))
        await countRequest(platform.ports.limits, endpoint, actor)
        const asking = { actor, askAgain: againOf(request) }
        await admitBody?.(openRequest(platform, request, asking).multiStep, request.params)
      }),
    handler: async (request, reply) => {
      const actor: Actor = admit(endpoint, await platform.whoIs(request))
      // An upload takes minutes, and a provider seconds: meanwhile somebody may have been taken off a team or a case.
      const opened = openRequest(platform, request, {
        actor: typeof handler === 'function' ? actor : uninvolved(actor),
        askAgain: againOf(request),
      })
      const result = await pulse.during(() => work(opened, request))
      opened.applyCookies(reply)
      return answer(result, { request, reply, actor })
    },
  })
}

/** Counts a person's commands, and every request of a key. */
const countRequest = async (limits: Limits, { method }: Endpoint, actor: Actor) => {
  if (actor.role === 'visitor') return
  if (actor.key) await limits.count(keyRate, actor.id)
  else if (method !== 'GET') await limits.count(commandRate, actor.id)
}

/** An upload is admitted by `withUpload` instead. */
const bodyRulesOf = (
  { takes }: Endpoint,
  handler: AnyHandler,
): Partial<MultiStepHandler<Actor, unknown, unknown, unknown>> =>
  takes === 'form' || typeof handler === 'function' ? {} : handler

type Opened = ReturnType<typeof openRequest>

const workOf = (endpoint: Endpoint, handler: AnyHandler, { replica }: Pick<Platform, 'replica'>) => {
  if (endpoint.takes === 'form') {
    const { run, defer, admit: admitUpload, refused, takesUnscanned } = handler as Exclude<AnyHandler, Work>
    return (opened: Opened, request: FastifyRequest) => {
      const onFields =
        (perform: Work) => async (ctx: UploadCtx, fields: Parameters<typeof parseInput>[1]) => {
          // The session may have ended, or a key been withdrawn, while the file was on its way.
          await ctx.askAgain()
          return perform(ctx, parseInput(endpoint, fields))
        }
      const deferred = defer && onFields(defer)
      const taker = { handle: onFields(run), defer: deferred, admit: admitUpload, refused, takesUnscanned }
      return withUpload(opened.multiStep, request, taker)
    }
  }
  return async (opened: Opened, request: FastifyRequest) => {
    // Otherwise the fields of the form would be ignored and the command carried out.
    if (request.isMultipart()) throw unsupported()
    const input = parseInput(endpoint, request)
    if (typeof handler !== 'function') return handler.run(opened.multiStep, input)
    // A command is one transaction. A read needs none.
    if (endpoint.method === 'GET') {
      const { reading, inSlot } = opened
      // The firm's lists and figures over all clients are the heaviest queries. What a client reads is found by its
      // key.
      const usesReplica = replica !== null && endpoint.audience === 'firm'
      if (usesReplica) return inSlot(() => replica.read((db) => handler({ ...reading, db }, input)))
      return inSlot(() => handler(reading, input))
    }
    return opened.multiStep.transaction((ctx) => handler(ctx, input))
  }
}

/** Whether a request would be admitted now. Throws if that can't be found out at the moment. */
const isAdmittedNow = async (endpoint: Endpoint, whoIsNow: () => Promise<Actor>) => {
  try {
    admit(endpoint, await whoIsNow())
    return true
  } catch (error) {
    if (error instanceof Problem && error.code !== 'unavailable') return false
    throw error
  }
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  actor: Actor
}

const answererOf = (endpoint: Endpoint, { db, whoIsNow, mayKeepFiles, checksAnswers }: Platform) => {
  /** For what goes on for a while: it breaks off after its reader has been signed out, as their next request would. */
  const endWithSession = ({ request, reply, actor }: Exchange) => {
    const isAdmitted = () => isAdmittedNow(endpoint, () => whoIsNow(request))
    if (actor.role !== 'visitor') endOnceRefused(reply, isAdmitted)
  }
  if (endpoint.gives === 'file')
    return async (result: unknown, exchange: Exchange) => {
      endWithSession(exchange)
      const { request, reply } = exchange
      return sendFile(result as FileAnswer, request, { reply, isKept: await mayKeepFiles(db) })
    }
  const serialize = serializerOf(endpoint, { isChecked: checksAnswers })
  if (endpoint.gives === 'stream')
    return (result: unknown, exchange: Exchange) => {
      endWithSession(exchange)
      return sendStream(result as AsyncIterable<unknown>, serialize, exchange.reply)
    }
  return async (result: unknown, { request, reply, actor }: Exchange) => {
    reply.code(endpoint.status)
    if (endpoint.status === 204) return reply.send()
    if (endpoint.paged) linkToOlder(result as { id: string }[], request, reply)
    const text = serialize(result)
    const body = isSafeToCompress(request, actor) ? await compressed(text, request, reply) : text
    return reply.type('application/json; charset=utf-8').send(body)
  }
}

type Parts = Pick<FastifyRequest, 'query' | 'body' | 'params'>

/** Returns path, query or body as the contract's input. Throws a Problem that names each faulty field. */
function parseInput(endpoint: Endpoint, { query, body, params }: Parts) {
  const inPath = (name: string) => Object.hasOwn(params as object, name)
  const raw = endpoint.method === 'GET' ? knownOnly(endpoint, query) : objectOf(body)
  if (endpoint.method !== 'GET') refuseTwice(Object.keys(raw).filter(inPath))
  const parsed = safeDecode(endpoint.input, { ...raw, ...(params as object) })
  if (parsed.success) return parsed.data
  const problem = invalidInput(parsed.error)
  // A malformed id in the path means that the thing does not exist.
  const isUnknownThing = Object.keys(problem.fields).some(inPath)
  if (isUnknownThing) throw unknown()
  if (lacksPasswordAlone(endpoint, raw, problem)) throw reauthenticate(passwordFirst, problem.fields)
  throw isOfOtherVersion(endpoint, raw, problem)
    ? invalidFields(problem.fields, problem.reason, otherVersion)
    : problem
}

/** Returns whether all that is wrong is a confirming password that was not sent, or sent empty. */
const lacksPasswordAlone = ({ input }: Endpoint, raw: object, { fields }: Problem) =>
  Object.keys(fields).every(
    (name) => isConfirming(input.shape[name]) && ['', undefined].includes(Reflect.get(raw, name)),
  )

const passwordFirst =
  'Please enter your password to confirm this. If there is no field for it, reload this page.'

/** Returns whether the fault is a name that this version does not know, or one that it needs and did not get. */
const isOfOtherVersion = ({ input }: Endpoint, raw: object, { fields, reason }: Problem) =>
  reason === 'unknown_field' ||
  Object.keys(input.shape).some((name) => Object.hasOwn(fields, name) && !Object.hasOwn(raw, name))

/** Refuses a field of the path in the body, where it could only contradict the path. */
const refuseTwice = (names: string[]) => {
  if (names.length === 0) return
  const fields = Object.fromEntries(names.map((name) => [name, unknownField]))
  throw invalidFields(fields, 'unknown_field')
}

// Unknown query parameters are ignored, because browsers and email apps add their own.
const knownOnly = (endpoint: Endpoint, query: unknown) => {
  const known = new Set(Object.keys(endpoint.input.shape))
  return Object.fromEntries(Object.entries(query as object).filter(([name]) => known.has(name)))
}

const objectOf = (body: unknown): object => {
  if (body === undefined || body === null) return {}
  if (typeof body === 'object' && !Array.isArray(body)) return body
  throw new Problem('invalid', "We couldn't read that request.")
}
