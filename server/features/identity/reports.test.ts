import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import type { UserId } from '#contract/accounts/accounts.ts'
import { apiKeys } from '#contract/api-keys.ts'
import { identity } from '#contract/identity/identity.ts'
import { identityProvider, identityReports, ReportId } from '#contract/identity/reports.ts'
import { portal as kit } from '#contract/kit/portal.ts'
import { addressOf } from '#contract/kit/transport.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { tasks } from '#contract/tasks.ts'
import { openJobContext } from '#server/platform/jobs/context.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { openGbg } from '#server/providers/identity/gbg.ts'
import { openGbgStandIn } from '#server/providers/identity/testing/gbg.ts'
import { openPortal } from '#server/testing/portal.ts'
import { followReports } from './reports/ask-provider.ts'
import { reportFacts, reportForm } from './testing/report-form.ts'

const gbg = await openGbgStandIn()
afterAll(() => gbg.close())
const portal = await openPortal({
  isDemo: false,
  ports: { identityReports: openGbg({ fixed: null, base: gbg.url }) },
})
const boss = await portal.staff('administrator')
const currentPassword = portal.password
const { clientId, clientSecret, journey } = gbg.state
const connection = { region: 'eu', clientId, clientSecret, journey } as const
const follow = async () => {
  portal.wait(minutes(2))
  const { db, ports, now: clock } = portal
  await followReports(openJobContext({ db, ports, clock, eventHandlers: [] }))
}

const pathOf = ({ path }: { path: string }, id: string) => path.replace(':id', id)
const reportsOf = async (id: UserId) => (await boss.ask(identityReports.ofClient, { id })).reports

test('an uploaded report is stored as its provider’s, with its file, and settles no task', async () => {
  const ana = await portal.client()
  const { id } = ana.user
  const before = await ana.ask(tasks.list, {})
  const answer = await boss.send('POST', pathOf(identityReports.add, id), await reportForm(), {})
  expect(answer).toMatchObject({
    status: 201,
    body: { ...reportFacts, status: 'reported', source: 'uploaded' },
  })
  const [report] = await reportsOf(id)
  expect(report).toMatchObject({
    ...reportFacts,
    file: { name: 'report.pdf' },
    by: expect.any(String),
    url: null,
  })
  const reportId = ReportId.parse(report?.id)
  const { path } = addressOf(identityReports.file, { id, reportId })
  expect((await boss.send('GET', path, undefined, {})).status).toBe(200)
  expect(await ana.ask(tasks.list, {})).toEqual(before)
  expect(await ana.ask(identity.verifications, {})).toEqual([])
  await boss.ask(identityReports.remove, { id, reportId })
  expect(await reportsOf(id)).toEqual([])
})

test('a report must be a PDF with a date that is not in the future', async () => {
  const { id } = (await portal.client()).user
  const path = pathOf(identityReports.add, id)
  const later = await boss.send('POST', path, await reportForm({ checkedOn: '2099-01-01' }), {})
  expect(later).toMatchObject({ status: 400, body: { fields: { checkedOn: expect.any(String) } } })
  const never = await boss.send('POST', path, await reportForm({ checkedOn: '0000-01-01' }), {})
  expect(never).toMatchObject({ status: 400, body: { fields: { checkedOn: 'Please check the year' } } })
  const text = await boss.send('POST', path, await reportForm({}, new Blob(['hello'])), {})
  expect(text.status).toBeGreaterThanOrEqual(400)
  expect(await reportsOf(id)).toEqual([])
})

