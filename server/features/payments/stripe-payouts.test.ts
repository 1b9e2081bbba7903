import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { payments } from '#contract/payments/payments.ts'
import { payouts } from '#contract/payments/payouts.ts'
import { queueJob } from '#server/platform/jobs/queue.ts'
import { days } from '#server/platform/time/durations.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { openStripePortal } from './testing/stripe.ts'

const { portal, admin, stripe, tell, paid } = await openStripePortal()
const { payOut } = stripe.payouts
const cashier = await portal.staff('cashier')

const shown = async (id: string) =>
  (await cashier.ask(payouts.list, {})).payouts.find((payout) => payout.id === id)
const chargeOf = ({ id }: { id: string }) => ({ id: `ch_${id}`, object: 'charge', payment_intent: id })
const newsAbout = async (amount: string) =>
  (await cashier.ask(notifications.list, {})).filter(({ body }) => body.includes(amount))

test('a payout is reconciled gross, fees and net to the penny, without fees on client money', async () => {
  const [office, client] = [await paid(), await paid()]
  await portal.pool.query("update payments set account = 'office' where id = $1", [office.id])
  await portal.pool.query("update payments set account = 'client' where id = $1", [client.id])
  const refund = stripe.reversals.refund(client.intent, { amount: 250 })
  const dispute = stripe.reversals.dispute(office.intent, { amount: 1000 })
  const payout = payOut([
    { amount: 34_250, fee: 534, category: 'charge', source: chargeOf(office.intent) },
    { amount: 34_250, fee: 534, category: 'charge', source: chargeOf(client.intent) },
    { amount: -250, category: 'refund', source: refund },
    { amount: -1000, fee: 2000, category: 'dispute', source: dispute },
    { amount: -200, category: 'fee' },
  ])
  await tell('payout.paid', payout)
  await expect
    .poll(() => shown(payout.id))
    .toMatchObject({
      status: 'paid',
      amount: 63_982,
      arrivesOn: '2026-11-09',
      isTest: true,
      figures: {
        payments: 68_500,
        refunds: -250,
        disputes: -1000,
        other: 0,
        fees: 3268,
        net: 63_982,
        clientMoney: 34_000,
      },
      differences: [],
    })
  const lines = await cashier.ask(payouts.lines, { id: payout.id })
  expect(lines.filter(({ payment }) => payment?.id === client.id)).toHaveLength(2)
  expect(await newsAbout('£639.82')).toEqual([])
})

test('a payout can be downloaded as CSV with each line, money in and out separate, that no spreadsheet executes', async () => {
  const { client, intent } = await paid()
  const payout = payOut([
    { amount: 34_250, fee: 534, category: 'charge', source: chargeOf(intent) },
    { amount: -200, category: 'fee' },
  ])
  await tell('payout.paid', payout)
  await expect.poll(() => shown(payout.id)).toBeDefined()
  const { body } = await cashier.send('GET', payouts.file.path.replace(':id', payout.id), undefined, {})
  const [header, ...lines] = String(body).replace('\uFEFF', '').trim().split('\r\n')
  expect(header).toBe('"Kind","Client","For","Receipt","Account","In","Out","Fee","Reference"')
  expect(lines).toContainEqual(expect.stringMatching(/^"fee","","","","","","2\.00","0\.00",/))
  const [made] = await client.ask(payments.list, {})
  expect(lines.join()).toContain(
    `"${made?.receiptNumber}","${made?.account}","342.50","","5.34","${intent.id}"`,
  )
})

