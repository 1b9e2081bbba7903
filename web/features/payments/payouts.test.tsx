// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { PaymentId } from '#contract/payments/payments.ts'
import { type Payout, type PayoutLine, payouts } from '#contract/payments/payouts.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { PayoutsPage } from './payouts-page.tsx'

const figures = {
  payments: 68_500,
  refunds: -250,
  disputes: 0,
  other: 0,
  fees: 1068,
  net: 67_182,
  clientMoney: 34_000,
}
const payoutOf = (facts: Partial<Payout> = {}): Payout => ({
  id: 'po_1',
  provider: 'stripe',
  status: 'paid',
  amount: 67_182,
  arrivesOn: '2026-11-09',
  isTest: false,
  figures,
  differences: [],
  ...facts,
})
const line: PayoutLine = {
  id: 'txn_1',
  kind: 'payment',
  gross: 34_250,
  fee: 534,
  net: 33_716,
  reference: 'pi_1',
  payment: {
    id: PaymentId.parse(idOf(101)),
    title: 'Pay search fees',
    amount: 34_250,
    account: 'client',
    status: 'completed',
    receiptNumber: 'HR-2026-000007',
    client: 'Amara Okafor',
  },
}
const open = (list: Payout[], unpaid: Output<typeof payouts.list>['unpaid'] = [], lines = [line]) =>
  show(<PayoutsPage />, [
    answer(payouts.list, () => ({ payouts: list, unpaid })),
    answer(payouts.lines, () => lines),
    answer(accounts.current, () => personOf({ role: 'cashier' })),
  ])

test('without payouts the page says when they will appear', async () => {
  open([])
  expect(await screen.findByText('No payouts yet')).toBeInTheDocument()
})

test('a payout shows gross, fees, what was paid out and client money, and opens its lines with a CSV file', async () => {
  open([payoutOf()])
  const table = within(await screen.findByRole('table', { name: 'Payouts' }))
  for (const amount of ['£685.00', '-£2.50', '-£10.68', '£671.82', '£340.00'])
    expect(table.getByText(amount)).toBeInTheDocument()
  await userEvent.click(table.getByRole('button', { name: 'Details: payout of £671.82, 9 November 2026' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Payout of £671.82' }))
  expect(await dialog.findByText('Amara Okafor: Pay search fees')).toBeInTheDocument()
  expect(dialog.getByText('HR-2026-000007 · Client account')).toBeInTheDocument()
  expect(dialog.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
    'href',
    '/api/firm/payouts/po_1/file.csv',
  )
})

test('a payment that the user may not see stands in a payout without a client', async () => {
  const hidden = { ...line, payment: line.payment && { ...line.payment, client: '', title: 'Payment' } }
  open([payoutOf()], [], [hidden])
  await userEvent.click(await screen.findByRole('button', { name: /^Details: payout/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('HR-2026-000007 · Client account')).toBeInTheDocument()
  expect(dialog.queryByText(': Payment')).not.toBeInTheDocument()
})

test('differences, missing lines and payments never paid out are reported, with the processor', async () => {
  open(
    [
      payoutOf({ differences: ['A payment of £50.00 (pi_x) is not from this portal.'] }),
      payoutOf({ id: 'po_2', status: 'on_its_way', figures: null }),
    ],
    [{ provider: 'gocardless', count: 2, amount: 12_345 }],
  )
  expect(await screen.findByText('A payment of £50.00 (pi_x) is not from this portal.')).toBeInTheDocument()
  expect(screen.getByText("Stripe hasn't listed what is in it yet.")).toBeInTheDocument()
  expect(screen.getByText("£123.45 hasn't been paid out after 10 days")).toBeInTheDocument()
  expect(screen.getByText(/Check your balance in GoCardless\./)).toBeInTheDocument()
  expect(screen.getAllByRole('button', { name: /^Details/ })).toHaveLength(1)
})
