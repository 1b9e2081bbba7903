import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { privacy } from '#contract/privacy.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const administrator = await portal.staff('administrator')
const colleague = await portal.staff('administrator')

const newsOf = async (person: Client) =>
  (await person.ask(notifications.list, {})).map(({ topic, title, link }) => ({ topic, title, link }))
const ownLink = (id: string) => `/settings?tab=data-protection&request=${id}`

test('a complaint is acknowledged at once, with a reference and the day of the answer', async () => {
  const ana = await portal.client()
  const made = await ana.ask(privacy.complain, { words: 'Nobody calls me back.', wish: 'A call.' })
  expect(made).toMatchObject({
    kind: 'complaint',
    words: 'Nobody calls me back.',
    wish: 'A call.',
    createdAt: portal.now(),
    // Eight weeks after 9 November 2026.
    dueOn: '2027-01-04',
    answer: null,
  })
  expect(made.reference).toMatch(/^[A-Z]{1,4}-R-2026-\d{5}$/)
  expect(await ana.ask(privacy.requests, {})).toEqual([made])
  expect(await newsOf(ana)).toContainEqual({
    topic: 'account',
    title: 'We have your complaint',
    link: ownLink(made.id),
  })
  const expected = {
    topic: 'account',
    title: 'A client has made a complaint',
    link: `/firm/requests?request=${made.id}`,
  }
  expect(await newsOf(administrator)).toContainEqual(expected)
})

test('a request for erasure is kept once until it is answered, with a month’s time', async () => {
  const ana = await portal.client()
  const reply = await ana.ask(privacy.askErasure, {})
  expect(reply).toMatchObject({ kind: 'erasure', words: '', dueOn: '2026-12-09' })
  const again = await Promise.allSettled([1, 2, 3].map(() => ana.ask(privacy.askErasure, {})))
  for (const repeated of again)
    expect(repeated).toMatchObject({
      status: 'rejected',
      reason: { code: 'conflict', reason: 'already_asked' },
    })
  expect(await ana.ask(privacy.requests, {})).toHaveLength(1)
})

test('of many who ask for erasure at once in two windows, one request is kept', async () => {
  const ana = await portal.client()
  const asking = await Promise.allSettled([1, 2, 3, 4, 5].map(() => ana.ask(privacy.askErasure, {})))
  expect(asking.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a fee earner is told of what their own clients ask for and reads it, and leaves the answer to an administrator', async () => {
  const [priya, omar] = [await portal.staff('fee_earner'), await portal.staff('fee_earner')]
  const ana = await portal.client()
  await administrator.ask(firm.joinTeam, { email: ana.user.email })
  await administrator.ask(firm.assign, { id: ana.user.id, feeEarnerId: omar.user.id, memberIds: [] })
  const { id } = await ana.ask(privacy.complain, { words: 'Nobody calls me back.' })
  const expected = { title: 'A client has made a complaint', link: `/firm/requests?request=${id}` }
  expect(await newsOf(omar)).toContainEqual({ topic: 'account', ...expected })
  expect((await newsOf(priya)).map(({ title }) => title)).not.toContain(expected.title)
  const [shown, ...others] = await omar.ask(privacy.firmRequests, {})
  expect(shown).toMatchObject({ id, words: 'Nobody calls me back.', client: { canOpen: true } })
  expect(others).toEqual([])
  // The administrator answers for every client, and opens the files of their own.
  expect(await administrator.ask(privacy.firmRequests, {})).toContainEqual({
    ...shown,
    client: { id: ana.user.id, name: 'Amara Okafor', canOpen: false },
  })
  expect(await priya.ask(privacy.firmRequests, {})).toEqual([])
  await expect(omar.ask(privacy.answer, { id, answer: 'Sorry.' })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('an administrator answers with the reason and the time of keeping, and the client is told', async () => {
  const ana = await portal.client()
  const { id } = await ana.ask(privacy.askErasure, { words: 'Please forget me.' })
  const [first] = await administrator.ask(privacy.firmRequests, {})
  expect(first).toMatchObject({ id, words: 'Please forget me.', client: { name: 'Amara Okafor' } })
  const answer = 'We must keep the records of your identity check (regulation 40 MLR 2017).'
  await administrator.ask(privacy.answer, { id, answer, keptUntil: '2031-11-09' })
  expect(await ana.ask(privacy.requests, {})).toMatchObject([
    { answer, keptUntil: '2031-11-09', answeredAt: portal.now() },
  ])
  expect(await newsOf(ana)).toContainEqual({
    topic: 'account',
    title: 'We have answered your request',
    link: ownLink(id),
  })
  // Now that it is answered, it may be asked again.
  expect(await ana.ask(privacy.askErasure, {})).toMatchObject({ answer: null })
})

test('two administrators who answer at once give one answer', async () => {
  const ana = await portal.client()
  const { id } = await ana.ask(privacy.complain, { words: 'The bill is wrong.' })
  const answering = [administrator, colleague].flatMap((person) =>
    [1, 2].map((n) => person.ask(privacy.answer, { id, answer: `Answer ${n}` })),
  )
  const outcomes = (await Promise.allSettled(answering)).map((outcome) =>
    outcome.status === 'fulfilled' ? 'answered' : outcome.reason.reason,
  )
  const sorted = outcomes.toSorted((a, b) => a.localeCompare(b))
  expect(sorted).toEqual(['already_answered', 'already_answered', 'already_answered', 'answered'])
})

test('what waits for an answer stands before what has one', async () => {
  const list = await administrator.ask(privacy.firmRequests, {})
  const open = list.map(({ answeredAt }) => answeredAt === null)
  expect(open).toEqual(open.toSorted((a, b) => Number(b) - Number(a)))
  expect(open).toContain(false)
  const rest = await administrator.ask(privacy.firmRequests, { before: list[1]?.id })
  expect(rest.map(({ id }) => id)).toEqual(list.slice(2).map(({ id }) => id))
})
