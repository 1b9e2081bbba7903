import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { uploadLimit } from '#contract/documents/documents.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { Log } from '../diagnostics/log.ts'
import { minutes, seconds } from '../time/durations.ts'
import { parseJsonBodies } from './json.ts'
import { refuseConnection } from './raw-socket-responses.ts'
import { answerProblems, sendProblem, unknown } from './responses.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request's headers arrived, by `performance.now()`. */
    askedAt: number
  }
}

export interface HttpSettings {
  log: Log
  /** Number of proxies in front whose X-Forwarded-For is trusted. */
  proxies: number
  /** The portal's public origin. Null means the Host of the request. */
  origin: string | null
  isSecure: boolean
}

/** Opens a server with the rules for every response: headers, ids, limits, and which sites may change things. */
export async function openHttp(settings: HttpSettings): Promise<FastifyInstance> {
  const rules = settings.isSecure ? { ...everywhere, ...overTls } : everywhere
  const app = Fastify(optionsOf(settings, rules))
  app.decorateRequest('askedAt', 0)
  app.addHook('onRequest', async (request) => {
    request.askedAt = performance.now()
  })
  answerProblems(app)
  letGoIdle(app)
  // An unknown expectation may be ignored (RFC 9110 §10.1.1).
  app.server.on('checkExpectation', (...args) => app.server.emit('request', ...args))
  // Accepts only JSON and forms with files. Anything else is a form of another site.
  app.removeContentTypeParser('text/plain')
  parseJsonBodies(app)
  // Before the hooks that refuse, because the audit trail records whose browser it was.
  await app.register(cookie)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(rules)
    reply.header('x-request-id', request.id)
    refuseWithoutOneHost(request, reply)
    refuseOtherSites(request, settings.origin)
  })
  // A refusal is ready before the body has ended, so the rest is read and discarded, within bounds.
  const bounds = { bytes: 2 * uploadLimit, time: seconds(10) }
  app.addHook('onSend', async ({ raw }, reply) => {
    if (raw.complete) return
    // Node would close the connection with the last byte of its answer, and so reset whoever is still sending.
    if (reply.raw.shouldKeepAlive) void reply.removeHeader('connection')
    else await isDiscarded(raw, bounds)
  })
  // Not awaited: other hooks record the refusal meanwhile.
  app.addHook('onResponse', async ({ raw }) => void discardBody(raw, bounds))
  await app.register(multipart, {
    limits: { fieldSize: 16 * 1024, fieldNameSize: 100, parts: 12, headerPairs: 50 },
  })
  return app
}

const optionsOf = ({ log, proxies }: HttpSettings, rules: Record<string, string>) =>
  ({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_, hop) => hop < proxies,
    genReqId: () => randomUUID(),
    // More than a form needs, so that the contract can name the field that is too long.
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
    // For an address that the router itself refuses: too long, or not decodable.
    frameworkErrors: (_, request, reply) => {
      void sendProblem(reply.headers(rules).header('x-request-id', request.id), unknown())
    },
    clientErrorHandler: refuseConnection,
    forceCloseConnections: 'idle',
    // While the server closes, a request on an open connection is still served once.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
  }) satisfies FastifyHttpOptions<Server>

/** Responses of the API are data: nothing in them may run, be framed or be cached. */
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

/**
 * HTTP/1.1 requires exactly one Host (RFC 9112 §3.2). Node itself would refuse a missing one with an empty response,
 * and take the first of two.
 */
const refuseWithoutOneHost = ({ raw }: FastifyRequest, reply: FastifyReply) => {
  const hosts = raw.rawHeaders.filter((text, at) => at % 2 === 0 && /^host$/i.test(text)).length
  if (hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')) return
  void reply.header('connection', 'close')
  throw new Problem('invalid', "We couldn't read that request.")
}

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Lets only our own pages change anything. A browser says where a request comes from (Sec-Fetch-Site, or else Origin).
 * A script that sends neither has no visitor's cookies and is let through.
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
 * Closes idle connections while the server closes. Otherwise it would wait for connections that browsers opened early
 * and never used, and for those whose last response ended too late to count as idle.
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

interface DiscardLimits {
  bytes: number
  time: number
}

/**
 * Reads and discards the rest of a body after an early response, since a browser reads no response until it has sent
 * everything. Closes the connection after `bytes` more or `time` milliseconds. Otherwise a sender could keep it open
 * for as long as they like.
 */
export async function discardBody(request: IncomingMessage, limits: DiscardLimits) {
  if (!(await isDiscarded(request, limits))) request.destroy()
}

/** Reads and discards the rest of a body. Resolves with whether it ended within the limits. */
const isDiscarded = (request: IncomingMessage, { bytes, time }: DiscardLimits) =>
  new Promise<boolean>((resolve) => {
    if (request.complete || request.destroyed) return resolve(true)
    let left = bytes
    const timer = setTimeout(() => resolve(false), time)
    request.once('close', () => {
      clearTimeout(timer)
      resolve(true)
    })
    request.once('end', () => resolve(true))
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) resolve(false)
    })
    return request.resume()
  })
