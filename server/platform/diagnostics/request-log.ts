import type { FastifyInstance } from 'fastify'
import type { Log } from './log.ts'

/**
 * Logs one line per request if PORTICO_LOG=info. Logs the route's pattern instead of the address, which may hold
 * personal data.
 */
export function logRequests(app: FastifyInstance, log: Log) {
  app.addHook('onResponse', async (request, reply) => {
    const milliseconds = Math.round(performance.now() - request.askedAt)
    const { id: reqId, method } = request
    const route = request.routeOptions.url ?? null
    log.info({ reqId, method, route, status: reply.statusCode, milliseconds }, 'a request was answered')
  })
}
