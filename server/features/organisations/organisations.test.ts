import { expect, test } from 'vitest'
import { bulk } from '#contract/firm/bulk.ts'
import { guests } from '#contract/guests.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { addressOf } from '#contract/kit/transport.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { FilingId, organisations } from '#contract/organisations/organisations.ts'
import type { Owner } from '#contract/organisations/ownership.ts'
import { tasks } from '#contract/tasks.ts'
import { exportOf } from '#server/features/privacy/testing.ts'
import { openPortal } from '#server/testing/portal.ts'
import { drawnStatement } from '#server/testing/sample-documents.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const stranger = await portal.staff('fee_earner')
const workshop = {
  title: 'Purchase of a workshop',
  type: 'Purchase',
  priority: 'high',
  description: 'Unit 6',
} as const
const step = { whose: 'firm', nextStep: 'We check the lease' } as const
const blank = { email: '', phone: '', number: '', detail: '' }

const share = (percent: number) => ({ from: percent, to: percent })
const stake = { of: 'self', share: share(50), control: '' }
const owners: Owner[] = [
  { key: 'group', name: 'Cole Group Ltd', kind: 'organisation', number: '01234567', stakes: [stake] },
  {
    key: 'eleanor',
    name: 'Eleanor Cole',
    kind: 'person',
    number: '',
    stakes: [{ of: 'group', share: share(60), control: '' }],
  },
  { key: 'ben', name: 'Ben Small', kind: 'person', number: '', stakes: [{ ...stake, share: share(10) }] },
]
const facts: Omit<Input<typeof organisations.save>, 'id' | 'partyId'> = {
  kind: 'company',
  number: '9999991',
  registeredAddress: '6 Dock Lane, Bristol BS1 4XX',
  officers: [
    { name: 'Mrs Eleanor Jane Cole', role: 'director', kind: 'person' },
    { name: 'Ravi Shah', role: 'director', kind: 'person' },
    { name: 'Ann Clerk', role: 'secretary', kind: 'person' },
  ],
  owners,
}

async function withCompany(facts: Parameters<typeof portal.client>[0] = {}) {
  const client = await portal.client(facts)
  const { id } = await priya.ask(matters.start, { clientId: client.user.id, ...workshop, ...step })
  const name = 'Cole & Daughters Joinery Ltd'
  const company = { role: 'beneficial_owner', kind: 'organisation', name, ...blank } as const
  const { id: partyId } = await priya.ask(matterParties.add, { id, ...company })
  return { client, place: { id, partyId }, id }
}

test('who owns and runs a company is kept with who typed it and when', async () => {
  const { place, id } = await withCompany()
  expect(await priya.ask(organisations.list, { id })).toMatchObject([{ facts: null, source: null }])
  const saved = await priya.ask(organisations.save, { ...place, ...facts })
  expect(saved).toMatchObject({ number: '09999991', facts: { owners, kind: 'company' } })
  expect(saved.source).toEqual({
    kind: 'typed',
    by: `${priya.user.firstName} ${priya.user.lastName}`,
    at: portal.now(),
    register: '',
  })
  expect(await priya.ask(organisations.list, { id })).toEqual([saved])
  const { parties } = await priya.ask(matters.firmOne, { id })
  expect(parties[0]?.number).toBe('09999991')
})

test('what cannot be true is refused with a sentence, and nothing is kept', async () => {
  const { place, id } = await withCompany()
  const circular = owners.map((owner) =>
    owner.key === 'group' ? { ...owner, stakes: [{ ...stake, of: 'group' }] } : owner,
  )
  await expect(priya.ask(organisations.save, { ...place, ...facts, owners: circular })).rejects.toMatchObject(
    {
      code: 'invalid',
      fields: {
        'owners.0.stakes.0.of': 'This goes round in a circle: Cole Group Ltd owns Cole Group Ltd.',
      },
    },
  )
  await expect(priya.ask(organisations.save, { ...place, ...facts, number: 'XX1' })).rejects.toMatchObject({
    fields: { number: expect.stringContaining('8 characters') },
  })
  const nameless = [{ ...owners[2], name: ' ' } as Owner]
  await expect(priya.ask(organisations.save, { ...place, ...facts, owners: nameless })).rejects.toMatchObject(
    {
      fields: { 'owners.0.name': 'Please enter the name of this owner' },
    },
  )
  expect((await priya.ask(organisations.list, { id }))[0]?.facts).toBeNull()
})

test('each owner of 25% or more and each director is proposed once, with the reasons', async () => {
  const { place, id } = await withCompany({ firstName: 'Ravi', lastName: 'Shah' })
  await priya.ask(organisations.save, { ...place, ...facts })
  // Agents are not checked.
  const agent = { role: 'agent', kind: 'person', name: 'Eleanor Cole', ...blank } as const
  await priya.ask(matterParties.add, { id, ...agent })
  expect(await priya.ask(organisations.proposed, place)).toMatchObject([
    { name: 'Cole Group Ltd', kind: 'organisation', reasons: ['Owner: 50%'], isParty: false },
    { name: 'Eleanor Cole', reasons: ['Owner: 60% of 50% = 30%', 'Director'], isParty: false },
    // The client of the case.
    { name: 'Ravi Shah', role: 'director', reasons: ['Director'], isParty: true },
  ])
})