test('a provider’s system sends a report with a key that may do nothing else, and a repeated one is stored once', async () => {
  const { id } = (await portal.client()).user
  const { token } = await boss.ask(apiKeys.create, {
    name: 'Certified Checks',
    scopes: ['identity.report'],
    lifetime: '30d',
    password: portal.password,
  })
  const send = async (url: string, payload: FormData) =>
    portal.app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } })
  const url = pathOf(identityReports.receive, id)
  expect((await send(url, await reportForm())).statusCode).toBe(201)
  expect((await send(url, await reportForm())).statusCode).toBe(201)
  expect(await reportsOf(id)).toMatchObject([{ source: 'received', by: 'Certified Checks' }])
  expect((await send(pathOf(identityReports.add, id), await reportForm())).statusCode).toBe(403)
  const { rows } = await portal.pool.query(
    'select count(*)::int as n from identity_reports where client_id = $1',
    [id],
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('a report that was still being sent when its key was withdrawn is refused', async () => {
  const { id } = (await portal.client()).user
  const { token, ...key } = await boss.ask(apiKeys.create, {
    name: 'Certified Checks',
    scopes: ['identity.report'],
    lifetime: '30d',
    password: portal.password,
  })
  const address = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const whole = new Response(await reportForm())
  const bytes = Buffer.from(await whole.arrayBuffer())
  const withdrawn = Promise.withResolvers<void>()
  const pieces = async function* () {
    yield bytes.subarray(0, 1000)
    await withdrawn.promise
    yield bytes.subarray(1000)
  }
  const sent = fetch(address + pathOf(identityReports.receive, id), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': whole.headers.get('content-type') ?? '' },
    body: Readable.from(pieces()),
    duplex: 'half',
  })
  const used = async () => (await boss.ask(apiKeys.list, {})).find((listed) => listed.id === key.id)
  await expect.poll(used).toMatchObject({ lastUsedAt: portal.now() })
  await boss.ask(apiKeys.withdraw, { id: key.id, password: portal.password })
  withdrawn.resolve()
  expect((await sent).status).toBe(401)
  expect(await reportsOf(id)).toEqual([])
})

test('the connection to GBG is tested and saved with the password, and its secret is never shown', async () => {
  expect(await boss.ask(identityProvider.test, { ...connection, clientSecret: 'wrong' })).toMatchObject({
    state: 'bad',
  })
  expect(await boss.ask(identityProvider.test, connection)).toMatchObject({ state: 'good' })
  expect(gbg.state.journeys).toEqual([])
  await expect(boss.ask(identityProvider.save, { isOn: true, ...connection })).rejects.toMatchObject({
    reason: 'reauth_required',
  })
  const other = await portal.staff('administrator')
  const saved = await boss.ask(identityProvider.save, { isOn: true, ...connection, currentPassword })
  const [latest] = await other.ask(notifications.list, {})
  expect(latest?.title).toBe('The provider of identity checks has changed')
  await expect(boss.ask(identityProvider.save, { isOn: false, ...connection })).rejects.toMatchObject({
    reason: 'reauth_required',
  })
  expect(saved).toMatchObject({ isOn: true, hasSecret: true, provider: 'GBG' })
  const { rows } = await portal.pool.query(
    `select p::text as text from identity_providers p
     union all select details::text from audit where event = 'identity_provider.changed'`,
  )
  expect(rows).toHaveLength(2)
  for (const { text } of [...rows, { text: JSON.stringify(saved) }]) expect(text).not.toContain(clientSecret)
})

test('GBG is asked once, its page for the client is shown, and its result is kept in its own words', async () => {
  const ana = await portal.client()
  const { id } = ana.user
  const response = await boss.ask(identityReports.ask, { id })
  expect(response).toMatchObject({
    status: 'open',
    provider: 'GBG',
    url: expect.stringContaining('/journey/'),
  })
  expect(gbg.state.journeys.at(-1)).toMatchObject({
    subject: { identity: { firstName: ana.user.firstName } },
  })
  await expect(boss.ask(identityReports.ask, { id })).rejects.toMatchObject({ reason: 'check_running' })
  expect(await boss.ask(identityReports.look, { id, reportId: response.id })).toMatchObject({
    status: 'open',
  })
  gbg.finish('Decision: Pass', [{ name: 'Document', outcome: 'Accept' }])
  await follow()
  await follow()
  expect(await reportsOf(id)).toMatchObject([
    {
      status: 'reported',
      result: 'Decision: Pass',
      steps: [{ name: 'Document', result: 'Accept' }],
      url: null,
    },
  ])
  const received = (await boss.ask(notifications.list, {})).filter(
    ({ title }) => title === 'A report by GBG has arrived',
  )
  expect(received).toHaveLength(1)
  // It settles nothing, because a person decides.
  expect(await ana.ask(identity.verifications, {})).toEqual([])
})

