import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')

/** A case of two clients, the second of whom is a party with an account. */
async function withTom() {
  const [nadia, tom] = [
    await portal.client(),
    await portal.client({ firstName: 'Tom', lastName: 'Lindholm' }),
  ]
  const { id } = await priya.ask(matters.start, {
    clientId: nadia.user.id,
    title: 'Purchase of 3 Mill Lane',
    type: 'Purchase',
    priority: 'high',
    description: 'A house',
    whose: 'firm',
    nextStep: 'We check the lease',
  })
  const wanted = {
    id,
    role: 'joint_client',
    kind: 'person',
    name: 'Tom Lindholm',
    email: '',
    phone: '',
    number: '',
    detail: '',
  } as const
  const party = await priya.ask(matterParties.add, { ...wanted, clientId: tom.user.id })
  const shown = async () => (await priya.ask(matters.firmOne, { id })).parties[0]
  return { id, tom, party, wanted, shown }
}

test('a client’s new name and address are those of the party too', async () => {
  const { tom, shown } = await withTom()
  const { email } = { email: `new.${tom.user.email}` }
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
  await priya.ask(matterParties.save, { ...own, phone: '07700 900123', detail: 'Call after six' })
  expect(await shown()).toMatchObject({
    name: 'Tom Lindholm',
    email: tom.user.email,
    phone: '07700 900123',
    detail: 'Call after six',
  })
})
