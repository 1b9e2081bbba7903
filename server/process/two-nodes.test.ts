import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { Health } from '#contract/kit/portal.ts'
import { tasks } from '#contract/tasks.ts'
import type { Connection } from '#server/platform/postgres/roles.ts'
import { letIn } from '#server/testing/external.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { openBlackHoledNetwork } from './testing/black-holed-network.ts'
import { browserAt, expectServedAgain, newClientAt } from './testing/browser.ts'
import { addressesOf } from './testing/forgetful-line.ts'
import { startOpened } from './testing/opened.ts'
import { temporaryFolder } from './testing/portal-process.ts'
import { openRecords } from './testing/records.ts'

const connection = await freshDatabase()
const records = await openRecords(connection)
// The second node reaches the database over a connection that can go dead.
const line = await openBlackHoledNetwork(connection)
const start = (name: string, way: Connection) =>
  startOpened({
    ...addressesOf(way),
    PORTICO_DATA: join(temporaryFolder(), name),
    PORTICO_DEMO: '0',
    PORTICO_RATE_LIMIT: 'off',
  })
// Started together, so that both try to migrate at once.
const [here, there] = await Promise.all([
  start('here', connection),
  start('there', { ...connection, ...line }),
])

/** A client with the same session on both nodes, which have both cached it. */
async function clientOnBothNodes() {
  const near = await newClientAt(() => here.address)
  const far = browserAt(() => there.address)
  for (const [name, value] of near.jar) far.jar.set(name, value)
  for (const browser of [near, far, far]) await browser.ask(tasks.list, {})
  return { near, far }
}

const statusOf = async ({ fetch }: Pick<ReturnType<typeof browserAt>, 'fetch'>) =>
  (await fetch('/api/tasks')).status

/** Polls often enough for NOTIFY, which takes a moment and never a second. */
const soon = { interval: 5 }

test('whoever signs out on one node is signed out on the other', async () => {
  const { near, far } = await clientOnBothNodes()
  await near.ask(accounts.logout, {})
  await expect.poll(() => statusOf(far), soon).toBe(401)
})

test('a changed password ends the other sessions on every node, and their open streams', async () => {
  const { near, far } = await clientOnBothNodes()
  const elsewhere = browserAt(() => there.address)
  const { username } = near.user
  await elsewhere.ask(accounts.login, { username, password: near.password })
  const stream = await elsewhere.fetch('/api/events')
  expect(stream.status).toBe(200)

  const newPassword = 'another good one'
  await near.ask(accounts.changePassword, {
    currentPassword: near.password,
    newPassword,
    confirmPassword: newPassword,
  })
  await expect.poll(() => statusOf(elsewhere), soon).toBe(401)
  expect(await stream.text()).toContain('"signed_out"')
  expect(await statusOf(far)).toBe(200)
})

const ofBuses =
  "from pg_stat_activity where application_name = 'portico-bus' and datname = current_database()"
const listening = async () => (await records.rows(`select pid ${ofBuses}`)).length

test('a node that has lost its listening connection trusts no memory until it listens again', async () => {
  const { near, far } = await clientOnBothNodes()
  expect(await listening()).toBe(2)
  await letIn(connection, false)
  try {
    await records.rows(`select pg_terminate_backend(pid) ${ofBuses}`)
    await expect.poll(listening).toBe(0)
    expect(await statusOf(far)).toBe(200)
    await near.ask(accounts.logout, {})
    // At once, without polling.
    expect(await statusOf(far)).toBe(401)
    expect(await listening()).toBe(0)
  } finally {
    await letIn(connection, true)
  }
  await expect.poll(listening).toBe(2)

  const again = await clientOnBothNodes()
  await again.near.ask(accounts.logout, {})
  await expect.poll(() => statusOf(again.far), soon).toBe(401)
})

test('nodes that the database does not let in ask people to wait, say which part fails, and recover', async () => {
  const { near, far } = await clientOnBothNodes()
  const health = async () => {
    const reply = await near.fetch('/api/health')
    return { status: reply.status, parts: Health.parse(await reply.json()) }
  }
  await letIn(connection, false)
  try {
    await records.rows(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'portico%' and datname = current_database()",
    )
    for (const browser of [near, far]) {
      const reply = await browser.fetch('/api/tasks')
      expect(reply.status).toBe(503)
      expect(reply.headers.get('retry-after')).toBe('5')
      expect(await reply.json()).toMatchObject({ code: 'unavailable' })
    }
    const parts = { status: 'failing', database: 'failing', files: 'ok' }
    await expect.poll(health).toMatchObject({ status: 503, parts })
  } finally {
    await letIn(connection, true)
  }
  await expect.poll(listening).toBe(2)
  for (const browser of [near, far]) await expectServedAgain(browser)
  const parts = { status: 'ok', database: 'ok', files: 'ok', jobs: 'ok' }
  await expect.poll(health).toMatchObject({ status: 200, parts })
})

test('a listening connection that has gone dead unnoticed is noticed within seconds', async () => {
  const { near, far } = await clientOnBothNodes()
  line.goDead('portico-bus')
  await near.ask(accounts.logout, {})
  expect(await statusOf(far)).toBe(200)
  await expect.poll(() => statusOf(far), { interval: 50 }).toBe(401)
})

test('lines to the database that have all gone dead are given up within seconds, and new ones are made', async () => {
  const { far } = await clientOnBothNodes()
  line.goDead('portico')
  const began = performance.now()
  const answers = await Promise.all(Array.from({ length: 20 }, () => statusOf(far)))
  // Five seconds, and some more for a machine that is busy with other tests.
  expect(performance.now() - began).toBeLessThan(8000)
  expect(answers.filter((status) => status !== 200 && status !== 503)).toEqual([])
  await expectServedAgain(far)
})
