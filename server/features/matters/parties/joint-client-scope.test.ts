import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { openPortal } from '#server/testing/portal.ts'
import { flatPurchase } from '../testing/matters.ts'

test('a client becomes a joint client only by somebody for whom their file is open', async () => {
  const portal = await openPortal()
  const [priya, omar] = [await portal.staff('fee_earner'), await portal.staff('fee_earner')]
  const boss = await portal.staff('administrator')
  const [ana, ben] = [await portal.client(), await portal.client()]
  for (const { user } of [ana, ben]) await boss.ask(firm.joinTeam, { email: user.email })
  const { id } = await priya.ask(matters.start, { clientId: ana.user.id, ...flatPurchase })
  const { facts } = await priya.ask(matters.firmOne, { id })
  await priya.ask(matters.saveFacts, { id, ...facts, supervisorId: omar.user.id })
  const role = {
    id,
    role: 'other_side',
    detail: '',
    kind: 'person',
    email: '',
    phone: '',
    number: '',
  } as const
  const party = await boss.ask(matterParties.add, { ...role, clientId: ben.user.id, name: 'Ben' })
  const { personId } = party
  const refused = { code: 'not_found' }
  const joint = { ...role, role: 'joint_client', personId, name: 'Ben' } as const
  await expect(omar.ask(matterParties.add, joint)).rejects.toMatchObject(refused)
  const changed = { id, partyId: party.id, role: 'joint_client', detail: '', phone: '', number: '' } as const
  await expect(omar.ask(matterParties.save, changed)).rejects.toMatchObject(refused)
  await expect(omar.ask(firm.client, { id: ben.user.id })).rejects.toMatchObject(refused)
  expect(await priya.ask(matterParties.add, joint)).toMatchObject({ clientId: ben.user.id })
})
