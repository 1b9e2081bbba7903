// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { chargedBackWords, checkingWords, type Payment, refundedWords } from '#contract/payments/payments.ts'
import type { Task } from '#contract/tasks.ts'
import { show } from '#web/testing.tsx'
import { PaymentsPage } from './page.tsx'
import { feesOf, paymentOf, portalWith } from './testing.ts'

const open = ({ due = [feesOf(1)], made = [] }: { due?: Task[]; made?: Payment[] }, at = '/payments') => {
  show(<PaymentsPage />, portalWith({ due, made }), { at })
  return userEvent.setup()
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const tile = async (name: string) => (await screen.findByText(name)).nextSibling?.textContent

test('the tiles sum what is completed and count what is still due', async () => {
  open({
    due: [feesOf(1, { status: 'completed' }), feesOf(2), feesOf(3)],
    made: [paymentOf(1), paymentOf(2, { status: 'declined', reason: 'Your bank declined this card.' })],
  })
  expect(await tile('Total Payments')).toBe('£342.50')
  expect(await tile('Completed Payments')).toBe('1')
  expect(await tile('Pending Payments')).toBe('2')
})

test('what is due can be paid, what is paid shows its amount, what is checked asks for nothing', async () => {
  open({
    due: [
      feesOf(1, { title: 'Paid one', status: 'completed' }),
      feesOf(2, { title: 'Open one' }),
      feesOf(3, { title: 'Checked one' }),
    ],
    made: [paymentOf(3, { status: 'checking', reason: checkingWords, completedAt: null }), paymentOf(1)],
  })
  const list = within(await screen.findByRole('region', { name: 'Required Payments' }))
  expect(list.getByText('Paid £342.50')).toBeInTheDocument()
  expect(list.getAllByRole('button').map((button) => button.textContent)).toEqual(['Pay Now'])
  expect(list.getByText(checkingWords)).toBeInTheDocument()
})

test('a payment that joint clients share says that one of them is enough, and afterwards who paid it', async () => {
  open({
    due: [
      feesOf(1, { title: 'Shared one', isShared: true }),
      feesOf(2, { title: 'Another’s', isShared: true, status: 'completed', doneBy: 'Ben Mensah' }),
      feesOf(3, { title: 'My own', isShared: true, status: 'completed' }),
    ],
    made: [paymentOf(3)],
  })
  const list = within(await screen.findByRole('region', { name: 'Required Payments' }))
  expect(list.getByText('Shared in your case: only one of you needs to do it')).toBeInTheDocument()
  expect(list.getByText('Paid by Ben Mensah')).toBeInTheDocument()
  // What was taken from another’s card, and what became of it, is theirs to know.
  expect(list.getAllByText(/^Paid £/)).toHaveLength(1)
})

test.each([
  ['charged_back', 'Charged back', chargedBackWords, 'Charged back'],
  ['refunded', 'Refunded', refundedWords, 'Refunded since'],
] as const)('a payment that was %s is not called paid', async (status, badge, reason, line) => {
  const declined = paymentOf(1, { id: paymentOf(9).id, status: 'declined', receiptNumber: null })
  const user = open({
    due: [feesOf(1, { status: 'completed' })],
    made: [declined, paymentOf(1, { status, reason, refundedAmount: 34_250 })],
  })
  const list = within(await screen.findByRole('region', { name: 'Required Payments' }))
  expect(list.getByText(badge)).toBeInTheDocument()
  expect(list.getByText(reason)).toBeInTheDocument()
  expect(list.queryByText(/Paid/)).not.toBeInTheDocument()
  await user.click(await button('Receipt HR-2026-000007'))
  const receipt = within(await screen.findByRole('dialog', { name: 'Receipt' }))
  expect(receipt.getByText(line)).toBeInTheDocument()
})

test('the history tells title, description, method, date, amount and status, and why one failed', async () => {
  const reason = "There isn't enough money on this card."
  open({ made: [paymentOf(2, { status: 'declined', reason, receiptNumber: null }), paymentOf(1)] })
  const table = within(await screen.findByRole('table', { name: 'Payment History' }))
  const [, declined, paid] = table.getAllByRole('row').map((row) => row.textContent ?? '')
  for (const part of ['Pay search fees', 'Local authority', 'Card', '3 Nov 2026', '£342.50', 'Completed'])
    expect(paid).toContain(part)
  expect(declined).toContain(`Declined`)
  expect(declined).toContain(reason)
  expect(table.getAllByRole('button')).toHaveLength(1)
})

test('without payments the history says so, and without anything due there is nothing to press', async () => {
  open({ due: [feesOf(1, { status: 'completed' })] })
  expect(await screen.findByText('No payments yet')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Make Payment' })).not.toBeInTheDocument()
})

test('the page always says that the bank details never change by e-mail', async () => {
  open({})
  expect(await screen.findByText("We'll never change our bank details by email.")).toBeInTheDocument()
  expect(screen.getByRole('link', { name: '020 7946 0123' })).toBeInTheDocument()
})

test('a receipt is read, printed and downloaded', async () => {
  const user = open({ due: [feesOf(1, { status: 'completed' })], made: [paymentOf(1, { vat: 5_708 })] })
  await user.click(await button('Receipt HR-2026-000007'))
  const receipt = within(await screen.findByRole('dialog', { name: 'Receipt' }))
  const facts = ['Hartley & Rowe', 'VAT number GB 000 0000 00', '3 November 2026', '£342.50', '£57.08']
  for (const words of [...facts, 'Amara Okafor']) expect(await receipt.findByText(words)).toBeInTheDocument()
  expect(receipt.getByRole('button', { name: 'Print' })).toBeInTheDocument()
  const download = receipt.getByRole('link', { name: 'Download PDF' })
  expect(download).toHaveAttribute('href', `/api/payments/${paymentOf(1).id}/receipt`)
})

const linkTo = ({ id }: Payment) => `/payments?payment=${id}`

test('a link leads to the receipt of its payment', async () => {
  open({ made: [paymentOf(1)] }, linkTo(paymentOf(1)))
  const receipt = await screen.findByRole('dialog', { name: 'Receipt' })
  expect(within(receipt).getByText('HR-2026-000007')).toBeInTheDocument()
})

test('a link to a payment that did not go through leads to its row, with the reason', async () => {
  const reason = 'Your bank declined this card.'
  const declined = paymentOf(2, { status: 'declined', reason, receiptNumber: null, completedAt: null })
  open({ made: [paymentOf(1), declined] }, linkTo(declined))
  const row = (await screen.findByText(reason)).closest('tr')
  await waitFor(() => expect(row).toHaveFocus())
  expect(row?.getAttribute('aria-current')).toBe('true')
})

test('a link to a payment that is not there says so', async () => {
  open({ made: [] }, linkTo(paymentOf(1)))
  expect(await screen.findByText("We couldn't find that payment")).toBeInTheDocument()
})
