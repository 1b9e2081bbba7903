import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { jointClients } from '#contract/joint-clients.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
// Works with every client of these cases, unlike the other one.
const administrator = await portal.staff('administrator')
const other = await portal.staff('administrator')

const openFor = async (client: Client) => {
  await administrator.ask(firm.joinTeam, { email: client.user.email })
  const step = { whose: 'client', nextStep: 'Read the report' } as const
  return (await priya.ask(matters.start, { clientId: client.user.id, ...flatPurchase, ...step })).id
}
const nobody = { email: '', phone: '', number: '', detail: '' }
const conflictsTold = async ({ ask }: Pick<Client, 'ask'>) =>
  (await ask(notifications.list, {})).filter(({ title }) => title === 'Possible conflict of interest')

test('administrators who may see both cases, but no client, are told if a client of one is on the other side of the other', async () => {
  const name = { firstName: 'Beatrix', lastName: 'Thorne' }
  const client = await portal.client(name)
  const first = await openFor(client)
  const before = await conflictsTold(administrator)
  const id = await openFor(await portal.client())
  await priya.ask(matterParties.add, {
    id,
    ...nobody,
    role: 'other_side',
    kind: 'person',
    name: 'beatrix  THORNE',
  })
  const [news, ...rest] = await conflictsTold(administrator)
  expect(rest).toEqual(before)
  const { reference } = await priya.ask(matters.firmOne, { id: first })
  expect(news?.body).toContain(
    `beatrix  THORNE is our client in “Purchase of a flat” (${reference}), and on the other`,
  )
  expect(news?.body).toContain('Check whether they are the same.')
  expect(await conflictsTold(client)).toEqual([])
  expect(await conflictsTold(priya)).toEqual([])
  // Whoever may not see both cases is told that somebody has to decide, and of nobody's name or case.
  expect(await conflictsTold(other)).toEqual([])
  expect((await other.ask(notifications.list, {}))[0]).toMatchObject({
    title: 'Nobody is a compliance officer',
    body: 'A possible conflict of interest was found, which a compliance officer has to decide. Please give someone that role.',
    link: '/firm/people',
  })
})

test('a conflict is found with accents and without', async () => {
  await openFor(await portal.client({ firstName: 'Zoë', lastName: 'Müller-Thorne' }))
  const against = (name: string) => ({
    ...nobody,
    role: 'other_side' as const,
    kind: 'person' as const,
    name,
  })
  const before = await conflictsTold(administrator)
  const id = await openFor(await portal.client())
  await priya.ask(matterParties.add, { id, ...against('Zoe Muller-Thorne') })
  expect(await conflictsTold(administrator)).toHaveLength(before.length + 1)
  await priya.ask(matterParties.add, { id, ...against('Chloé Brontë') })
  await openFor(await portal.client({ firstName: 'Chloe', lastName: 'Bronte' }))
  expect(await conflictsTold(administrator)).toHaveLength(before.length + 2)
})

test('an organisation that is our client in one case and later on the other side of another is a conflict', async () => {
  const company = { ...nobody, kind: 'organisation', name: 'Thorne & Daughters Ltd' } as const
  const [first, second] = [await openFor(await portal.client()), await openFor(await portal.client())]
  const before = await conflictsTold(administrator)
  await priya.ask(matterParties.add, { id: first, ...company, role: 'client' })
  expect(await conflictsTold(administrator)).toHaveLength(before.length)
  await priya.ask(matterParties.add, { id: second, ...company, role: 'other_side' })
  const [news, ...rest] = await conflictsTold(administrator)
  expect(rest).toHaveLength(before.length)
  const references = [first, second].map(async (id) => (await priya.ask(matters.firmOne, { id })).reference)
  const [ours, theirs] = await Promise.all(references)
  expect(news?.body).toContain(
    `Thorne & Daughters Ltd is our client in “Purchase of a flat” (${ours}), and on the other side in “Purchase of a flat” (${theirs}).`,
  )
})

test('administrators hear of a conflict if a case is opened for somebody who is on the other side of another', async () => {
  const id = await openFor(await portal.client())
  await priya.ask(matterParties.add, {
    id,
    ...nobody,
    role: 'other_side',
    kind: 'person',
    name: 'Ottoline Gray',
  })
  const before = await conflictsTold(administrator)
  await openFor(await portal.client({ firstName: 'Ottoline', lastName: 'Gray' }))
  expect(await conflictsTold(administrator)).toHaveLength(before.length + 1)
})

