import { expect, test } from 'vitest'
import type { Input } from '#contract/kit/endpoint.ts'
import { matters } from '#contract/matters/matters.ts'
import { taskSteps } from '#contract/matters/next-action.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { tasks } from '#contract/tasks.ts'
import { claimTask, reopenTask, settleTask, startTask } from '#server/features/tasks/service.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { openJobContext } from '#server/platform/jobs/context.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { mattersFeature } from './manifest.ts'

const portal = await openPortal()
/** The first fee earner is responsible for every new client. */
const priya = await portal.staff('fee_earner')
const stranger = await portal.staff('fee_earner')
const administrator = await portal.staff('administrator')

const flat: Input<typeof matters.request> = {
  title: 'Purchase of a flat',
  type: 'Property',
  priority: 'high',
  description: 'I am buying Flat 4.\nPlease help.',
}
const theirMove: Omit<Input<typeof matters.open>, 'id'> = {
  whose: 'client',
  nextStep: 'Send us your payslips',
}

const withOpenMatter = async () => {
  const client = await portal.client()
  const { id } = await client.ask(matters.request, flat)
  await priya.ask(matters.open, { id, ...theirMove })
  return { client, id }
}
const toldTo = async (person: Client) =>
  (await person.ask(notifications.list, {})).filter(({ topic }) => topic === 'cases')

test('a client requests a matter, which waits for the firm and has a reference to quote', async () => {
  const client = await portal.client()
  const requested = await client.ask(matters.request, flat)
  expect(requested).toMatchObject({ ...flat, status: 'pending', move: null, reason: null, closedAt: null })
  expect(requested.reference).toMatch(/^[A-Z]{1,4}-2026-\d{5}$/)
  expect(await client.ask(matters.list, {})).toEqual([requested])
  const { events } = await client.ask(matters.one, { id: requested.id })
  expect(events).toMatchObject([{ kind: 'requested', by: { name: 'Amara Okafor', isOfFirm: false } }])
  const [news] = await toldTo(priya)
  expect(news).toMatchObject({
    title: 'A client has requested a new case',
    link: `/firm/cases?case=${requested.id}`,
  })
})

test('the firm opens a requested matter and sets who is next to act, and the client is notified', async () => {
  const { client, id } = await withOpenMatter()
  const [open] = await client.ask(matters.list, {})
  expect(open).toMatchObject({
    status: 'open',
    move: { whose: 'client', thirdParty: null, nextStep: 'Send us your payslips', since: portal.now() },
  })
  const [news] = await toldTo(client)
  expect(news).toMatchObject({ title: 'Your case is open', link: `/cases?case=${id}` })
  expect(news?.body).toContain('Your turn: Send us your payslips')
})

test('the timeline shows the next step, a note and the closing, with who and when, newest first', async () => {
  const { client, id } = await withOpenMatter()
  await priya.ask(matters.move, {
    id,
    whose: 'third_party',
    thirdParty: 'the seller’s solicitors',
    nextStep: 'They send the draft contract',
  })
  await priya.ask(matters.note, { id, note: 'The survey looks fine.' })
  await priya.ask(matters.firmClose, { id })
  const { events, status, move } = await client.ask(matters.one, { id })
  expect({ status, move }).toEqual({ status: 'closed', move: null })
  expect(events.map(({ kind, words, by }) => [kind, words, by.isOfFirm])).toEqual([
    ['closed', null, true],
    ['noted', 'The survey looks fine.', true],
    ['moved', 'They send the draft contract', true],
    ['opened', 'Send us your payslips', true],
    ['requested', null, false],
  ])
  expect(events[2]?.move).toEqual({ whose: 'third_party', thirdParty: 'the seller’s solicitors' })
  expect((await toldTo(client)).map(({ title }) => title)).toEqual([
    'Your case is closed',
    'An update on your case',
    'The next step in your case',
    'Your case is open',
  ])
})

test('a request is rejected with a reason, and can still be opened later', async () => {
  const client = await portal.client()
  const { id } = await client.ask(matters.request, flat)
  await priya.ask(matters.reject, { id, reason: 'We act for the seller.' })
  expect(await client.ask(matters.one, { id })).toMatchObject({
    status: 'rejected',
    reason: 'We act for the seller.',
  })
  await priya.ask(matters.open, { id, ...theirMove })
  expect(await client.ask(matters.one, { id })).toMatchObject({ status: 'open', reason: null })
})

