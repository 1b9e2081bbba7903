import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, type Input, type Output, safeDecode } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { invalid, notKnown } from '#contract/kit/transport.ts'
import type { Actor, ActorOf, Ctx, FileAnswer, MultiStepCtx, UploadCtx } from '../ctx.ts'
import { admit } from './audience.ts'
import { compressed, isSafeToCompress } from './compression.ts'
import { sendFile } from './file-responses.ts'
import { commandRate, keyRate, type Limits } from './limits.ts'
import { openRequest, type Platform } from './request.ts'
import { linkToOlder, unknown, unsupported } from './responses.ts'
import { type Serializer, serializerOf } from './serializer.ts'
import { type UploadAdmission, type UploadRefused, withUpload } from './uploads.ts'

type Contract = Record<string, Endpoint>

/** A handler that opens its own transactions: it talks to the outside between them. */
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
 * `admit` is asked before a body is received, and of an upload `refused` is told of each that was not taken
 * then; `defer` takes one in place of `work` whose turn would come too late. `takesUnscanned` takes a file that the virus scanner
 * could not be asked about, and keeps it closed. `bodyLimit`, in bytes, is for a body
 * of JSON that holds a file; `keepsBody` hands it on as it came, too, for what is signed.
 */
export const multiStep = <A extends Actor, C extends MultiStepCtx, I, O>(
  work: (ctx: C, input: I) => Promise<O>,
  around: Omit<MultiStepHandler<A, C, I, O>, 'run'> = {},
): MultiStepHandler<A, C, I, O> => ({ run: work, ...around })

/** The actor is typed by the audience, so that a handler for the wrong one does not compile. */
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

/** What of an upload's answer has to be waited for: done when its file is out of memory, and others have its place. */
type AnswerLater<O> = () => Promise<O>

/** One handler for every endpoint of the contract: a missing one does not compile. */
export type Handlers<C extends Contract> = {
  [K in keyof C as C[K] extends { gives: 'events' } ? never : K]: Handler<C[K]>
}

/** The endpoints of one contract with what answers them. */
export interface Routes {
  register: (app: FastifyInstance, platform: Platform) => void
}

interface RouteOptions {
  /** Elsewhere there are no such addresses. */
  isDemoOnly?: boolean
}

export const routesOf = <C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  { isDemoOnly = false }: RouteOptions = {},
): Routes => ({
  register: (app, platform) => {
    if (isDemoOnly && !platform.ports.isDemo) return
    for (const [name, handler] of Object.entries(handlers)) {
      const endpoint = contract[name]
      if (endpoint) route(app, platform, { endpoint, handler: handler as AnyHandler })
    }
  },
})

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
  const { bodyLimit, keepsBody = false, admit: admitBody } = bodyRulesOf(endpoint, handler)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(keepsBody && { config: { keepsBody } }),
    // Before the body is read: a stranger's megabytes are not worth receiving.
    onRequest: (request) =>
      pulse.during(async () => {
        const actor: Actor = admit(endpoint, await platform.whoIs(request))
        await countRequest(platform.ports.limits, endpoint, actor)
        await admitBody?.(openRequest(platform, request, actor).multiStep)
      }),
    handler: async (request, reply) => {
      const actor: Actor = admit(endpoint, await platform.whoIs(request))
      const opened = openRequest(platform, request, actor)
      const result = await pulse.during(() => work(opened, request))
      opened.applyCookies(reply)
      return answer(result, { request, reply, actor })
    },
  })
}

/** Of a person, what changes something is counted; of a key, everything. */
const countRequest = async (limits: Limits, { method }: Endpoint, actor: Actor) => {
  if (actor.role === 'visitor') return
  if (actor.key) await limits.count(keyRate, actor.id)
  else if (method !== 'GET') await limits.count(commandRate, actor.id)
}

/** A form is admitted by whoever receives it. */
const bodyRulesOf = (
  { takes }: Endpoint,
  handler: AnyHandler,
): Partial<MultiStepHandler<Actor, unknown, unknown, unknown>> =>
  takes === 'form' || typeof handler === 'function' ? {} : handler

type Opened = ReturnType<typeof openRequest>

