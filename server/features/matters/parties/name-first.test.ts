import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { letters } from '#contract/letters/letters.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { tasks } from '#contract/tasks.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { startJointPurchase } from '../testing/matters.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner', { firstName: 'Priya', lastName: 'Raman' })
const omar = await portal.staff('fee_earner', { firstName: 'Omar', lastName: 'Said' })
const boss = await portal.staff('administrator')

/** Ben and Anna buy together, Ben first. */
async function openCase() {
  const ben = await portal.client({ firstName: 'Ben', lastName: 'Lind' })
  const anna = await portal.client({ firstName: 'Anna', lastName: 'Lind' })
  const { id, party } = await startJointPurchase(priya, [ben, anna])
  const nameFirst = () => priya.ask(matterParties.nameFirst, { id, partyId: party.id })
  return { ben, anna, id, party, nameFirst }
}

const namesFor = async ({ ask }: Client, id: Awaited<ReturnType<typeof openCase>>['id']) =>
  (await ask(matters.one, { id })).clients.map(({ name }) => name)

test('a joint client who is named first is so for both clients, the firm and letters, and can change back', async () => {
  const { ben, anna, id, party, nameFirst } = await openCase()
  expect(await namesFor(anna, id)).toEqual(['Ben Lind', 'Anna Lind'])

  expect((await nameFirst()).client.name).toBe('Anna Lind')

  for (const client of [ben, anna]) expect(await namesFor(client, id)).toEqual(['Anna Lind', 'Ben Lind'])
  const file = await priya.ask(matters.firmOne, { id })
  expect(file.client).toEqual({ id: anna.user.id, name: 'Anna Lind', email: anna.user.email })
  expect(file.parties).toMatchObject([
    { role: 'joint_client', name: 'Ben Lind', email: ben.user.email, clientId: ben.user.id },
  ])
  const { recipients } = await priya.ask(letters.ofMatter, { id })
  expect(recipients.map(({ name }) => name)).toEqual(['Anna Lind', 'Ben Lind'])
  const { people } = await priya.ask(matterTabs.summary, { id })
  expect(people.map(({ firstName, role }) => [firstName, role])).toEqual([
    ['Anna', 'client'],
    ['Ben', 'joint_client'],
  ])
  const { rows } = await portal.pool.query(
    "select details, subject_id from audit where event = 'case.named_first'",
  )
  expect(rows).toMatchObject([
    { subject_id: anna.user.id, details: { from: 'Ben Lind', to: 'Anna Lind', reference: file.reference } },
  ])
  const activity = await priya.ask(matterTabs.activity, { id })
  expect(JSON.stringify(activity)).toContain('case.named_first')

  await priya.ask(matterParties.nameFirst, { id, partyId: party.id })
  expect(await namesFor(ben, id)).toEqual(['Ben Lind', 'Anna Lind'])
})

test('whoever is responsible for the client who was first goes on running the case', async () => {
  const { ben, anna, id, nameFirst } = await openCase()
  await boss.ask(firm.joinTeam, { email: anna.user.email })
  await boss.ask(firm.assign, { id: anna.user.id, feeEarnerId: omar.user.id, memberIds: [] })
  await nameFirst()
  for (const client of [ben, anna])
    expect((await client.ask(matters.one, { id })).feeEarner).toBe('Priya Raman')
})

test('if nobody is responsible for the client who was first, whoever is for the new one runs the case', async () => {
  const { ben, anna, id, nameFirst } = await openCase()
  await portal.pool.query('update users set fee_earner_id = null where id = $1', [ben.user.id])
  await boss.ask(firm.joinTeam, { email: anna.user.email })
  await boss.ask(firm.assign, { id: anna.user.id, feeEarnerId: omar.user.id, memberIds: [priya.user.id] })
  await nameFirst()
  expect((await anna.ask(matters.one, { id })).feeEarner).toBe('Omar Said')
  expect((await priya.ask(matters.firmOne, { id })).facts.feeEarnerId).toBeNull()
})

test('what the firm noted of a joint client stays in the trail, and their telephone number on record', async () => {
  const { anna, id, party, nameFirst } = await openCase()
  const noted = {
    role: 'joint_client',
    phone: '020 7946 0018',
    number: '',
    detail: 'Pays the deposit',
  } as const
  await priya.ask(matterParties.save, { id, partyId: party.id, ...noted })
  await nameFirst()
  const [former] = (await priya.ask(matters.firmOne, { id })).parties
  expect(former).toMatchObject({ name: 'Ben Lind', detail: '' })
  const { rows } = await portal.pool.query(
    "select details->>'detail' as detail from audit where event = 'case.named_first' and subject_id = $1",
    [anna.user.id],
  )
  expect(rows).toEqual([{ detail: 'Pays the deposit' }])

  await nameFirst()
  const { parties } = await priya.ask(matters.firmOne, { id })
  expect(parties).toMatchObject([{ name: 'Anna Lind', phone: '020 7946 0018' }])
})

test('each client keeps their tasks, and only the owner of the next one is led to it', async () => {
  const { ben, anna, id, nameFirst } = await openCase()
  const titles = async ({ ask }: Client) =>
    (await ask(tasks.list, {})).map(({ title, status }) => [title, status])
  const before = [await titles(ben), await titles(anna)]
  const [task] = await ben.ask(tasks.list, {})
  await priya.ask(matters.move, { id, whose: 'client', nextStep: 'Show us who you are', taskId: task?.id })
  await nameFirst()
  expect([await titles(ben), await titles(anna)]).toEqual(before)
  expect((await ben.ask(matters.one, { id })).move?.taskId).toBe(task?.id)
  expect((await anna.ask(matters.one, { id })).move?.taskId).toBeNull()
})

test('nobody but a joint client with an account is named first', async () => {
  const { id, nameFirst } = await openCase()
  const words = {
    role: 'joint_client',
    kind: 'person',
    email: '',
    phone: '',
    number: '',
    detail: '',
  } as const
  const invited = await priya.ask(matterParties.add, { id, ...words, name: 'Cleo Hart' })
  const lender = await priya.ask(matterParties.add, { id, ...words, role: 'lender', name: 'A bank' })
  for (const { id: partyId } of [invited, lender])
    await expect(priya.ask(matterParties.nameFirst, { id, partyId })).rejects.toMatchObject({
      code: 'conflict',
      reason: 'not_a_client',
    })
  expect((await nameFirst()).client.name).toBe('Anna Lind')
})
