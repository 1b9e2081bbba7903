import { expect, test } from 'vitest'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { fullName } from '#contract/kit/names.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { payments } from '#contract/payments/payments.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { pay } from '#server/features/payments/testing.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const cashier = await portal.staff('cashier', { firstName: 'Casey', lastName: 'Ledger' })
const officer = await portal.staff('compliance_officer')
const ana = await portal.client()

test('a cashier who is named on a restricted case sees its payments, and nothing else of it', async () => {
  const { id: paymentId } = await pay(ana)
  const { id } = await priya.ask(matters.start, { clientId: ana.user.id, ...flatPurchase })
  const { rows } = await portal.pool.query('select task_id from payments where id = $1', [paymentId])
  await portal.pool.query('update tasks set matter_id = $1 where id = $2', [id, rows[0].task_id])
  const paid = async () =>
    (await cashier.ask(payments.ofClient, { id: ana.user.id })).map((payment) => payment.id)
  const restrictTo = (...named: (typeof cashier)[]) =>
    priya.ask(matterParties.saveAccess, {
      id,
      isRestricted: true,
      memberIds: named.map(({ user }) => user.id),
    })
  await restrictTo()
  expect(await paid()).toEqual([])
  await restrictTo(cashier)
  const { named } = await priya.ask(matters.firmOne, { id })
  expect(named).toEqual(expect.arrayContaining(['Casey Ledger', fullName(priya.user)]))
  expect(await paid()).toEqual([paymentId])
  for (const endpoint of [matters.firmOne, matterTabs.documents])
    await expect(cashier.ask(endpoint, { id })).rejects.toMatchObject({ code: 'forbidden' })
})

test('a restricted case can name those to whom that opens something', async () => {
  const { id } = await priya.ask(matters.start, { clientId: ana.user.id, ...flatPurchase })
  const auditor = await portal.staff('auditor', { inspects: [id] })
  const { nameable, inCharge } = await priya.ask(matterParties.colleagues, {})
  const ids = nameable.map((person) => person.id)
  expect(inCharge).toContainEqual({ id: priya.user.id, name: fullName(priya.user) })
  expect(ids).toEqual(expect.arrayContaining([priya.user.id, cashier.user.id]))
  for (const { user } of [auditor, officer]) {
    expect(ids).not.toContain(user.id)
    const access = { id, isRestricted: true, memberIds: [user.id] }
    await expect(priya.ask(matterParties.saveAccess, access)).rejects.toMatchObject({
      fields: {
        memberIds: 'Please choose administrators, fee earners or cashiers who are still at the firm.',
      },
    })
  }
})
