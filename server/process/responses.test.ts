import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { cardPath, pages } from '#contract/kit/pages.ts'
import { builtPage } from '#server/app.ts'
import { urlOf } from '#server/testing/cluster.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { freePort } from '#server/testing/loopback.ts'
import { browserAt, newClientAt, newPerson } from './testing/browser.ts'
import { startOpened } from './testing/opened.ts'
import { temporaryFolder } from './testing/portal-process.ts'

const folder = temporaryFolder()
const start = async (name: string, environment: Record<string, string>) =>
  startOpened({
    DATABASE_URL: urlOf(await freshDatabase()),
    PORTICO_DATA: join(folder, name),
    ...environment,
  })
const [demo, secure] = await Promise.all([
  start('demo', { PORTICO_DEMO: '1' }),
  start('secure', {
    PORT: String(await freePort()),
    PORTICO_DEMO: '0',
    PORTICO_URL: 'https://portal.example.co.uk',
  }),
])
const demoAddress = () => demo.address
const secureAddress = () => secure.address

/** Requests a path exactly as it is written. */
async function ask(path: string, method = 'GET', { port } = demo) {
  const asking = request({ host: '127.0.0.1', port, path, method }).end()
  const [reply] = (await once(asking, 'response')) as [IncomingMessage]
  const body = Buffer.concat(await reply.toArray()).toString()
  return { status: reply.statusCode ?? 0, headers: reply.headers as Record<string, string>, body }
}

const isHtml = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
const isJson = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
const asset = `/assets/${readdirSync(join(builtPage, 'assets')).find((name) => name.endsWith('.js'))}`

const everything: [path: string, status: number][] = [
  ['/', 200],
  ['/auth', 200],
  ['/no-such-page', 404],
  ['/api/health', 200],
  ['/api/user', 401],
  ['/api/no-such-thing', 404],
  ['/favicon.svg', 200],
  ['/theme.js', 200],
  [asset, 200],
  ['/assets/no-such-file.js', 404],
  ['/index.html', 404],
  ['/.vite/manifest.json', 404],
  ['/%', 404],
]

test.each(everything)(
  '%s answers %i, safely, with its own number, and HEAD alike without a body',
  async (path, status) => {
    const answer = await ask(path)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(self)',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const policy = answer.headers['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(answer.headers).not.toHaveProperty('strict-transport-security')
    expect(answer.headers).not.toHaveProperty('server')
    expect(answer.headers).not.toHaveProperty('x-powered-by')

    const head = await ask(path, 'HEAD')
    expect(head).toMatchObject({ status, body: '' })
    expect(head.headers['content-type']).toBe(answer.headers['content-type'])
    expect(head.headers['x-request-id']).not.toBe(answer.headers['x-request-id'])
  },
)

test('every page has a policy with a number of its own, which is never used twice', async () => {
  const seen = new Set<string>()
  for (const path of Object.values(pages)) {
    const { status, headers, body } = await ask(path)
    // The demo is already set up, so its setup page does not exist.
    expect(status, path).toBe(path === pages.setup ? 404 : 200)
    expect(headers).toMatchObject(isHtml)
    const [, nonce = ''] =
      /style-src 'self' 'nonce-([\w-]{22})'/.exec(headers['content-security-policy'] ?? '') ?? []
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(body).toContain(`nonce="${nonce}"`)
    expect(body).not.toContain('__CSP_NONCE__')
    expect(body).not.toMatch(/<script(?![^>]*src=)|\son\w+=|style="/)
    seen.add(nonce)
  }
  expect(seen.size).toBe(Object.values(pages).length)
})

test('only the page with Stripe’s card form lets in a script from elsewhere, and from Stripe alone', async () => {
  const card = cardPath('01999999-9999-7999-8999-999999999999')
  const { status, headers } = await ask(card)
  expect(status).toBe(200)
  const policy = (headers['content-security-policy'] ?? '').split('; ')
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self' https://js.stripe.com https://*.js.stripe.com",
      "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
      "connect-src 'self' https://api.stripe.com",
      "form-action 'self'",
    ]),
  )
  expect(policy.join()).not.toContain('unsafe')
  expect(policy.filter((line) => line.includes('https:'))).toHaveLength(3)
  expect(headers).toMatchObject({
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  })
  const others = [...Object.values(pages), `${card}/more`, '/payments/card/', '/nowhere']
  for (const path of others)
    expect((await ask(path)).headers['content-security-policy'], path).not.toMatch(/https?:/)
})

