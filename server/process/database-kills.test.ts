import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { Health } from '#contract/kit/portal.ts'
import { statusOf } from '#contract/kit/problem.ts'
import { tasks } from '#contract/tasks.ts'
import { newClientAt } from './testing/browser.ts'
import { startOpened } from './testing/opened.ts'
import { temporaryFolder } from './testing/portal-process.ts'
import { openRecords } from './testing/records.ts'
import { keepSaving, savedNumber, saveNumber } from './testing/save-profile.ts'
import { randomPhoto, sendFile } from './testing/send-file.ts'

const folder = join(temporaryFolder(), 'data')
const environment = { PORTICO_DATA: folder, PORTICO_RATE_LIMIT: 'off', PORTICO_DEMO: '0' }
let portal = await startOpened(environment)
const client = await newClientAt(() => portal.address)
const soon = { interval: 20 }

const postgres = () => Number(readFileSync(join(folder, 'database/postmaster.pid'), 'utf8').split('\n')[0])
const health = async () => {
  const reply = await client.fetch('/api/health')
  const parts = Health.parse(await reply.json())
  expect(reply.status).toBe(parts.status === 'ok' ? 200 : 503)
  return { ...parts, retryAfter: reply.headers.get('retry-after') }
}
const well = { status: 'ok', database: 'ok', files: 'ok', jobs: 'ok' }

const inside = { host: join(folder, 'database'), port: 5432, user: 'postgres', database: 'portico' }

test('when PostgreSQL is killed, people are asked to wait, and then all goes on with nothing lost', async () => {
  expect(await health()).toMatchObject(well)
  const paper = sendFile({ address: portal.address, cookie: client.cookie() }, await randomPhoto())
  expect(await paper.answer).toMatchObject({ status: 201 })
  const saving = keepSaving(client)
  await expect.poll(() => saving.seen.length, soon).toBeGreaterThan(20)
  const killed = postgres()

  process.kill(killed, 'SIGKILL')
  await expect.poll(() => saving.seen.some(({ status }) => status === 503), soon).toBe(true)
  // Until the new one has started, a process of the killed one may still answer whoever is connected to it.
  await expect.poll(postgres, soon).not.toBe(killed)
  const before = saving.seen.length
  await expect.poll(() => saving.seen.slice(before).some(({ status }) => status === 200), soon).toBe(true)
  const { acknowledged } = await saving.end()

  const refused = saving.seen.filter(({ status }) => status !== 200)
  for (const refusal of refused)
    expect(refusal).toEqual({ status: 503, retryAfter: '5', code: 'unavailable' })
  expect(await savedNumber(client)).toBe(acknowledged)
  expect(await client.ask(documents.list, {})).toHaveLength(1)
  await expect.poll(health, soon).toMatchObject(well)
})

test('after that, live pages and jobs work as before', async () => {
  const stream = await client.fetch('/api/events')
  let heard = ''
  const listening = (async () => {
    for await (const text of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) heard += text
  })()
  // If the first change comes before the portal listens again, the page hears of a later one.
  await expect
    .poll(async () => {
      await saveNumber(client, 0)
      return heard
    }, soon)
    .toContain('"changed"')
  await client.ask(accounts.logout, {})
  await listening
  expect(heard).toContain('"signed_out"')
  await client.ask(accounts.login, { username: client.user.username, password: client.password })

  const records = await openRecords(inside)
  await records.rows("select graphile_worker.add_job('sweepFiles')")
  const queued = () => records.rows("select from graphile_worker.jobs where task_identifier = 'sweepFiles'")
  await expect.poll(queued, soon).toEqual([])
})

test('when PostgreSQL is killed in the middle of a job, the job is done again, and the portal lives', async () => {
  const records = await openRecords(inside)
  await records.hold('lock table payments in access exclusive mode')
  await records.rows("select graphile_worker.add_job('settlePayments')")
  // At a full minute other jobs wait for the payments too, perhaps before this one has begun.
  const begun = () =>
    records.rows(
      "select from graphile_worker.jobs where task_identifier = 'settlePayments' and locked_at is not null",
    )
  await expect.poll(async () => (await begun()).length, soon).toBeGreaterThan(0)
  await expect.poll(() => records.waiting(), soon).toBeGreaterThan(0)

  process.kill(postgres(), 'SIGKILL')
  const isAnswered = async () => (await client.fetch('/api/tasks')).status
  await expect.poll(isAnswered, { ...soon, interval: 2 }).toBe(503)
  await expect.poll(isAnswered, soon).toBe(200)
  const queued = () =>
    records.rows("select from graphile_worker.jobs where task_identifier = 'settlePayments'")
  await expect.poll(queued, soon).toEqual([])
  await expect.poll(health, soon).toMatchObject(well)
})

test('a portal that cannot reach its files says so, refuses uploads, and works again when they are back', async () => {
  renameSync(join(folder, 'files'), join(folder, 'files-elsewhere'))
  const failing = { status: 'failing', files: 'failing', database: 'ok', jobs: 'ok', retryAfter: '5' }
  // Requests within two seconds share one health check.
  await expect.poll(health, soon).toMatchObject(failing)
  const paper = sendFile({ address: portal.address, cookie: client.cookie() }, await randomPhoto())
  expect(await paper.answer).toMatchObject({ status: statusOf.unavailable })
  renameSync(join(folder, 'files-elsewhere'), join(folder, 'files'))
  await expect.poll(health, soon).toMatchObject(well)
})

test('killed both at once, portal and PostgreSQL come back with everything that was acknowledged', async () => {
  const saving = keepSaving(client)
  await expect.poll(() => saving.seen.length, soon).toBeGreaterThan(20)
  const database = postgres()
  process.kill(portal.pid, 'SIGKILL')
  process.kill(database, 'SIGKILL')
  await portal.ended
  const { acknowledged, sent } = await saving.end()

  portal = await startOpened(environment)
  const saved = await savedNumber(client)
  // The save in progress may have been written without being answered.
  expect(saved).toBeGreaterThanOrEqual(acknowledged)
  expect(saved).toBeLessThanOrEqual(sent)
  expect(await client.ask(documents.list, {})).toHaveLength(1)
  expect(await client.ask(tasks.list, {})).not.toHaveLength(0)
  expect(await health()).toMatchObject(well)
})
