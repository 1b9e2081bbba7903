import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { uploadLimit } from '#contract/documents/documents.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { Log } from '../diagnostics/log.ts'
import { minutes, seconds } from '../time/durations.ts'
import { takeJson } from './json.ts'
import { refuseConnection } from './raw-socket-responses.ts'
import { answerProblems, sendProblem, unknown } from './responses.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** By `performance.now()`, when its head was here. */
    askedAt: number
  }
}

export interface HttpSettings {
  log: Log
  /** Proxies in front whose X-Forwarded-For is believed; 0 believes none. */
  proxies: number
  /** The portal's public origin; null means the Host that was asked. */
  origin: string | null
  isSecure: boolean
}

/** A server with the rules that hold for every answer: headers, ids, limits, and who may change things. */
export async function openHttp(settings: HttpSettings): Promise<FastifyInstance> {
  const rules = settings.isSecure ? { ...everywhere, ...overTls } : everywhere
  const app = Fastify({
    loggerInstance: settings.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_, hop) => hop < settings.proxies,
    genReqId: () => randomUUID(),
    // Above what a form needs, so that the contract can name the field that is too long.
    bodyLimit: 2 * 1024 * 1024,
    requestTimeout: minutes(2),
    connectionTimeout: minutes(3),
    keepAliveTimeout: seconds(10),
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: seconds(10),
      connectionsCheckingInterval: seconds(2),
      requireHostHeader: false,
    },
    // An address that the router itself refuses: too long, or not decodable.
    frameworkErrors: (_, request, reply) => {
      void sendProblem(reply.headers(rules).header('x-request-id', request.id), unknown())
    },
    clientErrorHandler: refuseConnection,
    forceCloseConnections: 'idle',
    // Whoever comes on a kept connection while we close is served once more, and then let go.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
  })
  app.decorateRequest('askedAt', 0)
  app.addHook('onRequest', async (request) => {
    request.askedAt = performance.now()
  })
  answerProblems(app)
  letGoIdle(app)
  // An expectation that is not known may be passed over (RFC 9110 §10.1.1).
  app.server.on('checkExpectation', (...args) => app.server.emit('request', ...args))
  // JSON and forms with files are all that is taken: anything else is another site's form.
  app.removeContentTypeParser('text/plain')
  takeJson(app)
  // Before what refuses: the trail tells whose browser it was.
  await app.register(cookie)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(rules)
    reply.header('x-request-id', request.id)
    refuseWithoutOneHost(request, reply)
    refuseOtherSites(request, settings.origin)
  })
  // A refusal comes before the body has ended: what is still on its way is let run out, within bounds.
  app.addHook('onResponse', async ({ raw }) =>
    discardBody(raw, { bytes: 2 * uploadLimit, time: seconds(10) }),
  )
  await app.register(multipart, {
    limits: { fieldSize: 16 * 1024, fieldNameSize: 100, parts: 12, headerPairs: 50 },
  })
  return app
}

/** Answers of the API are data: nothing in them may run, be framed, or be kept by a cache. */
const everywhere = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(self)',
}
const overTls = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

/** HTTP/1.1 asks for one (RFC 9112 §3.2); Node itself would refuse none without words, and take the first of two. */
const refuseWithoutOneHost = ({ raw }: FastifyRequest, reply: FastifyReply) => {
  const hosts = raw.rawHeaders.filter((text, at) => at % 2 === 0 && /^host$/i.test(text)).length
  if (hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')) return
  void reply.header('connection', 'close')
  throw new Problem('invalid', "We couldn't read that request.")
}

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Only our own pages may change anything. A browser says where a request is from (Sec-Fetch-Site, or else
 * Origin); a script that says neither carries no cookies of a visitor and is let through.
 */
const refuseOtherSites = ({ method, headers, host, protocol }: FastifyRequest, origin: string | null) => {
  if (harmless.has(method)) return
  const site = headers['sec-fetch-site']
  const isOurs =
    site !== undefined
      ? site === 'same-origin' || site === 'none'
      : headers.origin === undefined || headers.origin === (origin ?? `${protocol}://${host}`)
  if (!isOurs)
    throw new Problem('forbidden', 'This request came from another site, so it was refused.', {
      reason: 'other_site',
    })
}

/**
 * A server that closes waits for every connection: also for those that browsers opened ahead of need and never
 * used, and for those whose last answer ended a moment too late to be counted as idle.
 */
const letGoIdle = (app: FastifyInstance) => {
  const open = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  let sweeping: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    sweeping = setInterval(() => {
      app.server.closeIdleConnections()
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }, 50)
  })
  app.addHook('onClose', async () => clearInterval(sweeping))
}

/**
 * For the moment after an answer that did not wait for the whole body: reads on and forgets what still
 * comes, since a browser reads no answer before it has sent everything. The connection is closed after
 * `bytes` more, or `time` milliseconds; left alone it would stay open, stuck, for as long as its sender likes.
 */
export function discardBody(request: IncomingMessage, { bytes, time }: { bytes: number; time: number }) {
  if (request.complete || request.destroyed) return
  let left = bytes
  const timer = setTimeout(() => request.destroy(), time)
  request.once('close', () => clearTimeout(timer))
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
  request.resume()
}
