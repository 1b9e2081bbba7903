import { expect, test } from 'vitest'
import { cases } from '#contract/cases.ts'
import type { Input } from '#contract/kit.ts'
import { notifications } from '#contract/notifications.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
/** The first fee earner answers for every client who comes. */
const priya = await portal.staff('fee_earner')
const stranger = await portal.staff('fee_earner')
const administrator = await portal.staff('administrator')

const flat: Input<typeof cases.request> = {
  title: 'Purchase of a flat',
  type: 'Property',
  priority: 'high',
  description: 'I am buying Flat 4.\nPlease help.',
}
const theirMove: Omit<Input<typeof cases.open>, 'id'> = { whose: 'client', nextStep: 'Send us your payslips' }

const withOpenCase = async () => {
  const client = await portal.client()
  const { id } = await client.ask(cases.request, flat)
  await priya.ask(cases.open, { id, ...theirMove })
  return { client, id }
}
const toldTo = async (person: Client) =>
  (await person.ask(notifications.list, {})).filter(({ topic }) => topic === 'cases')

test('a client asks for a case, which waits for the firm and has a reference people can say', async () => {
  const client = await portal.client()
  const asked = await client.ask(cases.request, flat)
  expect(asked).toMatchObject({ ...flat, status: 'pending', move: null, reason: null, closedAt: null })
  expect(asked.reference).toMatch(/^[A-Z]{1,4}-2026-\d{5}$/)
  expect(await client.ask(cases.list, {})).toEqual([asked])
  const { events } = await client.ask(cases.one, { id: asked.id })
  expect(events).toMatchObject([{ kind: 'requested', by: { name: 'Amara Okafor', isOfFirm: false } }])
  const [news] = await toldTo(priya)
  expect(news).toMatchObject({
    title: 'A client has requested a new case',
    link: `/firm/cases?case=${asked.id}`,
  })
})

test('the firm opens it and says whose move it is, and the client is told', async () => {
  const { client, id } = await withOpenCase()
  const [open] = await client.ask(cases.list, {})
  expect(open).toMatchObject({
    status: 'open',
    move: { whose: 'client', thirdParty: null, nextStep: 'Send us your payslips', since: portal.now() },
  })
  const [news] = await toldTo(client)
  expect(news).toMatchObject({ title: 'Your case is open', link: `/cases?case=${id}` })
  expect(news?.body).toContain('Your move: Send us your payslips')
})

test('the next step, a note and a closing stand in the timeline, with who and when, the newest first', async () => {
  const { client, id } = await withOpenCase()
  await priya.ask(cases.move, {
    id,
    whose: 'third_party',
    thirdParty: 'the seller’s solicitors',
    nextStep: 'They send the draft contract',
  })
  await priya.ask(cases.note, { id, note: 'The survey looks fine.' })
  await priya.ask(cases.firmClose, { id })
  const { events, status, move } = await client.ask(cases.one, { id })
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

test('a request is turned down with a reason, and may be opened after all', async () => {
  const client = await portal.client()
  const { id } = await client.ask(cases.request, flat)
  await priya.ask(cases.reject, { id, reason: 'We act for the seller.' })
  expect(await client.ask(cases.one, { id })).toMatchObject({
    status: 'rejected',
    reason: 'We act for the seller.',
  })
  await priya.ask(cases.open, { id, ...theirMove })
  expect(await client.ask(cases.one, { id })).toMatchObject({ status: 'open', reason: null })
})

test('a closed case is opened again by the firm, and the client hears of it', async () => {
  const { client, id } = await withOpenCase()
  expect(await client.ask(cases.close, { id })).toMatchObject({ status: 'closed', closedAt: portal.now() })
  const [news] = await toldTo(priya)
  expect(news?.title).toBe('A client has closed their case')
  await administrator.ask(cases.reopen, { id, whose: 'firm', nextStep: 'We look at it again' })
  expect(await client.ask(cases.one, { id })).toMatchObject({
    status: 'open',
    closedAt: null,
    move: { whose: 'firm' },
  })
})

test.each([
  ['a pending one', 'pending'],
  ['a rejected one', 'rejected'],
] as const)('the client cannot close %s', async (_, status) => {
  const client = await portal.client()
  const { id } = await client.ask(cases.request, flat)
  if (status === 'rejected') await priya.ask(cases.reject, { id, reason: 'No.' })
  await expect(client.ask(cases.close, { id })).rejects.toMatchObject({
    code: 'conflict',
    reason: `case_${status}`,
  })
})

test('of many who close a case at once, one does, and the others are told that it is closed', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { client, id } = await withOpenCase()
    const closing = Array.from({ length: 6 }, (_, at) =>
      at % 2 === 0 ? client.ask(cases.close, { id }) : priya.ask(cases.firmClose, { id }),
    )
    const outcomes = (await Promise.allSettled(closing)).map((one) =>
      one.status === 'fulfilled' ? 'closed' : one.reason.reason,
    )
    expect(outcomes.toSorted((a, b) => a.localeCompare(b))).toEqual([
      ...Array(5).fill('case_closed'),
      'closed',
    ])
    const { events } = await client.ask(cases.one, { id })
    expect(events.filter(({ kind }) => kind === 'closed')).toHaveLength(1)
  }
})

