import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { type MatterId, matters } from '#contract/matters/matters.ts'
import { matterParties, mostReferences } from '#contract/matters/parties.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const administrator = await portal.staff('administrator')

const flat = { title: 'A flat', type: 'Purchase', priority: 'low', description: 'A flat' } as const
const open = (client: Client) =>
  priya.ask(matters.start, {
    clientId: client.user.id,
    ...flat,
    whose: 'firm',
    nextStep: 'Order the searches',
  })
const restrict = (id: MatterId) =>
  priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [] })

test('clients of one name are told apart by email, date of birth and cases, without restricted ones', async () => {
  const smith = { firstName: 'Jo', lastName: `Smith${portal.now().getTime()}` }
  const [first, other] = [await portal.client(smith), await portal.client(smith)]
  for (const { user } of [first, other]) await administrator.ask(firm.joinTeam, { email: user.email })
  await portal.pool.query(
    `insert into personal_details (user_id, full_name, date_of_birth, updated_at)
     values ($1, 'Jo Smith', '1980-05-03', now())
     on conflict (user_id) do update set date_of_birth = excluded.date_of_birth`,
    [first.user.id],
  )
  const [shown, hidden] = [await open(first), await open(first)]
  await restrict(hidden.id)
  const listed = async ({ ask }: Pick<Client, 'ask'>) =>
    new Map((await ask(matters.clients, { search: smith.lastName })).map((client) => [client.id, client]))
  const found = await listed(administrator)
  expect(found.get(first.user.id)).toMatchObject({
    email: first.user.email,
    dateOfBirth: '1980-05-03',
    references: [shown.reference],
  })
  expect(found.get(other.user.id)).toMatchObject({
    email: other.user.email,
    dateOfBirth: null,
    references: [],
  })
  expect((await listed(priya)).get(first.user.id)?.references).toEqual([hidden.reference, shown.reference])
})

test('of somebody on very many cases only the newest are listed', async () => {
  const bank = { kind: 'organisation', email: '', phone: '', number: '', detail: '', role: 'lender' } as const
  const name = `Dulwich Bank ${portal.now().getTime()}`
  const client = await portal.client()
  const first = await open(client)
  const { personId } = await priya.ask(matterParties.add, { id: first.id, ...bank, name })
  const references = []
  for (let at = 0; at <= mostReferences; at += 1) {
    const { id, reference } = await open(client)
    await priya.ask(matterParties.add, { id, ...bank, name, personId })
    references.unshift(reference)
  }
  const [known] = await priya.ask(matterParties.people, { search: name })
  expect(known?.references).toEqual(references.slice(0, mostReferences))
})
