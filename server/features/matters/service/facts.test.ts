import { expect, test } from 'vitest'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { tasks } from '#contract/tasks.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
/** The first fee earner is responsible for every new client. */
const priya = await portal.staff('fee_earner')
const omar = await portal.staff('fee_earner')

const withOpenMatter = async () => {
  const client = await portal.client()
  const { id } = await priya.ask(matters.start, { clientId: client.user.id, ...flatPurchase })
  return { client, id }
}

const facts: Omit<Input<typeof matters.saveFacts>, 'id'> = {
  type: 'Purchase',
  feeEarnerId: priya.user.id,
  supervisorId: null,
  teamId: null,
  value: 45_000_000,
  dates: [
    { kind: 'completion', words: '', on: '2026-12-18', isShared: true },
    { kind: 'limitation', words: '', on: '2032-11-01', isShared: false },
    { kind: 'own', words: 'Mortgage offer ends', on: '2026-12-30', isShared: true },
  ],
  scope: 'yes',
  scopeReason: 'We act in the purchase of land.',
  costsEstimate: 174_000,
  costsSoFar: 58_000,
}
const newsOf = async ({ ask }: Pick<typeof priya, 'ask'>) =>
  (await ask(notifications.list, {})).filter(({ topic }) => topic === 'cases')

test("the firm's data on a matter is stored, and the client sees only what is shared", async () => {
  const { client, id } = await withOpenMatter()
  await priya.ask(matters.saveFacts, { id, ...facts })
  expect((await priya.ask(matters.firmOne, { id })).facts).toEqual(facts)
  const seen = await client.ask(matters.one, { id })
  expect(seen).toMatchObject({
    feeEarner: 'Amara Okafor',
    supervisor: null,
    dates: [
      { name: 'Completion', on: '2026-12-18' },
      { name: 'Mortgage offer ends', on: '2026-12-30' },
    ],
    costs: { estimate: 174_000, soFar: 58_000, asOf: portal.now() },
  })
  const text = JSON.stringify(seen)
  for (const secret of ['45000000', 'purchase of land', '2032', 'imitation'])
    expect(text).not.toContain(secret)
})

test('a case without a fee earner is run by the person responsible for its client, unless it is restricted', async () => {
  const { client, id } = await withOpenMatter()
  const answering = { feeEarner: 'Amara Okafor', people: [{ name: 'Amara Okafor', role: 'fee_earner' }] }
  expect(await client.ask(matters.one, { id })).toMatchObject(answering)
  expect(await priya.ask(matters.firmOne, { id })).toMatchObject({
    ...answering,
    facts: { feeEarnerId: null },
  })
  await priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [priya.user.id] })
  expect(await client.ask(matters.one, { id })).toMatchObject({ feeEarner: null, people: [] })
})

test('only a change that the client may see is in the timeline', async () => {
  const { client, id } = await withOpenMatter()
  await priya.ask(matters.saveFacts, { id, ...facts })
  await priya.ask(matters.saveFacts, { id, ...facts, value: 46_000_000, scope: 'undecided', scopeReason: '' })
  await priya.ask(matters.saveFacts, { id, ...facts, costsSoFar: 60_000 })
  const { events } = await client.ask(matters.one, { id })
  expect(events.filter(({ kind }) => kind === 'changed').map(({ words }) => words)).toEqual([
    'Costs so far: £600.00',
    [
      'Fee earner: Amara Okafor',
      'Estimate of our costs: £1,740.00',
      'Costs so far: £580.00',
      'Completion: 18 December 2026',
      'Mortgage offer ends: 30 December 2026',
    ].join('\n'),
  ])
  expect((await newsOf(client)).filter(({ title }) => title === 'An update on your case')).toHaveLength(2)
})

test('each change is in the audit trail with the old and new value, and saving the same again is no change', async () => {
  const { id } = await withOpenMatter()
  await priya.ask(matters.saveFacts, { id, ...facts })
  await priya.ask(matters.saveFacts, { id, ...facts, value: 46_000_000, scope: 'no' })
  await priya.ask(matters.saveFacts, { id, ...facts, value: 46_000_000, scope: 'no' })
  const { reference } = await priya.ask(matters.firmOne, { id })
  const { rows } = await portal.pool.query(
    `select details from audit where event = 'case.facts_saved' and details->>'reference' = $1 order by id`,
    [reference],
  )
  expect(rows.map(({ details }) => details)).toEqual([
    expect.objectContaining({ Value: 'none → £450,000.00', Completion: 'none → 18 December 2026' }),
    {
      reference,
      Value: '£450,000.00 → £460,000.00',
      'In scope of the money laundering rules': 'Yes, in scope → No, out of scope',
    },
  ])
})

