import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { uploadLimit } from '#contract/documents.ts'
import { Problem } from '#contract/problem.ts'
import { answerProblems, sendProblem, unknown } from './answers.ts'
import { minutes, seconds } from './durations.ts'
import { forgetRest } from './files/draining.ts'
import type { Log } from './log.ts'

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
    http: { maxHeaderSize: 16 * 1024, headersTimeout: seconds(15) },
    // An address that the router itself refuses: too long, or not decodable.
    frameworkErrors: (_, request, reply) => {
      void sendProblem(reply.header('x-request-id', request.id), unknown())
    },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
  })
  answerProblems(app)
  // JSON and forms with files are all that is taken: anything else is another site's form.
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(settings.isSecure ? { ...everywhere, ...overTls } : everywhere)
    reply.header('x-request-id', request.id)
    refuseOtherSites(request, settings.origin)
  })
  // A refusal comes before the body has ended: what is still on its way is let run out, within bounds.
  app.addHook('onResponse', async ({ raw }) => forgetRest(raw, { bytes: 2 * uploadLimit, time: seconds(10) }))
  await app.register(cookie)
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
    throw new Problem('forbidden', 'This came from another site, so it was not done.', {
      reason: 'other_site',
    })
}
