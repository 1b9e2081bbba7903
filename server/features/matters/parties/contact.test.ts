import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { firm } from '#contract/firm/firm.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { startJointPurchase } from '#server/features/matters/testing/matters.ts'
import { hearing } from '#server/features/messages/testing.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const administrator = await portal.staff('administrator')

/** A case of two clients, the second of whom is a party with an account. The administrator works with the first. */
async function withTom() {
  const [nadia, tom] = [
    await portal.client(),
    await portal.client({ firstName: 'Tom', lastName: 'Lindholm' }),
  ]
  await administrator.ask(firm.joinTeam, { email: nadia.user.email })
  const { id, jointClient: wanted, party } = await startJointPurchase(priya, [nadia, tom])
  const shown = async () => (await priya.ask(matters.firmOne, { id })).parties[0]
  const rename = (firstName: string, lastName: string) =>
    tom.ask(accounts.saveProfile, { firstName, lastName, email: tom.user.email })
  const { name: _name, email: _email, kind: _kind, ...rest } = wanted
  const kept = { ...rest, partyId: party.id }
  return { id, nadia, tom, party, wanted, kept, shown, rename }
}

test('a client’s new name and address are those of the party too', async () => {
  const { tom, shown } = await withTom()
  const email = `new.${tom.user.email}`
  await tom.ask(accounts.saveProfile, {
    firstName: 'Thomas',
    lastName: 'Lindholm',
    email,
    currentPassword: portal.password,
  })
  expect(await shown()).toMatchObject({ name: 'Thomas Lindholm', email })
})

test('the firm does not change the name or address of a party with an account, as nothing would follow', async () => {
  const { id, tom, party, wanted, shown } = await withTom()
  const own = { ...wanted, id, partyId: party.id, email: tom.user.email }
  const words = 'Tom Lindholm has an account here. Please ask them to change this in their settings'
  await expect(
    priya.ask(matterParties.save, { ...own, name: 'Tim', email: 'tim@example.com' }),
  ).rejects.toMatchObject({ code: 'invalid', fields: { name: words, email: words } })
  const kind = 'Tom Lindholm has an account here, so please leave this as “Person”'
  await expect(
    priya.ask(matterParties.save, { ...own, kind: 'organisation', name: 'Tom Lindholm' }),
  ).rejects.toMatchObject({ code: 'invalid', fields: { kind } })
  await priya.ask(matterParties.save, { ...own, phone: '07700 900123', detail: 'Call after six' })
  expect(await shown()).toMatchObject({
    name: 'Tom Lindholm',
    email: tom.user.email,
    phone: '07700 900123',
    detail: 'Call after six',
  })
})

test('a name from before is that of the account with the next save, whether it was sent or left out', async () => {
  const { id, tom, kept, wanted, shown } = await withTom()
  const age = () =>
    portal.pool.query(`update matter_people set name = 'T. Lindholm', email = '' where client_id = $1`, [
      tom.user.id,
    ])
  const account = { name: 'Tom Lindholm', email: tom.user.email }
  const { partyId } = kept
  for (const sent of [
    kept,
    { ...wanted, id, partyId, name: 'T. Lindholm' },
    { ...wanted, id, partyId, ...account },
  ]) {
    await age()
    await priya.ask(matterParties.save, sent)
    expect(await shown()).toMatchObject(account)
  }
})

test('a client’s new name is searched for conflicts on their open cases, and shown on open pages', async () => {
  const { rename } = await withTom()
  const other = await withTom()
  await priya.ask(matterParties.add, {
    ...other.wanted,
    id: other.id,
    role: 'other_side',
    name: 'Ottoline Gray',
  })
  const conflicts = async () =>
    (await administrator.ask(notifications.list, {})).filter(
      ({ title, body }) => title === 'Possible conflict of interest' && body.includes('Ottoline Gray'),
    )
  expect(await conflicts()).toEqual([])
  const page = await hearing(portal, priya)
  await rename('Ottoline', 'Gray')
  expect(await conflicts()).toHaveLength(1)
  await expect.poll(page.topics).toContain('cases')
})

test('a new name of the client for whom a case was opened is searched for too, and the same one is not', async () => {
  const { nadia } = await withTom()
  const other = await withTom()
  await priya.ask(matterParties.add, {
    ...other.wanted,
    id: other.id,
    role: 'other_side',
    name: 'Persephone Vale',
  })
  const conflicts = async () =>
    (await administrator.ask(notifications.list, {})).filter(
      ({ title, body }) => title === 'Possible conflict of interest' && body.includes('Vale is our client'),
    )
  const rename = (firstName: string, lastName: string) =>
    nadia.ask(accounts.saveProfile, { firstName, lastName, email: nadia.user.email })
  await rename('Persephone', 'Vale')
  expect(await conflicts()).toHaveLength(1)
  await rename('Persephone', 'VALE')
  expect(await conflicts()).toHaveLength(1)
})

/** Counts the commands that wait for the record of a person. */
const waiting = async () => {
  const { rows } = await portal.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%"matter_people"%'`,
  )
  return rows[0]?.n
}

test('a party saved while its client takes another name keeps the new name', async () => {
  const { tom, kept, rename, shown } = await withTom()
  const holder = await portal.pool.connect()
  await holder.query('begin')
  await holder.query('select from matter_people where client_id = $1 for update', [tom.user.id])
  const renaming = rename('Thomas', 'Lindholm')
  await expect.poll(waiting).toBe(1)
  const saving = priya.ask(matterParties.save, { ...kept, detail: 'Call after six' })
  await expect.poll(waiting).toBe(2)
  await holder.query('commit')
  holder.release()
  await Promise.all([renaming, saving])
  expect(await shown()).toMatchObject({ name: 'Thomas Lindholm', detail: 'Call after six' })
})

test('a party’s phone number is kept as it is typed, and one from before there were rules stays until it is changed', async () => {
  const { id, wanted } = await withTom()
  const aunt = {
    ...wanted,
    clientId: undefined,
    id,
    role: 'giver_of_funds' as const,
    kind: 'person' as const,
    name: 'May Jones',
    email: 'may@jones.example',
  }
  await expect(priya.ask(matterParties.add, { ...aunt, phone: 'call her' })).rejects.toMatchObject({
    fields: { phone: expect.stringMatching(/^This isn’t a phone number/) },
  })
  const may = await priya.ask(matterParties.add, { ...aunt, phone: '+44 (0)7700 900458' })
  expect(may.phone).toBe('+44 (0)7700 900458')
  const phone = 'evenings, through Tom'
  await portal.pool.query('update matter_people set phone = $2 where id = $1', [may.personId, phone])
  const { clientId: _, ...change } = { ...aunt, partyId: may.id, detail: 'Tom’s aunt' }
  expect(await priya.ask(matterParties.save, { ...change, phone })).toMatchObject({
    phone,
    detail: 'Tom’s aunt',
  })
  await expect(priya.ask(matterParties.save, { ...change, phone: 'mornings' })).rejects.toMatchObject({
    fields: { phone: expect.any(String) },
  })
})