test('the firm reopens a closed matter, and the client is notified', async () => {
  const { client, id } = await withOpenMatter()
  expect(await client.ask(matters.close, { id })).toMatchObject({ status: 'closed', closedAt: portal.now() })
  const [news] = await toldTo(priya)
  expect(news?.title).toBe('A client has closed their case')
  await priya.ask(matters.reopen, { id, whose: 'firm', nextStep: 'We look at it again' })
  expect(await client.ask(matters.one, { id })).toMatchObject({
    status: 'open',
    closedAt: null,
    move: { whose: 'firm' },
  })
})

test.each(['pending', 'rejected'] as const)('the client cannot close a matter that is %s', async (status) => {
  const client = await portal.client()
  const { id } = await client.ask(matters.request, flat)
  if (status === 'rejected') await priya.ask(matters.reject, { id, reason: 'No.' })
  await expect(client.ask(matters.close, { id })).rejects.toMatchObject({
    code: 'conflict',
    reason: `case_${status}`,
  })
})

test('of many concurrent requests to close a matter, one succeeds, and the others are told that it is closed', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { client, id } = await withOpenMatter()
    const closing = Array.from({ length: 6 }, (_, at) =>
      at % 2 === 0 ? client.ask(matters.close, { id }) : priya.ask(matters.firmClose, { id }),
    )
    const outcomes = (await Promise.allSettled(closing)).map((outcome) =>
      outcome.status === 'fulfilled' ? 'closed' : outcome.reason.reason,
    )
    expect(outcomes.toSorted((a, b) => a.localeCompare(b))).toEqual([
      ...Array(5).fill('case_closed'),
      'closed',
    ])
    const { events } = await client.ask(matters.one, { id })
    expect(events.filter(({ kind }) => kind === 'closed')).toHaveLength(1)
  }
})

test('concurrent requests get different references, without gaps in the numbers', async () => {
  const clients = await Promise.all(Array.from({ length: 4 }, () => portal.client()))
  const asking = clients.flatMap((client) => [1, 2, 3].map(() => client.ask(matters.request, flat)))
  const numbers = (await Promise.all(asking)).map(({ reference }) => Number(reference.split('-').at(-1)))
  const sorted = numbers.toSorted((a, b) => a - b)
  expect(sorted).toEqual(sorted.map((_, at) => (sorted[0] ?? 0) + at))
})

test('only a compliance officer sees the matters of all clients, and a list has requested ones first', async () => {
  const { id } = await withOpenMatter()
  const client = await portal.client()
  const waiting = await client.ask(matters.request, flat)
  const later = await withOpenMatter()
  const list = (await priya.ask(matters.firmList, {})).map((outcome) => outcome.id)
  expect(list.indexOf(waiting.id)).toBeLessThan(list.indexOf(later.id))
  expect(list.indexOf(later.id)).toBeLessThan(list.indexOf(id))
  const statuses = (await priya.ask(matters.firmList, {})).map(({ status }) => status === 'pending')
  expect(statuses).toEqual(statuses.toSorted((a, b) => Number(b) - Number(a)))
  expect(await stranger.ask(matters.firmList, {})).toEqual([])
  expect(await stranger.ask(matters.clients, {})).toEqual([])
  expect(await stranger.ask(matters.clients, { search: 'a' })).toEqual([])
  expect(await priya.ask(matters.clients, { search: 'nobody of this name' })).toEqual([])
  const refused = await Promise.allSettled([
    stranger.ask(matters.firmOne, { id }),
    stranger.ask(matters.move, { id, ...theirMove }),
    stranger.ask(matters.firmClose, { id }),
    stranger.ask(matters.start, { clientId: client.user.id, ...flat, ...theirMove }),
    administrator.ask(matters.firmOne, { id }),
  ])
  for (const result of refused)
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } })
  const officer = await portal.staff('compliance_officer')
  expect(await officer.ask(matters.firmOne, { id })).toMatchObject({ client: { name: 'Amara Okafor' } })
})

