import { expect, test } from 'vitest'
import { documentRequests } from '#contract/document-requests.ts'
import { firm } from '#contract/firm/firm.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { search } from '#contract/search.ts'
import { tasks } from '#contract/tasks.ts'
import { matterTemplates, templates } from '#contract/templates/templates.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { exportOf } from '#server/features/privacy/testing.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const stranger = await portal.staff('fee_earner')
const administrator = await portal.staff('administrator')

const step = { whose: 'client', nextStep: 'Read the report' } as const
const openFor = async (client: Client) =>
  (await priya.ask(matters.start, { clientId: client.user.id, ...flatPurchase, ...step })).id
const bank: Omit<Input<typeof matterParties.add>, 'id'> = {
  role: 'lender',
  kind: 'organisation',
  name: 'Dulwich Building Society',
  email: 'completions@dulwich.example',
  phone: '020 7946 0999',
  number: '01234567',
  detail: 'Offer of 3 November',
}
const nobody = { email: '', phone: '', number: '', detail: '' }
const partiesOf = async (id: Awaited<ReturnType<typeof openFor>>) =>
  (await priya.ask(matters.firmOne, { id })).parties
const conflictsTold = async ({ ask }: Pick<Client, 'ask'>) =>
  (await ask(notifications.list, {})).filter(({ title }) => title === 'Possible conflict of interest')

/** Two clients of one matter, and a third client who is not on it. */
async function jointly() {
  const [first, second, other] = [
    await portal.client({ firstName: 'Grace', lastName: 'Whitfield' }),
    await portal.client({ firstName: 'Kofi', lastName: 'Mensah' }),
    await portal.client(),
  ]
  const id = await openFor(first)
  const party = await priya.ask(matterParties.add, {
    id,
    ...nobody,
    role: 'joint_client',
    kind: 'person',
    name: 'Kofi Mensah',
    clientId: second.user.id,
  })
  return { first, second, other, id, party }
}

test('a party is added, changed and removed, each with an audit event', async () => {
  const id = await openFor(await portal.client())
  const party = await priya.ask(matterParties.add, { id, ...bank })
  expect(party).toMatchObject({ ...bank, clientId: null })
  const place = { id, partyId: party.id }
  await priya.ask(matterParties.save, { ...place, ...bank, phone: '020 7946 0998' })
  expect(await partiesOf(id)).toMatchObject([{ phone: '020 7946 0998' }])
  await priya.ask(matterParties.remove, place)
  expect(await partiesOf(id)).toEqual([])
  const kept = await portal.pool.query('select 1 from matter_people where id = $1', [party.personId])
  expect(kept.rows).toEqual([])
  const { rows } = await portal.pool.query(
    `select event from audit where event like 'case.party%' and details->>'name' = $1 order by id`,
    [bank.name],
  )
  expect(rows.map(({ event }) => event)).toEqual([
    'case.party_added',
    'case.party_changed',
    'case.party_removed',
  ])
})

test('a person is one record, so a change on one case shows on the other', async () => {
  const [first, second] = [await openFor(await portal.client()), await openFor(await portal.client())]
  const party = await priya.ask(matterParties.add, { id: first, ...bank, name: 'Peckham Building Society' })
  const found = await priya.ask(matterParties.people, { search: 'peckham' })
  const { reference } = await priya.ask(matters.firmOne, { id: first })
  const { name, kind, email, number } = party
  expect(found).toEqual([{ id: party.personId, name, kind, email, number, references: [reference] }])
  const again = await priya.ask(matterParties.add, { id: second, ...bank, personId: party.personId })
  await priya.ask(matterParties.save, { id: second, partyId: again.id, ...bank, name: 'Peckham Bank' })
  expect(await partiesOf(first)).toMatchObject([{ name: 'Peckham Bank' }])
})

test('an organisation entered twice is offered once with both cases, and namesakes are told apart by theirs', async () => {
  const firstId = await openFor(await portal.client())
  const secondId = await openFor(await portal.client())
  const thirdId = await openFor(await portal.client())
  const lender = { ...bank, name: 'Nunhead Building Society' }
  const { personId } = await priya.ask(matterParties.add, { id: firstId, ...lender })
  await priya.ask(matterParties.add, { id: secondId, ...lender })
  await priya.ask(matterParties.add, { id: thirdId, ...lender, number: '00012345' })
  const agent = { ...bank, kind: 'person', role: 'agent', name: 'Nunhead Agent', number: '' } as const
  for (const id of [firstId, secondId]) await priya.ask(matterParties.add, { id, ...agent })
  const references = await Promise.all(
    [firstId, secondId, thirdId].map(async (id) => (await priya.ask(matters.firmOne, { id })).reference),
  )
  const [first, second, third] = references
  const found = await priya.ask(matterParties.people, { search: 'nunhead' })
  const shown = found.map((known) => [known.name, known.number, known.references])
  expect(shown).toHaveLength(4)
  expect(shown).toEqual(
    expect.arrayContaining([
      ['Nunhead Agent', '', [first]],
      ['Nunhead Agent', '', [second]],
      ['Nunhead Building Society', bank.number, [second, first]],
      ['Nunhead Building Society', '00012345', [third]],
    ]),
  )
  expect(found.map(({ id }) => id)).toContain(personId)
})