test('an administrator reads every line of a payout, and whose money it is only of clients who are theirs', async () => {
  const { client, intent } = await paid()
  await portal.pool.query('update users set fee_earner_id = $1 where id = $2', [
    (await portal.staff('fee_earner')).user.id,
    client.user.id,
  ])
  const payout = payOut([{ amount: 34_250, fee: 534, category: 'charge', source: chargeOf(intent) }])
  await tell('payout.paid', payout)
  await expect.poll(() => shown(payout.id)).toBeDefined()
  const line = async () => (await admin.ask(payouts.lines, { id: payout.id }))[0]?.payment
  expect(await line()).toMatchObject({ client: '', title: 'Payment' })
  await admin.ask(firm.joinTeam, { email: client.user.email })
  expect(await line()).toMatchObject({ client: `${client.user.firstName} ${client.user.lastName}` })
})

test('differences are reported: a wrong sum, a foreign charge, another amount, and a manual payout', async () => {
  const { id, intent } = await paid()
  await portal.pool.query('update payments set amount = 30000 where id = $1', [id])
  const wrong = payOut(
    [
      { amount: 34_250, fee: 534, category: 'charge', source: chargeOf(intent) },
      { amount: 5000, category: 'charge', source: chargeOf({ id: 'pi_foreign' }) },
    ],
    { amount: 38_000 },
  )
  await tell('payout.paid', wrong)
  await expect
    .poll(async () => (await shown(wrong.id))?.differences)
    .toEqual([
      'Stripe paid out £7.16 less than its lines add up to.',
      `A payment of £342.50 (${intent.id}) should have been £300.00.`,
      'A payment of £50.00 (pi_foreign) is not from this portal.',
    ])
  expect(await newsAbout('£380.00')).toMatchObject([{ title: 'A payout does not add up' }])

  const byHand = payOut([], { amount: 777, isAutomatic: false })
  await tell('payout.paid', byHand)
  await expect
    .poll(() => shown(byHand.id))
    .toMatchObject({
      figures: null,
      differences: [expect.stringContaining('manually')],
    })
})

test('repeated and reordered payout events are one payout, whose lines are polled until Stripe knows them', async () => {
  const { intent } = await paid()
  const payout = payOut([{ amount: 34_250, fee: 534, category: 'charge', source: chargeOf(intent) }], {
    isListed: false,
  })
  const reconciled = structuredClone(payout)
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      tell(n % 2 ? 'payout.paid' : 'payout.reconciliation_completed', reconciled),
    ),
  )
  expect(await shown(payout.id)).toMatchObject({ status: 'paid', figures: null, differences: [] })
  Object.assign(payout, { reconciliation_status: 'completed' })
  await queueJob(portal.db)('followPayouts', {})
  await expectDone(portal, 'followPayouts')
  await expect.poll(() => shown(payout.id)).toMatchObject({ figures: { payments: 34_250, fees: 534 } })
  const { rows } = await portal.pool.query('select id from payout_lines where payout_id = $1', [payout.id])
  expect(rows).toHaveLength(1)
})

test('a payout that the bank returned says so, and the cashier is told once', async () => {
  const payout = payOut([{ amount: 4321, category: 'reserve' }])
  Object.assign(payout, { status: 'failed', failure_code: 'account_closed' })
  await tell('payout.failed', payout)
  await tell('payout.failed', payout)
  await expect.poll(() => shown(payout.id)).toMatchObject({ status: 'failed' })
  expect(await newsAbout('£43.21')).toMatchObject([{ title: 'A payout failed' }])
})

test('completed payments that are in no payout after ten days are counted', async () => {
  const before = (await cashier.ask(payouts.list, {})).unpaid
  await paid()
  expect((await cashier.ask(payouts.list, {})).unpaid).toEqual(before)
  portal.wait(days(11))
  const late = await portal.staff('cashier')
  const { unpaid } = await late.ask(payouts.list, {})
  expect(before).toEqual([])
  expect(unpaid).toMatchObject([{ provider: 'stripe', count: expect.any(Number) }])
  // The lines of a manual payout are not listed, so all payments may be in it.
  await tell('payout.paid', payOut([], { amount: 4711, isAutomatic: false }))
  await expect.poll(async () => (await late.ask(payouts.list, {})).unpaid).toEqual([])
})