const workOf = (endpoint: Endpoint, handler: AnyHandler, { replica }: Pick<Platform, 'replica'>) => {
  if (endpoint.takes === 'form') {
    const { run, defer, admit: admitUpload, refused, takesUnscanned } = handler as Exclude<AnyHandler, Work>
    const onFields = (perform: Work) => (ctx: UploadCtx, fields: Parameters<typeof parseInput>[1]) =>
      perform(ctx, parseInput(endpoint, fields))
    const deferred = defer && onFields(defer)
    const taker = { handle: onFields(run), defer: deferred, admit: admitUpload, refused, takesUnscanned }
    return (opened: Opened, request: FastifyRequest) => withUpload(opened.multiStep, request, taker)
  }
  return async (opened: Opened, request: FastifyRequest) => {
    // Its fields would be left unread, and the rest be done.
    if (request.isMultipart()) throw unsupported()
    const input = parseInput(endpoint, request)
    if (typeof handler !== 'function') return handler.run(opened.multiStep, input)
    // A command is one transaction; a read needs none.
    if (endpoint.method === 'GET') {
      const { reading, inSlot } = opened
      // Lists and figures over all clients weigh most; what one client reads is found by its key.
      const isBorne = replica !== null && endpoint.audience === 'firm'
      if (isBorne) return inSlot(() => replica.read((db) => handler({ ...reading, db }, input)))
      return inSlot(() => handler(reading, input))
    }
    return opened.multiStep.transaction((ctx) => handler(ctx, input))
  }
}

interface Asked {
  request: FastifyRequest
  reply: FastifyReply
  actor: Actor
}

const answererOf = (endpoint: Endpoint, { db, mayKeepFiles, checksAnswers }: Platform) => {
  if (endpoint.gives === 'file')
    return async (result: unknown, { request, reply }: Asked) =>
      sendFile(result as FileAnswer, request, { reply, isKept: await mayKeepFiles(db) })
  const serialize = serializerOf(endpoint, { isChecked: checksAnswers })
  if (endpoint.gives === 'stream')
    return (result: unknown, { reply }: Asked) =>
      sendStream(result as AsyncIterable<unknown>, serialize, reply)
  return async (result: unknown, { request, reply, actor }: Asked) => {
    reply.code(endpoint.status)
    if (endpoint.status === 204) return reply.send()
    if (endpoint.paged) linkToOlder(result as { id: string }[], request, reply)
    const text = serialize(result)
    const body = isSafeToCompress(request, actor) ? await compressed(text, request, reply) : text
    return reply.type('application/json; charset=utf-8').send(body)
  }
}

type Parts = Pick<FastifyRequest, 'query' | 'body' | 'params'>

/** Path, query or body as the contract's input, or a refusal that names each field. */
function parseInput(endpoint: Endpoint, { query, body, params }: Parts) {
  const inPath = (name: string) => Object.hasOwn(params as object, name)
  const raw = endpoint.method === 'GET' ? knownOnly(endpoint, query) : objectOf(body)
  if (endpoint.method !== 'GET') refuseTwice(Object.keys(raw).filter(inPath))
  const parsed = safeDecode(endpoint.input, { ...raw, ...(params as object) })
  if (parsed.success) return parsed.data
  const problem = invalid(parsed.error)
  // An id that cannot exist is a thing that does not exist.
  const isUnknownThing = Object.keys(problem.fields).some(inPath)
  throw isUnknownThing ? unknown() : problem
}

/** What stands in the path decides: a body that says it too could only contradict it. */
const refuseTwice = (names: string[]) => {
  if (names.length === 0) return
  const fields = Object.fromEntries(names.map((name) => [name, notKnown]))
  throw new Problem('invalid', 'Please check the highlighted fields.', { fields, reason: 'unknown_field' })
}

// Unknown query parameters are ignored: browsers and mail readers add their own.
const knownOnly = (endpoint: Endpoint, query: unknown) => {
  const known = new Set(Object.keys(endpoint.input.shape))
  return Object.fromEntries(Object.entries(query as object).filter(([name]) => known.has(name)))
}

const objectOf = (body: unknown): object => {
  if (body === undefined || body === null) return {}
  if (typeof body === 'object' && !Array.isArray(body)) return body
  throw new Problem('invalid', "We couldn't read that request.")
}

/**
 * Sends one answer bit by bit, as server-sent events (WHATWG HTML §9.2). Who goes away ends the work behind it,
 * and what goes wrong before the first event is refused like any other question.
 */
async function sendStream(events: AsyncIterable<unknown>, serialize: Serializer, reply: FastifyReply) {
  const asked = events[Symbol.asyncIterator]()
  // Who left before the first words would otherwise leave the work behind them for ever half done.
  let isLeft = false
  reply.raw.once('close', () => {
    isLeft = true
    void asked.return?.()
  })
  const first = await asked.next()
  if (isLeft || reply.raw.destroyed) {
    await asked.return?.()
    return reply.hijack()
  }
  async function* written() {
    try {
      for (let next = first; !next.done; next = await asked.next()) yield `data: ${serialize(next.value)}\n\n`
    } finally {
      await asked.return?.()
    }
  }
  return reply
    .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
    .type('text/event-stream; charset=utf-8')
    .send(Readable.from(written()))
}
