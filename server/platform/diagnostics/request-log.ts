import type { FastifyInstance } from 'fastify'
import type { Log } from './log.ts'

/**
 * One line a request, where PORTICO_LOG=info asks for it. The address is told as the pattern that it fits: what people
 * typed into it, and whom it is about, is no business of a log's.
 */
export function logRequests(app: FastifyInstance, log: Log) {
  app.addHook('onResponse', async (request, reply) => {
    const milliseconds = Math.round(performance.now() - request.askedAt)
    const { id: reqId, method } = request
    const route = request.routeOptions.url ?? null
    log.info({ reqId, method, route, status: reply.statusCode, milliseconds }, 'a request was answered')
  })
}
