import { afterEach, expect, test } from 'vitest'
import { notifications } from '#contract/notifications/notifications.ts'
import { payments } from '#contract/payments/payments.ts'
import { openBankPortal } from './testing/gocardless.ts'
import { paymentOf } from './testing/stripe.ts'

const { portal, bank, deliverBankEvents, reconcileBank, owedByBank } = await openBankPortal()
const { refunds } = bank
const cashier = await portal.staff('cashier')

afterEach(() => {
  bank.state.mood = 'answers'
  bank.state.mayRefund = true
  refunds.balance.isTooLow = false
})

const refundsOf = ({ id }: { id: string }) => refunds.refunds.filter(({ links }) => links.payment === id)

test('GoCardless refunds a duplicate payment once, and the client is told when it has been sent', async () => {
  const { client, id, payment } = await owedByBank()
  expect(await paymentOf({ client, id })).toMatchObject({ status: 'refund_due' })
  const attempts = [cashier, await portal.staff('administrator')].map((person) =>
    person.ask(payments.refund, { id }),
  )
  expect((await Promise.allSettled(attempts)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(refundsOf(payment)).toMatchObject([{ amount: 34_250 }])
  expect(await paymentOf({ client, id })).toMatchObject({ status: 'refunding' })
  const [refund] = refundsOf(payment)
  if (!refund) throw new Error('nothing was sent back')
  refund.status = 'paid'
  await deliverBankEvents({ type: 'refunds.paid', links: { refund: refund.id } })
  await expect.poll(async () => (await paymentOf({ client, id }))?.status).toBe('refunded')
  const titles = (await client.ask(notifications.list, {})).map(({ title }) => title)
  expect(titles.filter((title) => title === 'Your refund is on its way')).toHaveLength(1)
})

test('a refund whose response was lost is found by its metadata, and sent only once', async () => {
  const { client, id, payment } = await owedByBank()
  bank.state.mood = 'loses every answer'
  expect(await cashier.ask(payments.refund, { id })).toMatchObject({ status: 'refunding' })
  bank.state.mood = 'answers'
  await reconcileBank('settleRefunds')
  await reconcileBank('settleRefunds')
  expect(refundsOf(payment)).toHaveLength(1)
  expect(await paymentOf({ client, id })).toMatchObject({ status: 'refunding', refundedAmount: 34_250 })
})

test('an account that may not send refunds is told what to do, and nothing is sent', async () => {
  const { id, payment } = await owedByBank()
  bank.state.mayRefund = false
  const refused = await cashier.ask(payments.refund, { id })
  expect(refused).toMatchObject({
    status: 'refund_due',
    refundFailure: expect.stringContaining('Switch them on in GoCardless'),
  })
  bank.state.mayRefund = true
  refunds.balance.isTooLow = true
  expect(await cashier.ask(payments.refund, { id })).toMatchObject({
    refundFailure: expect.stringContaining('Too little is waiting to be paid out'),
  })
  expect(refundsOf(payment)).toEqual([])
  const sent = await cashier.ask(payments.refund, { id, isSentOtherwise: true })
  expect(sent).toMatchObject({ status: 'refunded' })
})

test('a refund made in GoCardless’s dashboard is recorded, and one that bounces is due again', async () => {
  const { client, id, payment } = await owedByBank()
  const refund = refunds.refund(payment)
  await deliverBankEvents({ type: 'refunds.created', links: { refund: refund.id } })
  await expect.poll(async () => (await paymentOf({ client, id }))?.status).toBe('refunding')
  refund.status = 'bounced'
  await reconcileBank('followReversals')
  await expect.poll(async () => (await paymentOf({ client, id }))?.status).toBe('refund_due')
})