test('paging through a list neither skips nor repeats a matter', async () => {
  const all = (await priya.ask(matters.firmList, {})).map(({ id }) => id)
  expect(all.length).toBeGreaterThan(5)
  for (const at of [0, 3, all.length - 2]) {
    const rest = await priya.ask(matters.firmList, { before: all[at] })
    expect(rest.map(({ id }) => id)).toEqual(all.slice(at + 1))
  }
})

test('the firm opens a matter that no client requested, and its client sees it', async () => {
  const client = await portal.client()
  const started = await priya.ask(matters.start, { clientId: client.user.id, ...flat, ...theirMove })
  expect(started.client).toEqual({ id: client.user.id, name: 'Amara Okafor' })
  expect(await client.ask(matters.list, {})).toMatchObject([{ id: started.id, status: 'open' }])
})

test('a next step of a third party needs their name', async () => {
  const { id } = await withOpenMatter()
  await expect(
    priya.ask(matters.move, { id, whose: 'third_party', nextStep: 'They answer' }),
  ).rejects.toMatchObject({ code: 'invalid', fields: { thirdParty: 'Please say who that is' } })
  const reply = await portal.app.inject({
    method: 'POST',
    url: `/api/firm/cases/${id}/step`,
    headers: cookieOf(priya.jar),
    payload: { whose: 'third_party', nextStep: 'They answer' },
  })
  expect(reply.json()).toMatchObject({ fields: { thirdParty: 'Please say who that is' } })
})

test("a client's request is checked, and cannot set what only the firm decides", async () => {
  const { jar } = await portal.client()
  const ask = (payload: object) =>
    portal.app.inject({ method: 'POST', url: '/api/cases', headers: cookieOf(jar), payload })
  const empty = (await ask({ title: ' ', type: '', priority: 'urgent', description: '' })).json()
  expect(empty.fields).toEqual({
    title: 'Please give the case a title',
    type: 'Please choose what it is about',
    priority: 'Please choose how urgent it is',
    description: 'Please tell us what it is about',
  })
  const bold = (await ask({ ...flat, status: 'open' })).json()
  expect(bold).toMatchObject({ code: 'invalid', reason: 'unknown_field' })
})

test("the portal’s own next step follows the client's tasks, and a step that the firm set stays", async () => {
  const client = await portal.client()
  const start = { ...flat, clientId: client.user.id, whose: 'client' } as const
  const own = await priya.ask(matters.start, { ...start, nextStep: taskSteps.begin })
  const theirs = await priya.ask(matters.start, { ...start, nextStep: 'Tell us about your flat' })
  const moveOf = async (id: typeof own.id) => (await client.ask(matters.one, { id })).move
  const list = await client.ask(tasks.list, {})
  const last = list.find(({ kind }) => kind === 'client_questionnaire') ?? list[0]
  if (!last) throw new Error('There is nothing to do')
  const { transaction } = openJobContext({
    db: portal.db,
    ports: portal.ports,
    clock: portal.now,
    eventHandlers: [mattersFeature.eventHandlers],
  })
  const claimed = (ctx: Parameters<Parameters<typeof transaction>[0]>[0]) =>
    claimTask(ctx, { id: last.id, clientId: client.user.id })
  await transaction(async (ctx) => startTask(ctx, await claimed(ctx)))
  await expect.poll(() => moveOf(own.id)).toMatchObject({ whose: 'client', nextStep: taskSteps.finish })
  await portal.pool.query(
    `update tasks set status = 'completed', completed_at = now() where client_id = $1 and id <> $2`,
    [client.user.id, last.id],
  )
  await transaction(async (ctx) => settleTask(ctx, await claimed(ctx)))
  await expect.poll(() => moveOf(own.id)).toMatchObject({ whose: 'firm', nextStep: taskSteps.review })
  await transaction(async (ctx) => reopenTask(ctx, await claimed(ctx), 'It cannot be read'))
  await expect.poll(() => moveOf(own.id)).toMatchObject({ whose: 'client', nextStep: taskSteps.finish })
  expect(await moveOf(theirs.id)).toMatchObject({ whose: 'client', nextStep: 'Tell us about your flat' })
})