test('nobody can have one role twice on a case', async () => {
  const id = await openFor(await portal.client())
  const { personId } = await priya.ask(matterParties.add, { id, ...bank })
  await expect(priya.ask(matterParties.add, { id, ...bank, personId })).rejects.toMatchObject({
    reason: 'already_party',
  })
})

test('a user who may not see a case can neither see, add, change nor remove its parties', async () => {
  const id = await openFor(await portal.client())
  const { id: partyId, personId } = await priya.ask(matterParties.add, { id, ...bank })
  expect(await stranger.ask(matterParties.people, {})).toEqual([])
  const results = await Promise.allSettled([
    stranger.ask(matterParties.add, { id, ...bank }),
    stranger.ask(matterParties.save, { id, partyId, ...bank }),
    stranger.ask(matterParties.remove, { id, partyId }),
  ])
  for (const result of results) expect(result).toMatchObject({ reason: { code: 'not_found' } })
  const other = await openFor(await portal.client())
  const { facts } = await priya.ask(matters.firmOne, { id: other })
  await priya.ask(matters.saveFacts, { id: other, ...facts, feeEarnerId: stranger.user.id })
  await expect(stranger.ask(matterParties.add, { id: other, ...bank, personId })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a party of one case cannot be changed through another', async () => {
  const [first, second] = [await openFor(await portal.client()), await openFor(await portal.client())]
  const { id: partyId } = await priya.ask(matterParties.add, { id: first, ...bank })
  await expect(priya.ask(matterParties.remove, { id: second, partyId })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('joint clients each see the case, the other’s name and progress, and a stranger sees nothing', async () => {
  const { first, second, other, id } = await jointly()
  const { steps } = await priya.ask(matterTemplates.one, { id })
  const tasksFor = (name: string) =>
    steps.flatMap((step) => step.tasks).filter(({ client }) => client === name).length
  const left = (name: string) => ({ completed: 0, total: tasksFor(name) })
  expect(tasksFor('Kofi Mensah')).toBeGreaterThan(0)
  const both = [
    { name: 'Grace Whitfield', isYou: true, tasks: left('Grace Whitfield') },
    { name: 'Kofi Mensah', isYou: false, tasks: left('Kofi Mensah') },
  ]
  expect(await first.ask(matters.one, { id })).toMatchObject({ clients: both })
  expect((await second.ask(matters.list, {})).map((item) => item.id)).toEqual([id])
  const seen = await second.ask(matters.one, { id })
  expect(seen.clients.find(({ isYou }) => isYou)?.name).toBe('Kofi Mensah')
  expect(await other.ask(matters.list, {})).toEqual([])
  await expect(other.ask(matters.one, { id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(other.ask(matters.close, { id })).rejects.toMatchObject({ code: 'not_found' })
})

test("a client's tasks for another case are not revealed to the joint client of this one", async () => {
  const { first, second, id } = await jointly()
  const { clients } = await first.ask(matters.one, { id })
  const before = (await second.ask(tasks.list, {})).length
  const other = { ...flatPurchase, title: 'Estate of an uncle', type: 'Probate' }
  await priya.ask(matters.start, { clientId: second.user.id, ...other, ...step })
  await priya.ask(documentRequests.create, { id: second.user.id, title: 'His will' })
  expect((await second.ask(tasks.list, {})).length).toBeGreaterThan(before)
  expect((await first.ask(matters.one, { id })).clients).toEqual(clients)
})

test("each joint client's personal data stays private", async () => {
  const { first, second, id } = await jointly()
  const [mine] = await first.ask(tasks.list, {})
  await priya.ask(matters.move, { id, ...step, taskId: mine?.id })
  expect((await first.ask(matters.one, { id })).move?.taskId).toBe(mine?.id)
  expect((await second.ask(matters.one, { id })).move?.taskId).toBeNull()
  const theirs = (await second.ask(tasks.list, {})).map((task) => task.id)
  expect(theirs).not.toContain(mine?.id)
  const text = JSON.stringify(await second.ask(matters.one, { id }))
  expect(text).not.toContain(first.user.id)
  expect(text).not.toContain(first.user.email)
})

test("both clients are notified of events, and a joint client's export contains the case", async () => {
  const { first, second, id } = await jointly()
  await priya.ask(matters.note, { id, note: 'The survey looks fine.' })
  for (const { ask } of [first, second])
    expect((await ask(notifications.list, {}))[0]?.body).toContain('The survey looks fine.')
  const { rowsOf } = await exportOf(portal, second)
  expect(rowsOf('matters')).toMatchObject([{ id }])
})

test('a removed joint client no longer sees the case, and its client is told', async () => {
  const { first, second, id, party } = await jointly()
  await priya.ask(matterParties.remove, { id, partyId: party.id })
  expect(await second.ask(matters.list, {})).toEqual([])
  await expect(second.ask(matters.one, { id })).rejects.toMatchObject({ code: 'not_found' })
  const { events, clients } = await first.ask(matters.one, { id })
  expect(clients).toEqual([])
  expect(events[0]).toMatchObject({ kind: 'changed', words: 'No longer a joint client: Kofi Mensah' })
})

test('no request reveals a restricted case to people who are not named on it', async () => {
  const client = await portal.client()
  await administrator.ask(firm.joinTeam, { email: client.user.email })
  const id = await openFor(client)
  const { reference } = await priya.ask(matters.firmOne, { id })
  const access = { id, isRestricted: true, memberIds: [priya.user.id] }
  const { rows } = await portal.pool.query('select max(id::text) as last from notifications')
  const namesake = { ...nobody, role: 'other_side', kind: 'person', name: 'Amara Okafor' } as const
  await priya.ask(matterParties.add, { id, ...namesake })
  expect((await conflictsTold(administrator))[0]?.body).toContain(reference)
  const counted = async () =>
    (await administrator.ask(templates.list, {})).reduce((sum, { matters: all }) => sum + all, 0)
  const before = await counted()
  await priya.ask(matterParties.saveAccess, access)
  expect(await counted()).toBe(before - 1)
  expect((await priya.ask(matters.firmOne, { id })).access).toEqual({
    isRestricted: true,
    memberIds: [priya.user.id],
  })
  expect((await administrator.ask(matters.firmList, {})).map((item) => item.id)).not.toContain(id)
  await expect(administrator.ask(matters.firmOne, { id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(administrator.ask(matters.note, { id, note: 'x' })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(JSON.stringify(await administrator.ask(search.find, { words: reference }))).not.toContain(id)
  expect(JSON.stringify(await priya.ask(search.find, { words: reference }))).toContain(id)
  const heard: string[] = []
  const listener = await portal.pool.connect()
  listener.on('notification', ({ payload = '' }) => heard.push(payload))
  await listener.query('listen portico')
  await priya.ask(matters.note, { id, note: 'Only for us.' })
  await priya.ask(matterParties.add, { id, ...namesake, detail: 'Their cousin' })
  await client.ask(matters.close, { id })
  await expect.poll(() => heard.join()).toContain(client.user.id)
  listener.release(true)
  const toAdministrator = heard.filter((text) => text.includes(administrator.user.id))
  expect(toAdministrator.filter((text) => /"(cases|notifications)"/.test(text))).toEqual([])
  const notices = await portal.pool.query(
    'select title from notifications where user_id = $1 and id::text > $2 and body like $3',
    [administrator.user.id, rows[0].last ?? '', `%${reference}%`],
  )
  expect(notices.rows).toEqual([])
  expect((await client.ask(matters.one, { id })).status).toBe('closed')
  await priya.ask(matterParties.saveAccess, { ...access, isRestricted: false })
  expect((await administrator.ask(matters.firmOne, { id })).id).toBe(id)
})

test('an organisation can be the client and a person cannot, and a conflict of an organisation is reported', async () => {
  const [buyer, other] = [await portal.client(), await portal.client()]
  for (const { user } of [buyer, other]) await administrator.ask(firm.joinTeam, { email: user.email })
  const { id } = await priya.ask(matters.start, { clientId: buyer.user.id, ...flatPurchase, ...step })
  const { id: against } = await priya.ask(matters.start, {
    clientId: other.user.id,
    ...flatPurchase,
    ...step,
  })
  const blank = { email: '', phone: '', number: '', detail: '' }
  const name = `Dock Lane Joinery ${portal.now().getTime()} Ltd`
  const company = { kind: 'organisation', name, ...blank } as const
  await priya.ask(matterParties.add, { id: against, role: 'other_side', ...company })
  expect(await priya.ask(matterParties.add, { id, role: 'client', ...company })).toMatchObject({
    role: 'client',
  })
  const conflicts = (await administrator.ask(notifications.list, {})).filter(({ body }) =>
    body.includes(name),
  )
  expect(conflicts).toHaveLength(1)
  const person = { kind: 'person', name: 'Eleanor Cole', ...blank } as const
  await expect(priya.ask(matterParties.add, { id, role: 'client', ...person })).rejects.toMatchObject({
    fields: { role: expect.stringContaining('joint client') },
  })
})