test('owners come onto the case together: a client as themselves, the others by a link to their checks', async () => {
  const { place, id } = await withCompany()
  const eleanor = await portal.client({ firstName: 'Eleanor', lastName: 'Cole' })
  await priya.ask(matters.start, { clientId: eleanor.user.id, ...workshop, ...step })
  await priya.ask(organisations.save, { ...place, ...facts })
  const proposed = await priya.ask(organisations.proposed, place)
  const [known] = proposed.find(({ name }) => name === 'Eleanor Cole')?.clients ?? []
  expect(known).toMatchObject({ id: eleanor.user.id })
  expect(known?.checks.map(({ title }) => title)).toContain('Upload proof of address')
  const before = await eleanor.ask(tasks.list, {})
  const people = [
    { name: 'Eleanor Cole', clientId: eleanor.user.id, email: '' },
    { name: 'Ravi Shah', clientId: null, email: 'ravi@example.com' },
    { name: 'Cole Group Ltd', clientId: null, email: '' },
  ]
  const { guests: invited } = await priya.ask(organisations.addParties, { ...place, people })
  const { parties } = await priya.ask(matters.firmOne, { id })
  expect(parties.map(({ name, role, detail }) => [name, role, detail])).toContainEqual([
    'Ravi Shah',
    'director',
    'Cole & Daughters Joinery Ltd: Director',
  ])
  // A client is not asked for anything twice.
  expect((await eleanor.ask(tasks.list, {})).map(({ title }) => title)).toEqual(
    before.map(({ title }) => title),
  )
  const [{ access, name } = { access: null, name: '' }] = invited
  expect(name).toBe('Ravi Shah')
  const ravi = portal.visitor()
  await ravi.ask(guests.enter, { token: access?.path?.split('token=')[1] ?? '', code: access?.code ?? '' })
  expect((await ravi.ask(tasks.list, {})).map(({ kind }) => kind)).toEqual([
    'proof_of_identity',
    'proof_of_address',
  ])
  await expect(priya.ask(organisations.addParties, { ...place, people })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Eleanor Cole is on this case already. Please look at the list again.',
  })
})

test('two people of one name who are invited together get a code each', async () => {
  const { place } = await withCompany()
  await priya.ask(organisations.save, { ...place, ...facts })
  const people = ['father@example.com', 'son@example.com'].map((email) => ({
    name: 'Ravi Shah',
    clientId: null,
    email,
  }))
  const { guests: invited } = await priya.ask(organisations.addParties, { ...place, people })
  expect(new Set(invited.map(({ access }) => access.code)).size).toBe(2)
})

test('a check of a client counts as done only once it was found good', async () => {
  const { place } = await withCompany()
  const ravi = await portal.client({ firstName: 'Ravi', lastName: 'Shah' })
  await priya.ask(organisations.save, { ...place, ...facts })
  const sent = `update tasks set status = 'completed', completed_at = $1, outcome = $2
    where client_id = $3 and kind = 'proof_of_address'`
  const checkAs = async (outcome: string) => {
    await portal.pool.query(sent, [portal.now(), outcome, ravi.user.id])
    const proposed = await priya.ask(organisations.proposed, place)
    const clients = proposed.find(({ name }) => name === 'Ravi Shah')?.clients
    const checks = clients?.find(({ id }) => id === ravi.user.id)?.checks
    return checks?.find(({ title }) => title === 'Upload proof of address')
  }
  expect(await checkAs('review')).toMatchObject({ doneAt: null, isInReview: true })
  expect(await checkAs('verified')).toMatchObject({ doneAt: portal.now(), isInReview: false })
})

test('a director with an account is asked there for the checks that they were never asked for, and told so', async () => {
  const { place } = await withCompany()
  const ravi = await portal.client({ firstName: 'Ravi', lastName: 'Shah' })
  // Their account was opened before the firm asked every client for it.
  await portal.pool.query("delete from tasks where client_id = $1 and kind = 'proof_of_address'", [
    ravi.user.id,
  ])
  await priya.ask(organisations.save, { ...place, ...facts })
  const people = [{ name: 'Ravi Shah', clientId: ravi.user.id, email: '' }]
  await priya.ask(organisations.addParties, { ...place, people })
  const checks = (await ravi.ask(tasks.list, {})).filter(({ kind }) =>
    /^proof_of_(identity|address)$/.test(kind),
  )
  expect(checks.map(({ title, status }) => [title, status])).toEqual([
    ['Upload proof of identity', 'pending'],
    ['Upload proof of address', 'pending'],
  ])
  expect(await ravi.ask(notifications.list, {})).toContainEqual(
    expect.objectContaining({ body: 'Upload proof of address' }),
  )
})

