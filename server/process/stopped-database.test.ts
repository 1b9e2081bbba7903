import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { isAlive, postgresProcessesIn } from '#server/platform/postgres/postmaster-file.ts'
import { seconds } from '#server/platform/time/durations.ts'
import { type Browser, expectServedAgain, newClientAt } from './testing/browser.ts'
import { startOpened } from './testing/opened.ts'
import { type PortalProcess, temporaryFolder } from './testing/portal-process.ts'
import { openRecords } from './testing/records.ts'
import { saveNumber } from './testing/save-profile.ts'
import { randomPhoto, sendFile } from './testing/send-file.ts'

const quiet = { PORTICO_DEMO: '0' }
const soon = { interval: 50 }
const folder = join(temporaryFolder(), 'data')
const portal = await startOpened({ ...quiet, PORTICO_DATA: folder })
const clients = await Promise.all(Array.from({ length: 5 }, () => newClientAt(() => portal.address)))

/** Sends a signal to every process of the database, and then to those that have begun meanwhile. */
const halt = (signal: 'SIGSTOP' | 'SIGCONT') => {
  const reached = new Set<number>()
  for (;;) {
    const others = postgresProcessesIn(join(folder, 'database')).filter((pid) => !reached.has(pid))
    if (others.length === 0) return
    for (const pid of others) {
      reached.add(pid)
      // Leaves out one that has ended meanwhile.
      if (isAlive(pid)) process.kill(pid, signal)
    }
  }
}

const reads = [
  '/api/tasks',
  '/api/documents',
  '/api/user',
  '/api/notifications',
  '/api/activities',
  '/api/payments',
]
const login = { username: 'somebody', password: 'not the password' }

/** Sends many requests at once, by signed-in people and by strangers, and returns each response with its time. */
const askMuch = (at: PortalProcess, people: Pick<Browser, 'fetch' | 'cookie'>[]) => {
  const timed = async (asking: Promise<{ status: number; headers: Headers }>) => {
    const began = performance.now()
    const { status, headers } = await asking
    return { status, retryAfter: headers.get('retry-after'), time: performance.now() - began }
  }
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
  return Promise.all([
    ...people.flatMap(({ fetch: ask }) => reads.map((path) => timed(ask(path)))),
    ...Array.from({ length: 5 }, () =>
      timed(fetch(`${at.address}/api/login`, { ...post, body: JSON.stringify(login) })),
    ),
  ])
}
// `liveness.test.ts` holds the five seconds by the portal's own clock. Here a machine that is busy with other tests sends
// dozens of requests at once, and counts what each of them waits.
const inTime = seconds(8)
const isPutOff = { status: 503, retryAfter: '5' }

test('with the database stopped all are put off within eight seconds, nobody is signed out, and it goes on by itself', async () => {
  const [ana] = clients
  if (!ana) throw new Error('no client')
  const stream = await ana.fetch('/api/events')
  let heard = ''
  const listening = (async () => {
    for await (const text of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) heard += text
  })().catch(() => {})
  const stoppedAt = performance.now()
  halt('SIGSTOP')
  try {
    const paper = sendFile({ address: portal.address, cookie: ana.cookie() }, await randomPhoto())
    for (const answer of await askMuch(portal, clients)) {
      expect(answer).toMatchObject(isPutOff)
      expect(answer.time).toBeLessThan(inTime)
    }
    expect(await paper.answer).toMatchObject({ status: 503 })
    // Long enough to notice anything that waits for ever, and for every connection to be abandoned.
    await sleep(seconds(40) - (performance.now() - stoppedAt))
    for (const answer of await askMuch(portal, clients)) {
      expect(answer).toMatchObject(isPutOff)
      expect(answer.time).toBeLessThan(inTime)
    }
    const health = await fetch(`${portal.address}/api/health`)
    expect(health.status).toBe(503)
    expect(await health.json()).toMatchObject({ status: 'failing', database: 'failing', files: 'ok' })
  } finally {
    halt('SIGCONT')
  }
  for (const client of clients) await expectServedAgain(client)
  await expect.poll(async () => (await fetch(`${portal.address}/api/health`)).status, soon).toBe(200)
  await expect
    .poll(async () => {
      await saveNumber(ana, 0)
      return heard
    }, soon)
    .toContain('"changed"')
  expect(heard).not.toContain('signed_out')
  const records = await openRecords({
    host: join(folder, 'database'),
    port: 5432,
    user: 'postgres',
    database: 'portico',
  })
  await records.rows("select graphile_worker.add_job('sweepFiles')")
  const queued = () => records.rows("select from graphile_worker.jobs where task_identifier = 'sweepFiles'")
  await expect.poll(queued, soon).toEqual([])
  expect(await ana.ask(documents.list, {})).toEqual([])
  await ana.fetch('/api/logout', { method: 'POST' })
  await listening
})

test('told to stop while the database stands still, the portal ends within twenty seconds', async () => {
  halt('SIGSTOP')
  const waiting = askMuch(portal, clients).catch(() => [])
  const pid = Number(readFileSync(join(folder, 'database/postmaster.pid'), 'utf8').split('\n')[0])
  const began = performance.now()
  expect(await portal.end('SIGTERM')).toEqual({ code: 0, signal: null })
  expect(performance.now() - began).toBeLessThan(seconds(20))
  expect(isAlive(pid)).toBe(false)
  await waiting
})