test('what does not exist is a page for people and a sentence for programs, with status 404', async () => {
  expect(await ask('/nowhere/at-all')).toMatchObject({ status: 404, headers: isHtml })
  const words = "We couldn't find what you're looking for."
  const reload = `${words} The portal may have been updated: please reload this page.`
  for (const [path, message] of [
    ['/api/nowhere', reload],
    ['/api/', reload],
    ['/assets/nothing.js', words],
  ] as const) {
    const { status, headers, body } = await ask(path)
    expect({ status, headers }, path).toMatchObject({ status: 404, headers: isJson })
    expect(JSON.parse(body)).toEqual({
      code: 'not_found',
      message,
      fields: {},
    })
  }
  expect(await ask('/auth', 'POST')).toMatchObject({ status: 404, headers: isJson })
})

test('what never changes is kept by browsers for ever, what may change is asked for again', async () => {
  expect((await ask(asset)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await ask('/theme.js')).headers['cache-control']).toBe('no-cache')
})

const outside = ['package.json', 'web.sources', 'server/main.ts', 'data/keys/files.json']
const ways = [
  '/../',
  '/..%2f',
  '/%2e%2e/',
  '/%2e%2e%2f',
  '/..%5c',
  '/assets/../../',
  '/assets/..%2f..%2f',
  '/.%2e/',
  '//../',
  '/%252e%252e%252f',
  '/assets/%00/../',
]

test.each(ways)('no file outside the page is found by way of %s', async (way) => {
  for (const file of outside)
    for (const path of [`${way}${file}`, `${way}${way.slice(1)}${file}`]) {
      const { status, body } = await ask(path)
      expect([400, 403, 404], path).toContain(status)
      expect(body).not.toMatch(/"dependencies"|startPortal|"secret"/)
    }
})

test('the pages and documents of the demo are not there in a real portal', async () => {
  expect(await ask('/auth-test')).toMatchObject({ status: 200 })
  expect(await ask('/auth-test', 'GET', secure)).toMatchObject({ status: 404, headers: isHtml })
  const document = await ask('/api/openapi.json')
  expect(document).toMatchObject({ status: 200, headers: { 'content-type': isJson['content-type'] } })
  expect(JSON.parse(document.body)).toMatchObject({ openapi: '3.1.0' })
  const docs = await ask('/api/docs/')
  expect(docs.status).toBe(200)
  expect(docs.headers['content-security-policy']).not.toMatch(/https?:/)
  for (const path of ['/api/docs', '/api/docs/', '/api/openapi.json']) {
    expect(await ask(path, 'GET', secure), path).toMatchObject({ status: 404, headers: isJson })
    const client = await newClientAt(secureAddress)
    expect((await client.fetch(path)).status, path).toBe(404)
  }
})

test('behind TLS the session cannot leave it', async () => {
  const { headers } = await ask('/auth', 'GET', secure)
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
  const cookies = async (address: () => string) => {
    const reply = await browserAt(address).fetch(accounts.register.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(newPerson()),
    })
    expect(reply.status).toBe(201)
    return reply.headers.getSetCookie()
  }
  for (const cookie of await cookies(secureAddress))
    expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax/)
  expect((await cookies(secureAddress)).join()).toContain('__Host-portico_session=')
  for (const cookie of await cookies(demoAddress)) {
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Lax/)
    expect(cookie).not.toContain('Secure')
  }
})
