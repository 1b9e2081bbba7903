// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type FirmPayment, PaymentId, payments } from '#contract/payments/payments.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { type Answer, answer, idOf, show } from '#web/testing.tsx'
import { RefundsPage } from './refunds-page.tsx'
import { paymentOf } from './testing.ts'

const dueOf = (facts: Partial<FirmPayment> = {}): FirmPayment => ({
  ...paymentOf(1, { status: 'refund_due' }),
  client: { id: UserId.parse(idOf(50)), firstName: 'Amara', lastName: 'Okafor', canOpen: true },
  processorReference: 'ch_123',
  otherPayer: null,
  provider: 'stripe',
  refundedBy: null,
  refundedAt: null,
  isRefundedByProcessor: false,
  refundFailure: null,
  dispute: null,
  ...facts,
})
const open = (...answers: Answer[]) =>
  show(<RefundsPage />, [
    ...answers,
    answer(payments.disputes, () => []),
    answer(accounts.current, () => personOf({ role: 'cashier' })),
  ])
const name = 'Refunded: £342.50 to Amara Okafor'

test('without refunds the page says what will appear there', async () => {
  open(answer(payments.refunds, () => []))
  expect(await screen.findByText('No refunds due')).toBeInTheDocument()
})

test('a payment that was refunded in part lists what is still due beside what was taken', async () => {
  open(answer(payments.refunds, () => [dueOf({ refundedAmount: 5_000 })]))
  expect(await screen.findByText('£292.50 of £342.50')).toBeInTheDocument()
})

test('a refund is recorded after a question, with who sent it and when', async () => {
  let list = [dueOf()]
  const refund = answer(payments.refund, () => {
    list = [
      dueOf({ status: 'refunded', refundedBy: 'Priya Raman', refundedAt: new Date('2026-11-09T10:00:00Z') }),
    ]
    return dueOf()
  })
  open(
    refund,
    answer(payments.refunds, () => list),
  )
  expect(await screen.findByText('ch_123')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Has £342.50 been sent back?' }))
  await userEvent.click(question.getByRole('button', { name: 'Yes, it was sent' }))
  expect(await screen.findByText('Refund recorded')).toBeInTheDocument()
  expect(screen.getByText('Priya Raman, 9 November 2026')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
})

test('a refund that cannot be recorded says why, and stays due', async () => {
  const refuse = answer(payments.refund, () => {
    throw new Problem('conflict', 'A colleague has just recorded this refund.')
  })
  open(
    refuse,
    answer(payments.refunds, () => [dueOf()]),
  )
  await userEvent.click(await screen.findByRole('button', { name }))
  await userEvent.click(screen.getByRole('button', { name: 'Yes, it was sent' }))
  expect(await screen.findByText('A colleague has just recorded this refund.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name })).toBeInTheDocument()
})

test('a refund by Stripe says what it does before, and that it is on its way after', async () => {
  let list = [dueOf({ isRefundedByProcessor: true })]
  const requests: unknown[] = []
  const refund = answer(payments.refund, (input) => {
    requests.push(input)
    list = [dueOf({ isRefundedByProcessor: true, status: 'refunding' })]
    return dueOf({ isRefundedByProcessor: true, status: 'refunding' })
  })
  open(
    refund,
    answer(payments.refunds, () => list),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Refund £342.50 to Amara Okafor' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Refund £342.50 to Amara Okafor?' }))
  expect(question.getByText(/fee, which has to come from your office account/)).toBeInTheDocument()
  await userEvent.click(question.getByRole('button', { name: 'Refund £342.50' }))
  expect(
    await screen.findByText("Stripe has not confirmed it yet. Please don't refund it again."),
  ).toBeInTheDocument()
  expect(requests).toEqual([{ id: list[0]?.id }])
})

test('a refund that failed says why, and can be tried again or noted as sent another way', async () => {
  const reason = 'The card was closed or reported lost.'
  const requests: unknown[] = []
  open(
    answer(payments.refund, (input) => {
      requests.push(input)
      return dueOf({ status: 'refunded' })
    }),
    answer(payments.refunds, () => [dueOf({ isRefundedByProcessor: true, refundFailure: reason })]),
  )
  expect(await screen.findByText(reason)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Refund £342.50 to Amara Okafor' })).toHaveTextContent(
    'Try again',
  )
  await userEvent.click(screen.getByRole('button', { name }))
  await userEvent.click(screen.getByRole('button', { name: 'Yes, it was sent' }))
  expect(await screen.findByText('Refund recorded')).toBeInTheDocument()
  expect(requests).toMatchObject([{ isSentOtherwise: true }])
})

test('disputed payments stand first, with what to do and until when', async () => {
  const dispute = {
    amount: 34_250,
    reason: 'Does not recognise the payment',
    status: 'needs_response' as const,
    respondBy: new Date('2026-11-16T23:59:00Z'),
    openedAt: new Date('2026-11-09T09:00:00Z'),
  }
  open(
    answer(payments.refunds, () => []),
    answer(payments.disputes, () => [
      dueOf({ status: 'disputed', dispute }),
      dueOf({
        id: PaymentId.parse(idOf(7)),
        status: 'charged_back',
        dispute: { ...dispute, status: 'lost' },
      }),
    ]),
  )
  const table = within(await screen.findByRole('table', { name: 'Disputed payments' }))
  expect(table.getByText('By 16 November 2026 at 23:59')).toBeInTheDocument()
  expect(table.getByText('Make it good in the client account')).toBeInTheDocument()
  expect(screen.getByText('Answer in Stripe before the date below')).toBeInTheDocument()
})

test('a refund by GoCardless names it, and the bank account that the money goes back to', async () => {
  open(answer(payments.refunds, () => [dueOf({ isRefundedByProcessor: true, provider: 'gocardless' })]))
  await userEvent.click(await screen.findByRole('button', { name: 'Refund £342.50 to Amara Okafor' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/^GoCardless pays it back to the bank account/)).toBeInTheDocument()
})
