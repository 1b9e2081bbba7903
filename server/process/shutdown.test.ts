import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { urlOf } from '#server/testing/cluster.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { newClientAt } from './testing/browser.ts'
import { startOpened } from './testing/opened.ts'
import { type PortalProcess, startPortal, temporaryFolder } from './testing/portal-process.ts'
import { openRaw } from './testing/raw.ts'
import { keepSaving, savedNumber } from './testing/save-profile.ts'
import { randomPhoto, sendFile } from './testing/send-file.ts'

const quiet = { PORTICO_DEMO: '0', PORTICO_RATE_LIMIT: 'off' }
const large = { width: 1200, height: 800 }
const soon = { interval: 5 }

const isListening = ({ port }: PortalProcess) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).once('error', () => resolve(false))
  })

test('told to stop under load, the portal takes nothing new, finishes what runs, loses nothing, and ends well', async () => {
  const environment = { ...quiet, PORTICO_DATA: join(temporaryFolder(), 'data') }
  let portal: PortalProcess = await startOpened(environment)
  const client = await newClientAt(() => portal.address)
  const stream = await client.fetch('/api/events')
  const idle = await openRaw(portal.port, 'GET /api/firm HTTP/1.1\r\nhost: x\r\n\r\n')
  const silent = await openRaw(portal.port)
  await expect.poll(idle.heard, soon).toContain('200 OK')
  const saving = keepSaving(client)
  const seat = { address: portal.address, cookie: client.cookie() }
  const { promise: until, resolve: sendRest } = Promise.withResolvers<void>()
  const upload = sendFile(seat, await randomPhoto(large), { until })
  await expect.poll(() => saving.seen.length, soon).toBeGreaterThan(20)
  // A connection that has not been accepted yet belongs to no request, and is refused like any later one.
  await expect
    .poll(() => readdirSync(join(environment.PORTICO_DATA, 'files', 'staged')), soon)
    .toHaveLength(1)
  expect(upload.isSent()).toBe(false)

  const ended = portal.end('SIGTERM')
  await expect.poll(() => isListening(portal), soon).toBe(false)
  expect(upload.isSent()).toBe(false)
  // npm, a terminal and a supervisor may each send the signal.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.kill(portal.pid, signal)

  sendRest()
  expect(await upload.answer).toMatchObject({ status: 201 })
  expect(await ended).toEqual({ code: 0, signal: null })
  await Promise.all([idle.closed, silent.closed])
  expect(await stream.text()).toContain('retry:')
  await saving.unheard
  const { acknowledged } = await saving.end()
  for (const { status } of saving.seen) expect(status).toBe(200)

  portal = await startPortal(environment)
  expect(await savedNumber(client)).toBe(acknowledged)
  expect(await client.ask(documents.list, {})).toMatchObject([{ filename: upload.filename }])
})

// The next test runs during the ten seconds of this one.
test.concurrent('somebody who never finishes does not keep the portal from ending within ten seconds', async ({
  expect,
}) => {
  const portal = await startOpened({
    ...quiet,
    DATABASE_URL: urlOf(await freshDatabase()),
    PORTICO_DATA: join(temporaryFolder(), 'data'),
  })
  const client = await newClientAt(() => portal.address)
  const seat = { address: portal.address, cookie: client.cookie() }
  const upload = sendFile(seat, await randomPhoto(large), { onlyBytes: 50_000 })
  const halfSaid = await openRaw(portal.port, 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-le')
  await client.ask(documents.list, {})

  const began = performance.now()
  expect(await portal.end('SIGINT')).toEqual({ code: 0, signal: null })
  // Ten seconds by the portal's own clock. A busy machine takes longer to notice the end.
  expect(performance.now() - began).toBeLessThan(20_000)
  expect(await upload.answer).toBeNull()
  await halfSaid.closed
})

test.concurrent('a signal to npm start reaches the portal', async ({ expect }) => {
  const environment = {
    ...quiet,
    DATABASE_URL: urlOf(await freshDatabase()),
    PORTICO_DATA: join(temporaryFolder(), 'data'),
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // The second start shows that the folder was released.
    const portal = await startPortal(environment, ['npm', 'start'])
    expect(await isListening(portal)).toBe(true)
    await portal.end(signal)
    await expect.poll(() => isListening(portal), soon).toBe(false)
  }
})