test('cases asked for at once have references of their own, with no number left out', async () => {
  const clients = await Promise.all(Array.from({ length: 4 }, () => portal.client()))
  const asking = clients.flatMap((client) => [1, 2, 3].map(() => client.ask(cases.request, flat)))
  const numbers = (await Promise.all(asking)).map(({ reference }) => Number(reference.split('-').at(-1)))
  const sorted = numbers.toSorted((a, b) => a - b)
  expect(sorted).toEqual(sorted.map((_, at) => (sorted[0] ?? 0) + at))
})

test('a fee earner sees the cases of their own clients only; requested ones come first', async () => {
  const { id } = await withOpenCase()
  const client = await portal.client()
  const waiting = await client.ask(cases.request, flat)
  const later = await withOpenCase()
  const list = (await priya.ask(cases.firmList, {})).map((one) => one.id)
  expect(list.indexOf(waiting.id)).toBeLessThan(list.indexOf(later.id))
  expect(list.indexOf(later.id)).toBeLessThan(list.indexOf(id))
  const statuses = (await priya.ask(cases.firmList, {})).map(({ status }) => status === 'pending')
  expect(statuses).toEqual(statuses.toSorted((a, b) => Number(b) - Number(a)))
  expect(await stranger.ask(cases.firmList, {})).toEqual([])
  expect(await stranger.ask(cases.clients, {})).toEqual([])
  expect(await stranger.ask(cases.clients, { search: 'a' })).toEqual([])
  expect(await priya.ask(cases.clients, { search: 'nobody of this name' })).toEqual([])
  const refused = await Promise.allSettled([
    stranger.ask(cases.firmOne, { id }),
    stranger.ask(cases.move, { id, ...theirMove }),
    stranger.ask(cases.firmClose, { id }),
    stranger.ask(cases.start, { clientId: client.user.id, ...flat, ...theirMove }),
  ])
  for (const one of refused) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } })
  expect(await administrator.ask(cases.firmOne, { id })).toMatchObject({ client: { name: 'Amara Okafor' } })
})

test('a list that goes on after a page leaves nothing out and repeats nothing', async () => {
  const all = (await administrator.ask(cases.firmList, {})).map(({ id }) => id)
  for (const at of [0, 3, all.length - 2]) {
    const rest = await administrator.ask(cases.firmList, { before: all[at] })
    expect(rest.map(({ id }) => id)).toEqual(all.slice(at + 1))
  }
})

test('the firm opens a case that nobody asked for, and its client finds it', async () => {
  const client = await portal.client()
  const started = await priya.ask(cases.start, { clientId: client.user.id, ...flat, ...theirMove })
  expect(started.client).toEqual({ id: client.user.id, name: 'Amara Okafor' })
  expect(await client.ask(cases.list, {})).toMatchObject([{ id: started.id, status: 'open' }])
})

test('whoever waits for someone else is told for whom', async () => {
  const { id } = await withOpenCase()
  await expect(
    priya.ask(cases.move, { id, whose: 'third_party', nextStep: 'They answer' }),
  ).rejects.toMatchObject({ code: 'invalid', fields: { thirdParty: 'Please say who that is' } })
  const reply = await portal.app.inject({
    method: 'POST',
    url: `/api/firm/cases/${id}/step`,
    headers: cookieOf(priya.jar),
    payload: { whose: 'third_party', nextStep: 'They answer' },
  })
  expect(reply.json()).toMatchObject({ fields: { thirdParty: 'Please say who that is' } })
})

test('what a client asks for is checked, and what only the firm decides is not theirs to say', async () => {
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
