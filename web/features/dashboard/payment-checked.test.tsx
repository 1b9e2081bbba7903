// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { checkingWords, type Payment, payments } from '#contract/payments/payments.ts'
import type { Task } from '#contract/tasks.ts'
import { sandbox } from '#web/features/payments/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { DashboardPage } from './page.tsx'
import { ana, done, newAna, paymentFor, portalOf, taskIn } from './testing.ts'

const searchFees = () =>
  taskIn('payments', 'Pay search fees', {
    kind: 'payment',
    description: 'Searches · £342.50',
    amount: 34_250,
    currency: 'GBP',
  })

/** Opens the dashboard of a client whose payment of the task is in this status. */
const open = (fees: Task, status: Payment['status'], { user = newAna, others = [] as Task[] } = {}) =>
  show(<DashboardPage />, [
    answer(payments.list, () => [{ ...paymentFor(fees), status, completedAt: null, receiptNumber: null }]),
    answer(payments.processor, () => sandbox),
    ...portalOf(user, { list: [fees, ...others] }),
  ])

test.each([
  ['onboarding', newAna],
  ['returning', ana],
])('a payment that the bank still checks is not asked for again on the %s dashboard', async (_, user) => {
  const [fees, proof] = [searchFees(), taskIn('documents', 'Upload proof of funds')]
  open(fees, 'checking', { user, others: [proof] })
  expect(await screen.findByText(checkingWords)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Pay Now' })).not.toBeInTheDocument()
  const next = within(screen.getByRole('region', { name: 'Do this next' }))
  expect(next.getByText('Upload proof of funds')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'View' }))
  expect(
    await within(await screen.findByRole('dialog')).findByText(/We are checking your payment/),
  ).toBeVisible()
})

test('a client with nothing left but a payment that is checked is not told to pay', async () => {
  open(searchFees(), 'checking', { others: [taskIn('forms', 'Client Questionnaire', done)] })
  expect(await screen.findByText(checkingWords)).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Do this next' })).not.toBeInTheDocument()
  expect(screen.queryByText(/All done|Your tasks are done/)).not.toBeInTheDocument()
})

test('a payment that failed is asked for again', async () => {
  open(searchFees(), 'failed')
  expect(await screen.findByRole('button', { name: 'Pay Now' })).toBeVisible()
  expect(screen.getByRole('region', { name: 'Do this next' })).toBeVisible()
  expect(screen.queryByText(checkingWords)).not.toBeInTheDocument()
})