test('a person who is put in charge is notified, and can see and run the matter', async () => {
  const { client, id } = await withOpenMatter()
  await expect(omar.ask(matters.firmOne, { id })).rejects.toMatchObject({ code: 'not_found' })
  await priya.ask(matters.saveFacts, { id, ...facts, feeEarnerId: omar.user.id })
  const [news] = await newsOf(omar)
  expect(news).toMatchObject({ title: 'You are now in charge of a case', link: `/firm/cases?case=${id}` })
  expect((await omar.ask(matters.firmList, {})).map((item) => item.id)).toEqual([id])
  // What is on it is theirs to work with: they are on the team of its client from then on.
  expect(await omar.ask(matterTabs.summary, { id })).toMatchObject({
    people: [{ id: client.user.id }],
    hidden: [],
  })
  await omar.ask(matters.note, { id, note: 'I have taken this over.' })
  await expect(priya.ask(matters.saveFacts, { id, ...facts })).rejects.toMatchObject({
    reason: 'hand_over_instead',
  })
  await expect(
    priya.ask(matters.saveFacts, { id, ...facts, feeEarnerId: omar.user.id, supervisorId: client.user.id }),
  ).rejects.toMatchObject({ fields: { supervisorId: 'Please choose someone at the firm' } })
})

test('a scope without a reason and a custom date without a name are refused', async () => {
  const { id } = await withOpenMatter()
  await expect(priya.ask(matters.saveFacts, { id, ...facts, scopeReason: ' ' })).rejects.toMatchObject({
    fields: { scopeReason: 'Please say why' },
  })
  const never = [{ kind: 'completion' as const, words: '', on: '0000-01-01', isShared: true }]
  await expect(priya.ask(matters.saveFacts, { id, ...facts, dates: never })).rejects.toMatchObject({
    fields: { 'dates.0.on': 'Please check the year' },
  })
  const dates = [{ kind: 'own' as const, words: '', on: '2026-12-18', isShared: true }]
  await expect(priya.ask(matters.saveFacts, { id, ...facts, dates })).rejects.toMatchObject({
    fields: { 'dates.0.words': 'Please say what this date is' },
  })
})

test('a key date may be centuries ahead, and an old one that could not be typed now stops no other change', async () => {
  const { id } = await withOpenMatter()
  const lease = { kind: 'own' as const, words: 'Lease ends', isShared: true }
  const far = [{ ...lease, on: '3020-06-24' }]
  await priya.ask(matters.saveFacts, { id, ...facts, dates: far })
  const farther = [{ ...lease, on: '9000-01-01' }]
  await expect(priya.ask(matters.saveFacts, { id, ...facts, dates: farther })).rejects.toMatchObject({
    fields: { 'dates.0.on': 'Please check the year' },
  })
  await portal.pool.query('update matters set dates = $2 where id = $1', [id, JSON.stringify(farther)])
  await priya.ask(matters.saveFacts, { id, ...facts, dates: farther, value: 46_000_000 })
  const { rows } = await portal.pool.query('select value::int, dates from matters where id = $1', [id])
  expect(rows).toEqual([{ value: 46_000_000, dates: farther }])
})

test('a second date of one name is refused, whichever way it is entered, and an old pair stops no other change', async () => {
  const { id } = await withOpenMatter()
  const completion = { kind: 'completion' as const, words: '', on: '2026-12-18', isShared: true }
  const again = { ...completion, on: '2027-01-08' }
  const named = { ...again, kind: 'own' as const, words: 'completion ' }
  const save = (dates: (typeof completion | typeof named)[], value = facts.value) =>
    priya.ask(matters.saveFacts, { id, ...facts, value, dates })
  const wordsOf = (name: string) =>
    `This case has a date called “${name}” already. Please change that one, or give this one another name.`
  const words = wordsOf('Completion')
  await expect(save([completion, again])).rejects.toMatchObject({ fields: { 'dates.1.kind': words } })
  await expect(save([completion, named])).rejects.toMatchObject({ fields: { 'dates.1.words': words } })
  await expect(save([named, completion])).rejects.toMatchObject({
    fields: { 'dates.1.kind': wordsOf('completion') },
  })
  await save([again, { ...named, words: 'Completion of the garage' }])
  const pair = [completion, again]
  await portal.pool.query('update matters set dates = $2 where id = $1', [id, JSON.stringify(pair)])
  await save(pair, 46_000_000)
  await expect(save([...pair, { ...again, on: '2027-02-01' }])).rejects.toMatchObject({
    fields: { 'dates.2.kind': words },
  })
})

test('a next step can link only to a task of this client', async () => {
  const { client, id } = await withOpenMatter()
  const other = await portal.client()
  const { openTasks } = await priya.ask(matters.firmOne, { id })
  const [task] = await client.ask(tasks.list, {})
  expect(openTasks.map((item) => item.id)).toContain(task?.id)
  const step = { id, whose: 'client', nextStep: 'Send us your passport' } as const
  await priya.ask(matters.move, { ...step, taskId: task?.id })
  expect((await client.ask(matters.one, { id })).move).toMatchObject({ taskId: task?.id })
  const [foreign] = await other.ask(tasks.list, {})
  await expect(priya.ask(matters.move, { ...step, taskId: foreign?.id })).rejects.toMatchObject({
    fields: { taskId: 'Please choose one of this client’s tasks' },
  })
})

test('a person who is put in charge of a restricted case can open it', async () => {
  const { id } = await withOpenMatter()
  await priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [priya.user.id] })
  await expect(omar.ask(matters.firmOne, { id })).rejects.toMatchObject({ code: 'not_found' })
  await priya.ask(matters.saveFacts, { id, ...facts, feeEarnerId: omar.user.id })
  expect(await omar.ask(matters.firmOne, { id })).toMatchObject({ id })
})
