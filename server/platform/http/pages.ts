import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isCardPage, isPage, type Page, pageAt, pages as portalPages } from '#contract/kit/pages.ts'
import { escapeHtml } from '#contract/kit/text.ts'
import { type Firm, settings } from '#contract/settings.ts'
import { seconds } from '../time/durations.ts'
import { compressed } from './compression.ts'
import type { Platform } from './request.ts'
import { sendProblem, unknownAddress } from './responses.ts'
import { serializerOf } from './serializer.ts'
import { homeFile, openSignInPage } from './sign-in-page.ts'

/** Marks the place in index.html of the nonce that admits the page's own style elements. */
export const noncePlaceholder = '__CSP_NONCE__'
/** Marks the place of the firm's public details, so that no page has to request them first. */
const firmPlaceholder = '__FIRM__'

interface Pages {
  /** The folder that `npm run build` fills. */
  folder: string
  isDemo: boolean
  isSecure: boolean
  /** Returns whether the portal has not been set up yet. Afterwards the setup page answers 404. */
  needsSetup: () => Promise<boolean>
  /** Returns the firm's public details. Rejects while they cannot be read. */
  showFirm: () => Promise<Firm>
  whoIs: Platform['whoIs']
}

/**
 * Serves the built page. Every page address gets the same HTML, an unknown one with status 404. Throws if the page is
 * not built.
 */
export async function servePages(app: FastifyInstance, { folder, ...pages }: Pages) {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) throw new Error('The page is not built. Run npm run build first.')
  const html = readFileSync(index, 'utf8')
  const homeHtml = readFileSync(join(folder, homeFile), 'utf8')
  const drawSignIn = openSignInPage(folder, pages.isSecure)
  /** Returns the HTML that loads fastest for this visitor. The plain page works for everyone. */
  const htmlFor = async (page: Page | null, request: FastifyRequest, firm: Firm | null) => {
    if (page !== portalPages.auth && page !== portalPages.dashboard) return html
    const role = (await withinOneSecond(Promise.resolve(pages.whoIs(request))))?.role
    if (page === portalPages.dashboard) return role === 'client' ? homeHtml : html
    return (role === 'visitor' && firm && drawSignIn(firm)) || html
  }

  await app.register(staticFiles, {
    root: folder,
    index: false,
    wildcard: false,
    cacheControl: false,
    // The build compresses each file, and the browser's `accept-encoding` chooses. A compressed file has no address of
    // its own.
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}'],
    // HTML needs its nonce first, and hidden files of the build are not public.
    allowedPath: (path) => !path.endsWith('.html') && !path.startsWith('/.'),
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    if (!isForPages(request) || path.startsWith('/assets/')) return sendProblem(reply, unknownAddress(path))
    reply.code(await statusOfPage(path, pages))
    const firm = await withinOneSecond(pages.showFirm())
    const fitting = await htmlFor(pageAt(path), request, firm)
    return sendPage(request, reply, { html: fitting, firm, isSecure: pages.isSecure })
  })
}

/** Waits one second at most. The page is sent even if the database is down, and requests what is missing by itself. */
const withinOneSecond = <T>(knowing: Promise<T>) =>
  Promise.race([knowing.catch(() => null), sleep(seconds(1), null, { ref: false })])

export const statusOfPage = async (
  path: string,
  { isDemo, needsSetup }: Pick<Pages, 'isDemo' | 'needsSetup'>,
) => {
  if (pageAt(path) === portalPages.setup) return (await needsSetup()) ? 200 : 404
  return isPage(path, isDemo) ? 200 : 404
}

/** Returns whether the request may be for a page. The API never answers with HTML. */
export const isForPages = ({ url, method }: Pick<FastifyRequest, 'url' | 'method'>) =>
  (method === 'GET' || method === 'HEAD') && !url.startsWith('/api/')

interface PageAnswer {
  html: string
  firm?: Firm | null
  isSecure: boolean
  /** In development the page begins with a script of Vite's own, which carries the nonce. */
  isDevelopment?: boolean
}

export const sendPage = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { html, firm, isSecure, isDevelopment = false }: PageAnswer,
) => {
  const nonce = randomBytes(16).toString('base64url')
  const known = firm ? escapeHtml(writeFirm(firm)) : ''
  const page = html.replaceAll(noncePlaceholder, nonce).replace(firmPlaceholder, () => known)
  // The page holds no personal data, so it is safe to compress for a request from any site.
  const body = await compressed(page, request, reply)
  const path = request.url.split('?')[0] ?? '/'
  const isForCards = isCardPage(path)
  if (isForCards) void reply.headers(forCardForm)
  return reply
    .header('content-security-policy', pagePolicy(nonce, { isSecure, isDevelopment, isForCards }))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(body)
}

const writeFirm = serializerOf(settings.firm)

/**
 * What the page with Stripe's form may load from elsewhere (docs.stripe.com/security/guide); no other page may load
 * anything.
 */
const stripe = {
  scripts: ' https://js.stripe.com https://*.js.stripe.com',
  frames: ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  connections: ' https://api.stripe.com',
}
/** A wallet asks in Stripe's frame, and in a window of its own. */
const forCardForm = {
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}
const fromNowhere = { scripts: '', frames: '', connections: '' }

interface PolicyFacts extends Required<Pick<PageAnswer, 'isSecure' | 'isDevelopment'>> {
  isForCards: boolean
}

const pagePolicy = (nonce: string, { isSecure, isDevelopment, isForCards }: PolicyFacts) => {
  const { scripts, frames, connections } = isForCards ? stripe : fromNowhere
  return [
    "default-src 'none'",
    `script-src 'self'${isDevelopment ? ` 'nonce-${nonce}'` : ''}${scripts}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${connections}`,
    `frame-src 'self'${frames}`,
    "media-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    // Our own page shows the capture page of a verification session in a frame.
    "frame-ancestors 'self'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
    // Vite waits in a worker for the server to restart.
    ...(isDevelopment ? ["worker-src 'self' blob:"] : []),
  ].join('; ')
}