test('a provider that hangs, is down, or sends a page, an endless or a partial response is reported in time', async () => {
  const patient = portal.ports.identityReports
  portal.ports.identityReports = openGbg({ fixed: null, base: gbg.url, timeout: 400 })
  for (const mood of [
    'hangs',
    'is down',
    'answers a page',
    'answers without end',
    'closes midway',
  ] as const) {
    const { id } = (await portal.client()).user
    gbg.state.mood = mood
    await expect(boss.ask(identityReports.ask, { id }), mood).rejects.toMatchObject({
      code: 'unavailable',
      reason: expect.stringMatching(/^provider_unre/),
    })
    gbg.state.mood = 'answers'
    // The page says that the state is unknown, and another check may start.
    expect(await reportsOf(id), mood).toMatchObject([{ status: 'unknown' }])
    portal.ports.identityReports = patient
    expect(await boss.ask(identityReports.ask, { id })).toMatchObject({ status: 'open' })
    portal.ports.identityReports = openGbg({ fixed: null, base: gbg.url, timeout: 400 })
  }
  portal.ports.identityReports = patient
  expect(gbg.state.sent).toBeLessThan(64 * 1024 * 1024)
})

test('with the secret removed no check is started, and one that waits is fetched once it is entered again', async () => {
  const { id } = (await portal.client()).user
  const { id: reportId } = await boss.ask(identityReports.ask, { id })
  const password = currentPassword
  await expect(boss.ask(identityProvider.removeSecret, { password })).rejects.toMatchObject({
    reason: 'unfinished',
    message: expect.stringMatching(/still waiting for a client at GBG/),
  })
  const other = await portal.staff('administrator')
  const leave = { password, leavesUnfinished: true }
  expect(await boss.ask(identityProvider.removeSecret, leave)).toMatchObject({
    isOn: false,
    hasSecret: false,
  })
  expect((await other.ask(notifications.list, {}))[0]?.title).toBe('The secret of GBG has been removed')
  gbg.finish('Decision: Pass', [])
  await follow()
  await expect(boss.ask(identityReports.look, { id, reportId })).rejects.toMatchObject({
    reason: 'provider_off',
    message: expect.stringContaining('no secret for GBG any more'),
  })
  expect(await reportsOf(id)).toMatchObject([{ status: 'open' }])
  expect((await boss.ask(identityReports.ofClient, { id })).canAsk).toBeNull()
  await boss.ask(identityProvider.save, { isOn: true, ...connection, currentPassword })
  await follow()
  expect(await reportsOf(id)).toMatchObject([{ status: 'reported', result: 'Decision: Pass' }])
})

test('refused keys start no check, and a check whose process died is given up', async () => {
  const { id } = (await portal.client()).user
  gbg.state.journey = 'other@latest'
  await expect(boss.ask(identityReports.ask, { id })).rejects.toMatchObject({
    reason: 'provider_unknown_journey',
  })
  gbg.state.journey = journey
  expect(await reportsOf(id)).toEqual([])
  const { id: reportId } = await boss.ask(identityReports.ask, { id })
  await portal.pool.query("update identity_reports set status = 'starting' where id = $1", [reportId])
  await follow()
  expect(await reportsOf(id)).toMatchObject([{ status: 'unknown' }])
})

test('the health says that the provider doesn’t answer, for as long as it doesn’t and reports are asked for', async () => {
  const warnings = async () => {
    const reply = await portal.app.inject({ url: kit.health.path })
    return reply.json().warnings as string[]
  }
  const { id } = (await portal.client()).user
  const noAnswer = expect.stringContaining('GBG doesn')
  const soon = { interval: 300, timeout: 10_000 }
  gbg.state.mood = 'is down'
  await expect(boss.ask(identityReports.ask, { id })).rejects.toMatchObject({ code: 'unavailable' })
  await expect.poll(warnings, soon).toContainEqual(noAnswer)
  gbg.state.mood = 'answers'
  await follow()
  await expect.poll(warnings, soon).not.toContainEqual(noAnswer)
  gbg.state.mood = 'is down'
  await expect(boss.ask(identityReports.ask, { id })).rejects.toMatchObject({ code: 'unavailable' })
  await expect.poll(warnings, soon).toContainEqual(noAnswer)
  gbg.state.mood = 'answers'
  await boss.ask(identityProvider.save, { ...connection, isOn: false, currentPassword })
  await expect.poll(warnings, soon).not.toContainEqual(noAnswer)
})

test('the demo asks no provider, and says so', async () => {
  const demo = await openPortal({ ports: { identityReports: openGbg({ fixed: null, base: gbg.url }) } })
  const admin = await demo.staff('administrator')
  const { user } = await demo.client()
  await expect(
    admin.ask(identityProvider.save, { isOn: true, ...connection, currentPassword }),
  ).rejects.toMatchObject({ reason: 'demo' })
  expect((await admin.ask(identityReports.ofClient, { id: user.id })).canAsk).toBeNull()
})
