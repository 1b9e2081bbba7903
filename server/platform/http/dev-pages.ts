import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { isForPages, noncePlaceholder, sendPage, statusOfPage } from './pages.ts'
import { sendProblem, unknown } from './responses.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * Serves the page from its sources and sends changes to open pages, only for `npm run dev`. Everything goes through the
 * portal's own address.
 */
export async function serveDevPages(app: FastifyInstance, pages: Parameters<typeof statusOfPage>[1]) {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: `${root}vite.config.ts`,
    configLoader: 'native',
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, ws: { server: app.server }, proxy: {} },
    html: { cspNonce: noncePlaceholder },
  })
  // Otherwise Vite's open connections would keep the portal from closing.
  app.addHook('preClose', () => vite.close())
  app.setNotFoundHandler(async (request, reply) => {
    if (!isForPages(request)) return sendProblem(reply, unknown())
    if (await isAnswered(vite.middlewares, request.raw, reply.raw)) return reply.hijack()
    const path = request.url.split('?')[0] ?? '/'
    const source = await readFile(`${root}web/index.html`, 'utf8')
    const html = await vite.transformIndexHtml(path, source.replaceAll('"./', '"/'))
    reply.code(await statusOfPage(path, pages))
    return sendPage(request, reply, { html, isSecure: false, isDevelopment: true })
  })
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

const isAnswered = (middleware: Middleware, request: IncomingMessage, response: ServerResponse) =>
  new Promise<boolean>((resolve) => {
    response.once('close', () => resolve(true))
    middleware(request, response, () => resolve(false))
  })
