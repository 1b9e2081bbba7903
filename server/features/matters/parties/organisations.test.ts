import { expect, test } from 'vitest'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')

const flat = { title: 'A flat', type: 'Purchase', priority: 'low', description: 'A flat' } as const
const open = async () =>
  priya.ask(matters.start, {
    clientId: (await portal.client()).user.id,
    ...flat,
    whose: 'firm',
    nextStep: 'Order the searches',
  })

test('an organisation that was entered as two records is on a case once in a role', async () => {
  const [first, other] = [await open(), await open()]
  const bank = { kind: 'organisation', email: '', phone: '', number: '00012345', detail: '' } as const
  const name = 'Dulwich Building Society'
  const lender = { ...bank, name, role: 'lender' } as const
  await priya.ask(matterParties.add, { ...lender, id: first.id })
  const { personId } = await priya.ask(matterParties.add, { ...lender, id: other.id })
  const already = {
    code: 'conflict',
    reason: 'already_party',
    message: `${name} is on this case as Lender already.`,
  }
  await expect(priya.ask(matterParties.add, { ...lender, id: first.id, personId })).rejects.toMatchObject(
    already,
  )
  const typed = { ...lender, id: first.id, name: 'dulwich  building society', number: '' }
  await expect(priya.ask(matterParties.add, typed)).rejects.toMatchObject({ reason: 'already_party' })
  // Another company of that name, and the same one in another role, are no mistake.
  await priya.ask(matterParties.add, { ...lender, id: first.id, number: '00099999' })
  await priya.ask(matterParties.add, { ...lender, id: first.id, personId, role: 'other_side' })
})
