import fc from 'fast-check'
import { expect, test } from 'vitest'
import { notifications } from '#contract/notifications/notifications.ts'
import { payouts } from '#contract/payments/payouts.ts'
import { queueJob } from '#server/platform/jobs/queue.ts'
import { linesOf } from '#server/providers/payments/gocardless-payouts.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { openBankPortal } from './testing/gocardless.ts'

const { portal, stripe, bank, deliverBankEvents, onBankPage } = await openBankPortal()
const { payOut } = bank.payouts
const cashier = await portal.staff('cashier')

const shown = async (id: string) =>
  (await cashier.ask(payouts.list, {})).payouts.find((payout) => payout.id === id)
/** A client who has paid by bank payment into this account of the firm. */
async function paidInto(account: 'client' | 'office') {
  const { id, request } = await onBankPage()
  const payment = bank.pay({ request })
  await deliverBankEvents({ type: 'billing_requests.fulfilled', links: { billing_request: request.id } })
  await portal.pool.query('update payments set account = $2 where id = $1', [id, account])
  return { id, payment }
}

test('a payout of GoCardless is reconciled gross, fees and net to the penny, without fees on client money', async () => {
  const [office, client] = [await paidInto('office'), await paidInto('client')]
  const { payment } = client
  const payout = payOut([
    { type: 'payment_paid_out', amount: 34_250, payment: office.payment },
    { type: 'gocardless_fee', amount: -205.5, payment: office.payment, tax: 34.2 },
    { type: 'payment_paid_out', amount: 34_250, payment },
    { type: 'gocardless_fee', amount: -205.5, payment, tax: 34.2 },
    { type: 'refund', amount: -1000, payment },
    { type: 'surcharge_fee', amount: -100.4 },
  ])
  // Events arrive in any order and more than once.
  for (let time = 0; time < 3; time += 1)
    await deliverBankEvents({ type: 'payouts.paid', links: { payout: payout.id } })
  await expect
    .poll(() => shown(payout.id))
    .toMatchObject({
      provider: 'gocardless',
      status: 'paid',
      amount: 66_989,
      isTest: true,
      figures: {
        payments: 68_500,
        refunds: -1000,
        disputes: 0,
        other: 0,
        fees: 511,
        net: 66_989,
        clientMoney: 33_250,
      },
      differences: [],
    })
  const lines = await cashier.ask(payouts.lines, { id: payout.id })
  expect(lines.filter(({ kind }) => kind === 'payment').map(({ gross }) => gross)).toEqual([34_250, 34_250])
  expect(lines.filter((line) => line.payment?.id === client.id)).toHaveLength(2)
  const { body } = await cashier.send('GET', payouts.file.path.replace(':id', payout.id), undefined, {})
  expect(String(body)).toContain(`"342.50","",`)
})

test('foreign lines, a wrong sum and a payout that the bank returned are reported with their provider', async () => {
  const { payment } = await paidInto('client')
  const wrong = payOut(
    [
      { type: 'payment_paid_out', amount: 34_250, payment },
      { type: 'payment_paid_out', amount: 5000, payment: { id: 'PM_FOREIGN' } },
    ],
    { amount: 38_000 },
  )
  await deliverBankEvents({ type: 'payouts.paid', links: { payout: wrong.id } })
  await expect
    .poll(async () => (await shown(wrong.id))?.differences)
    .toEqual([
      'GoCardless paid out £12.50 less than its lines add up to.',
      'A payment of £50.00 (PM_FOREIGN) is not from this portal.',
    ])
  const bounced = payOut([{ type: 'revenue_share', amount: 4321 }])
  Object.assign(bounced, { status: 'bounced' })
  await queueJob(portal.db)('followPayouts', {})
  await expectDone(portal, 'followPayouts')
  await expect.poll(async () => (await shown(bounced.id))?.status).toBe('failed')
  expect(await cashier.ask(notifications.list, {})).toContainEqual(
    expect.objectContaining({ body: expect.stringContaining('Check your bank details in GoCardless.') }),
  )
})

test("one provider that is down does not hold up the other's payouts", async () => {
  const { payment } = await paidInto('office')
  const payout = payOut([{ type: 'payment_paid_out', amount: 34_250, payment }])
  stripe.state.mood = 'is down'
  await queueJob(portal.db)('followPayouts', {})
  await expect
    .poll(() => shown(payout.id), { timeout: 20_000 })
    .toMatchObject({ status: 'paid', differences: [] })
  stripe.state.mood = 'answers'
})

const pence = fc.integer({ min: 1, max: 5_000_000 })
const fee = fc.integer({ min: 0, max: 50_000 }).map((tenths) => -tenths / 10)

test('lines add up to the payout to the penny, even with fractional fees', () => {
  const link = (n: number) => ({ payment: `PM${n}` })
  fc.assert(
    fc.property(fc.array(fc.tuple(pence, fee), { minLength: 1, maxLength: 30 }), (paid) => {
      const items = paid.flatMap(([amount, cost], n) => [
        { type: 'payment_paid_out', amount, taxes: [], links: link(n) },
        { type: 'gocardless_fee', amount: cost, taxes: [], links: link(n) },
      ])
      // A sum just below nothing rounds to -0, which no JSON holds.
      const amount = Math.round(items.reduce((sum, item) => sum + item.amount, 0)) + 0
      const lines = linesOf({ id: 'PO1', amount }, items)
      expect(lines.reduce((sum, { net }) => sum + net, 0)).toBe(amount)
      expect(lines.map(({ gross }) => gross)).toEqual(paid.map(([gross]) => gross))
      for (const { gross, fee: taken, net } of lines) expect(gross - taken - net).toBe(0)
    }),
  )
})

test('the tax on a fee that is listed separately is part of the fee', () => {
  const links = { payment: 'PM1' }
  const items = [
    { type: 'payment_paid_out', amount: 10_000, taxes: [], links },
    { type: 'gocardless_fee', amount: -200, taxes: [{ amount: 40 }], links },
  ]
  expect(linesOf({ id: 'PO1', amount: 9760 }, items)).toMatchObject([{ gross: 10_000, fee: 240, net: 9760 }])
  expect(linesOf({ id: 'PO1', amount: 9800 }, items)).toMatchObject([{ gross: 10_000, fee: 200, net: 9800 }])
})
