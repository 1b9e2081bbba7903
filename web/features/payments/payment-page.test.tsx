// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { type Payment, payments } from '#contract/payments/payments.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { PaymentTask } from './dialog.tsx'
import { PaymentsPage } from './page.tsx'
import { bothWays, feesOf, hosted, paymentOf, portalWith, watchPayments } from './testing.ts'

const page = 'https://checkout.stripe.com/c/pay/cs_test_1'
const begun = paymentOf(1, { status: 'open', receiptNumber: null, completedAt: null })
const noOne = vi.fn<() => void>()

afterEach(() => vi.unstubAllGlobals())

/** Records where the page would go, because jsdom does not navigate. */
const watchLeaving = () => {
  const left: string[] = []
  vi.stubGlobal('location', { ...location, assign: (url: string) => void left.push(url) })
  return left
}

test('where Stripe takes the payments no card is asked for, and the client is led to its page', async () => {
  const left = watchLeaving()
  show(<PaymentTask task={feesOf(1)} close={noOne} done={noOne} />, [
    ...portalWith({ due: [feesOf(1)], made: [], processor: hosted }),
    answer(payments.pay, () => ({ ...begun, continueAt: page })),
  ])
  const sent = watchPayments()
  const button = await screen.findByRole('button', { name: 'Pay £342.50' })
  expect(screen.queryByLabelText(/card number|cvc|expiry/i)).not.toBeInTheDocument()
  expect(screen.getByText('Test mode: no money moves.')).toBeInTheDocument()
  await userEvent.click(button)
  await expect.poll(() => left).toEqual([page])
  expect(sent.map(({ body }) => JSON.parse(body))).toEqual([
    { taskId: idOf(1), amount: 34_250, currency: 'GBP', paymentMethod: 'card' },
  ])
})

test('while the page opens, nothing is said of a bank', async () => {
  show(<PaymentTask task={feesOf(1)} close={noOne} done={noOne} />, [
    ...portalWith({ due: [feesOf(1)], made: [], processor: hosted }),
    answer(payments.pay, () => new Promise<never>(() => {})),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Pay £342.50' }))
  expect(await screen.findByText(/We are opening the payment page/)).toBeInTheDocument()
  expect(screen.queryByText(/asking your bank/i)).not.toBeInTheDocument()
})

test('where both are taken the client chooses between card and bank, and is led to the page of what they chose', async () => {
  const left = watchLeaving()
  show(<PaymentTask task={feesOf(1)} close={noOne} done={noOne} />, [
    ...portalWith({ due: [feesOf(1)], made: [begun], processor: bothWays }),
    answer(payments.pay, () => ({ ...begun, continueAt: page })),
  ])
  const sent = watchPayments()
  expect(await screen.findByRole('radio', { name: /^Card/ })).toBeChecked()
  expect(screen.getByText(/run by Stripe/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('radio', { name: /^Pay by bank/ }))
  expect(screen.getByText(/run by GoCardless/)).toBeInTheDocument()
  // A payment by card was begun before.
  expect(screen.getByText(/We'll close that page first/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Pay £342.50' }))
  await expect.poll(() => left).toEqual([page])
  expect(sent.map(({ body }) => JSON.parse(body))).toMatchObject([{ paymentMethod: 'bank' }])
})

/** The payments page after a return from Stripe, where the portal finds out what happened to the payment. */
const comeBack = (found: Partial<Payment>) => {
  const state = { due: [feesOf(1)], made: [begun], processor: hosted }
  show(
    <PaymentsPage />,
    [
      ...portalWith(state),
      answer(payments.look, () => {
        const payment = { ...begun, ...found }
        state.made = [payment]
        return payment
      }),
      answer(payments.pay, () => ({ ...begun, continueAt: page })),
    ],
    { at: `/payments?payment=${begun.id}&returned=1` },
  )
}

test('a client who comes back having paid is told so', async () => {
  comeBack({ status: 'completed', receiptNumber: 'HR-2026-000008' })
  expect((await screen.findAllByText('Payment successful')).length).toBeGreaterThan(0)
})

test('a client who comes back without paying is told that nothing was taken, and can go on', async () => {
  const left = watchLeaving()
  comeBack({ reason: "You haven't finished this payment. Nothing has been taken." })
  expect(await screen.findByText("You haven't paid yet")).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Continue to payment' }))
  await expect.poll(() => left).toEqual([page])
})

test('a client whose bank has not answered is told that it is being checked, and is asked for nothing', async () => {
  comeBack({ status: 'checking', reason: null })
  expect(await screen.findByText('We are checking your payment')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Pay|Continue|Try/ })).not.toBeInTheDocument()
})
