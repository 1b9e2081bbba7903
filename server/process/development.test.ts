import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { urlOf } from '#server/testing/cluster.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { startPortal, temporaryFolder } from './testing/portal-process.ts'

const changed = join(import.meta.dirname, '../../web/platform/clock.ts')

test('in development an open page hears of a changed source, through the same address and under the same policy', async () => {
  const portal = await startPortal({
    DATABASE_URL: urlOf(await freshDatabase()),
    PORTICO_DATA: join(temporaryFolder(), 'data'),
    PORTICO_DEMO: '0',
    PORTICO_DEV: '1',
  })
  const read = async (path: string) => (await fetch(portal.address + path)).text()

  const page = await fetch(`${portal.address}/auth`)
  const html = await page.text()
  const policy = page.headers.get('content-security-policy') ?? ''
  const [, nonce] = /script-src 'self' 'nonce-([^']+)'/.exec(policy) ?? []
  expect(policy).not.toContain('unsafe')
  const scripts = html.match(/<script[^>]*>/g) ?? []
  expect(scripts.length).toBeGreaterThan(2)
  for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
  expect((await fetch(`${portal.address}/no-such-page`)).status).toBe(404)
  expect((await fetch(`${portal.address}/api/health`)).status).toBe(200)

  expect(await read('/platform/clock.ts')).toContain('export const')
  const [, token] = /wsToken = "([^"]+)"/.exec(await read('/@vite/client')) ?? []
  const socket = new WebSocket(`ws://127.0.0.1:${portal.port}/?token=${token}`, 'vite-hmr')
  const messages: string[] = []
  socket.addEventListener('message', ({ data }) => messages.push(String(data)))
  await expect.poll(() => messages.join()).toContain('connected')
  // A server that is still looking through its sources hears of a later change.
  const change = () => {
    const now = new Date()
    utimesSync(changed, now, now)
    return messages.join()
  }
  await expect.poll(change, { interval: 200 }).toMatch(/"type":"(update|full-reload)"/)

  expect(await portal.end('SIGTERM')).toEqual({ code: 0, signal: null })
})