test('the notice of a conflict goes from those who may no longer know of either case', async () => {
  const client = await portal.client({ firstName: 'Wilhelmina', lastName: 'Stone' })
  const first = await openFor(client)
  const before = await conflictsTold(administrator)
  const id = await openFor(await portal.client())
  const stone = { ...nobody, role: 'other_side', kind: 'person', name: 'Wilhelmina Stone' } as const
  await priya.ask(matterParties.add, { id, ...stone })
  expect(await conflictsTold(administrator)).toHaveLength(before.length + 1)
  await priya.ask(matterParties.saveAccess, { id: first, isRestricted: true, memberIds: [] })
  expect(await conflictsTold(administrator)).toEqual(before)
})

test('nothing hints at a conflict with a restricted case to those who may not know of it', async () => {
  const client = await portal.client({ firstName: 'Leocadia', lastName: 'Marsh' })
  const first = await openFor(client)
  await priya.ask(matterParties.saveAccess, { id: first, isRestricted: true, memberIds: [] })
  const heardBy = ({ ask }: Pick<Client, 'ask'>) => ask(notifications.list, {})
  const before = [await heardBy(administrator), await heardBy(other)]
  const id = await openFor(await portal.client())
  const marsh = { ...nobody, role: 'other_side', kind: 'person', name: 'Leocadia Marsh' } as const
  await priya.ask(matterParties.add, { id, ...marsh })
  expect([await heardBy(administrator), await heardBy(other)]).toEqual(before)
})

test('a conflict is found when a party gets the email address of a client, or a name on their other cases', async () => {
  const client = await portal.client({ firstName: 'Hester', lastName: 'Pryce' })
  await openFor(client)
  const [id, second] = [await openFor(await portal.client()), await openFor(await portal.client())]
  const agent = { ...nobody, role: 'agent', kind: 'person', name: 'H. P.' } as const
  const { id: partyId, personId } = await priya.ask(matterParties.add, { id, ...agent })
  await priya.ask(matterParties.add, { id: second, ...agent, role: 'other_side', personId })
  const before = await conflictsTold(administrator)
  const theirs = { id: second, role: 'other_side' } as const
  const { parties } = await priya.ask(matters.firmOne, { id: second })
  const otherId = parties.find((party) => party.personId === personId)?.id
  if (!otherId) throw new Error('The person is not on the second case')
  await priya.ask(matterParties.save, { ...agent, ...theirs, partyId: otherId, email: client.user.email })
  expect(await conflictsTold(administrator)).toHaveLength(before.length + 1)
  await priya.ask(matterParties.save, { ...agent, id, partyId })
  expect(await conflictsTold(administrator)).toHaveLength(before.length + 1)
  // The record is the same on both cases, so the name is that of the other side too.
  await priya.ask(matterParties.save, { ...agent, id, partyId, name: 'Hester Pryce' })
  expect(await conflictsTold(administrator)).toHaveLength(before.length + 2)
})

test('a conflict is found when a client of another case joins by an invitation under a shorter name', async () => {
  const ben = await portal.client({ firstName: 'Benedict', lastName: 'Crane' })
  const [id, against] = [await openFor(await portal.client()), await openFor(await portal.client())]
  const blank = { ...nobody, kind: 'person', name: 'Benedict Crane' } as const
  await priya.ask(matterParties.add, { id, ...blank, role: 'joint_client', clientId: ben.user.id })
  await priya.ask(matterParties.add, { id: against, ...blank, role: 'other_side' })
  const ana = await portal.client()
  const joined = await openFor(ana)
  const { email } = ben.user
  const invited = await ana.ask(jointClients.invite, { id: joined, name: 'Ben Crane', email })
  await priya.ask(jointClients.agree, { id: joined, invitationId: invited.id })
  const before = await conflictsTold(administrator)
  await ben.ask(jointClients.accept, { token: invited.path?.split('token=')[1] ?? '' })
  const { reference } = await priya.ask(matters.firmOne, { id: joined })
  const [news, ...rest] = await conflictsTold(administrator)
  expect(rest).toHaveLength(before.length)
  expect(news?.body).toContain(`Benedict Crane is our client in “Purchase of a flat” (${reference})`)
})