test('where one of them cannot be added, nobody is', async () => {
  const { place, id } = await withCompany()
  await priya.ask(organisations.save, { ...place, ...facts })
  const people = [
    { name: 'Ravi Shah', clientId: null, email: 'ravi2@example.com' },
    { name: 'Somebody Else', clientId: null, email: '' },
  ]
  await expect(priya.ask(organisations.addParties, { ...place, people })).rejects.toMatchObject({
    reason: 'list_changed',
  })
  expect((await priya.ask(matters.firmOne, { id })).parties).toHaveLength(1)
})

test('a filing is kept with the company, read by the firm, and no client sees any of it', async () => {
  const { client, place, id } = await withCompany()
  await priya.ask(organisations.save, { ...place, ...facts })
  const form = new FormData()
  form.append('file', new Blob([await drawnStatement()], { type: 'application/pdf' }), 'cs01.pdf')
  const { path } = addressOf(organisations.addFiling, place)
  expect((await priya.send('POST', path, form, {})).status).toBe(201)
  const [shown] = await priya.ask(organisations.list, { id })
  const [filing] = shown?.filings ?? []
  expect(filing).toMatchObject({ filename: 'cs01.pdf', at: portal.now() })
  const { path: read } = addressOf(organisations.filing, { ...place, filingId: filing?.id })
  expect((await priya.send('GET', read, undefined, {})).status).toBe(200)
  expect((await stranger.send('GET', read, undefined, {})).status).toBe(404)
  await expect(stranger.ask(organisations.list, { id })).rejects.toMatchObject({ code: 'not_found' })
  const { text } = await exportOf(portal, client)
  expect(text).toContain(client.user.email)
  expect(text + JSON.stringify(await client.ask(matters.one, { id }))).not.toMatch(/Cole|cs01/)
  if (filing) await priya.ask(organisations.removeFiling, { ...place, filingId: filing.id })
  expect((await priya.ask(organisations.list, { id }))[0]?.filings).toEqual([])
})

test('a filing of a restricted case is there for those who know of that case, and for nobody else', async () => {
  const { place, id } = await withCompany()
  const { parties } = await priya.ask(matters.firmOne, { id })
  const personId = parties.find((party) => party.id === place.partyId)?.personId
  const other = await portal.staff('fee_earner')
  const { user: another } = await portal.client()
  const second = await priya.ask(matters.start, { clientId: another.id, ...workshop, ...step })
  const company = {
    role: 'beneficial_owner',
    kind: 'organisation',
    name: 'Cole & Daughters',
    ...blank,
  } as const
  const added = await priya.ask(matterParties.add, {
    id: second.id,
    ...company,
    ...(personId && { personId }),
  })
  const there = { id: second.id, partyId: added.id }
  await priya.ask(bulk.assignMatters, { ids: [second.id], feeEarnerId: other.user.id, isPreview: false })
  const addTo = async (at: typeof place, by: typeof priya, name: string) => {
    const form = new FormData()
    form.append('file', new Blob([await drawnStatement()], { type: 'application/pdf' }), name)
    expect((await by.send('POST', addressOf(organisations.addFiling, at).path, form, {})).status).toBe(201)
  }
  await addTo(place, priya, 'secret.pdf')
  await addTo(there, other, 'open.pdf')
  const seenBy = async (by: typeof priya, at: typeof place) =>
    (await by.ask(organisations.list, { id: at.id }))[0]?.filings.map(({ filename }) => filename)
  expect(await seenBy(other, there)).toEqual(['secret.pdf', 'open.pdf'])
  const restrict = (isRestricted: boolean) =>
    priya.ask(matterParties.saveAccess, { id, isRestricted, memberIds: [] })
  await restrict(true)
  expect(await seenBy(other, there)).toEqual(['open.pdf'])
  expect(await seenBy(priya, place)).toEqual(['secret.pdf', 'open.pdf'])
  const [secret] = (await priya.ask(organisations.list, { id }))[0]?.filings ?? []
  const filing = { ...there, filingId: FilingId.parse(secret?.id) }
  const { path } = addressOf(organisations.filing, filing)
  expect((await other.send('GET', path, undefined, {})).status).toBe(404)
  await expect(other.ask(organisations.removeFiling, filing)).rejects.toMatchObject({ code: 'not_found' })
  await restrict(false)
  expect(await seenBy(other, there)).toEqual(['secret.pdf', 'open.pdf'])
})

test('a company that is on no case any more is forgotten', async () => {
  const { place } = await withCompany()
  await priya.ask(organisations.save, { ...place, ...facts })
  const count = async () =>
    Number((await portal.pool.query('select count(*) from organisation_facts')).rows[0].count)
  const before = await count()
  await priya.ask(matterParties.remove, place)
  expect(await count()).toBe(before - 1)
})
