// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Problem } from '#contract/kit/problem.ts'
import {
  checkingWords,
  disputedWords,
  type Payment,
  payments,
  refundWords,
  unneededWords,
} from '#contract/payments/payments.ts'
import type { Task } from '#contract/tasks.ts'
import { answer, show } from '#web/testing.tsx'
import { PaymentsPage } from './page.tsx'
import { feesOf, paymentOf, portalWith, watchPayments } from './testing.ts'

type Give = Parameters<typeof answer<typeof payments.pay>>[1]

const open = (give?: Give, due: Task[] = [feesOf(1)]) => {
  const state = { due, made: [] as Payment[] }
  show(<PaymentsPage />, [...portalWith(state), ...(give ? [answer(payments.pay, give)] : [])], {
    at: '/payments',
  })
  return { state, sent: watchPayments(), user: userEvent.setup() }
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const tile = async (name: string) => (await screen.findByText(name)).nextSibling?.textContent

/** Pays as a server would: completes the task and adds the payment to the list. */
const settling = (state: { due: Task[]; made: Payment[] }, facts: Partial<Payment> = {}) => {
  const payment = paymentOf(1, facts)
  state.made = [payment, ...state.made]
  if (payment.status === 'completed') state.due = state.due.map((task) => ({ ...task, status: 'completed' }))
  return payment
}

const fillCard = async (user: ReturnType<typeof userEvent.setup>, number = '4242 4242 4242 4242') => {
  await user.type(await screen.findByLabelText('Card number'), number)
  await user.type(screen.getByLabelText('Cardholder name'), 'Amara Okafor')
  await user.type(screen.getByLabelText('Expiry date'), '1235')
  await user.type(screen.getByLabelText('CVC'), '123')
}

test('a card pays what is due: only a token leaves the page, and the page shows the new state', async () => {
  const { state, sent, user } = open(() => settling(state))
  await user.click(await button('Make Payment'))
  expect((await screen.findByLabelText<HTMLInputElement>('Amount')).readOnly).toBe(true)
  await fillCard(user)
  await user.click(await button('Pay £342.50'))

  expect(await screen.findByText('Payment successful')).toBeInTheDocument()
  expect(screen.getByText('Your payment has been processed successfully.')).toBeInTheDocument()
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(await tile('Completed Payments')).toBe('1')
  expect(await screen.findByText('Paid £342.50')).toBeInTheDocument()
  expect(sent).toHaveLength(1)
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
    taskId: feesOf(1).id,
    amount: 34_250,
    currency: 'GBP',
    paymentMethod: 'card',
    paymentToken: 'sandbox_good',
  })
})

test('each field complains in the words of the payments page, and nothing is sent', async () => {
  const { sent, user } = open(undefined, [feesOf(1, { title: 'One' }), feesOf(2, { title: 'Two' })])
  await user.click(await button('Make Payment'))
  await user.click(await button('Pay £0.00'))
  for (const words of [
    'Card number must be 16 digits',
    'Cardholder name is required',
    'Expiry date must be in MM/YY format',
    'CVC must be 3 or 4 digits',
    'Amount is required',
    'Task is required',
  ])
    expect(await screen.findByText(words)).toBeInTheDocument()
  expect(sent).toEqual([])

  await user.selectOptions(screen.getByLabelText('Task'), 'Two')
  await expect.poll(() => screen.queryByText('Task is required')).toBeNull()
  expect(screen.queryByText('Amount is required')).not.toBeInTheDocument()
  expect(await button('Pay £342.50')).toBeInTheDocument()
})

test('a field takes no more than a card has: 16 digits, MM/YY, 4 digits', async () => {
  const { user } = open()
  await user.click(await button('Pay Now: Pay search fees'))
  const typed = async (label: string, text: string) => {
    const field = await screen.findByLabelText<HTMLInputElement>(label)
    await user.clear(field)
    await user.type(field, text)
    return field.value.replaceAll(' ', '')
  }
  expect(await typed('Card number', '4242x4242-4242 4242 9999')).toBe('4242424242424242')
  expect(await typed('Expiry date', '12359')).toBe('12/35')
  expect(await typed('CVC', '12345')).toBe('1234')
  expect(await typed('Expiry date', '12/2035')).toBe('12/35')
  expect(screen.getByLabelText<HTMLInputElement>('CVC').maxLength).toBe(4)
})

test.each([
  ['Apple Pay', 'apple_pay', 'sandbox_apple_pay'],
  ['Google Pay', 'google_pay', 'sandbox_google_pay'],
] as const)('%s pays without a card', async (name, paymentMethod, paymentToken) => {
  const { state, sent, user } = open(() => settling(state, { paymentMethod }))
  await user.click(await button('Make Payment'))
  await user.click(await button(name))
  expect(await screen.findByText('Payment successful')).toBeInTheDocument()
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ paymentMethod, paymentToken })
})

test('a declined card is told in the words of the bank, and the next try is a new request', async () => {
  const words = "There isn't enough money on this card. Please use another card."
  let declines = true
  const { state, sent, user } = open(() => {
    if (!declines) return settling(state)
    state.made = [paymentOf(2, { status: 'declined', reason: words, receiptNumber: null })]
    throw new Problem('declined', words, { reason: 'declined' })
  })
  await user.click(await button('Make Payment'))
  await fillCard(user, '4000000000009995')
  await user.click(await button('Pay £342.50'))
  expect(await screen.findByText('Payment failed')).toBeInTheDocument()
  expect(screen.getAllByText(words).length).toBeGreaterThan(0)
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ paymentToken: 'sandbox_insufficient_funds' })

  declines = false
  await user.click(await button('Pay £342.50'))
  expect(await screen.findByText('Payment successful')).toBeInTheDocument()
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
})

test('after a lost connection the same request is sent again, under the same key', async () => {
  let isReached = false
  const { state, sent, user } = open(() => {
    if (!isReached) throw new Problem('unavailable', "We couldn't reach the portal.")
    return settling(state)
  })
  await user.click(await button('Make Payment'))
  await fillCard(user)
  await user.click(await button('Pay £342.50'))
  expect(await screen.findByText('Payment failed')).toBeInTheDocument()
  expect(await screen.findByText(/you won't be charged twice/)).toBeInTheDocument()

  isReached = true
  await user.click(await button('Pay £342.50'))
  expect(await screen.findByText('Payment successful')).toBeInTheDocument()
  expect(sent[0]?.key).toMatch(/^[\da-f-]{36}$/)
  expect(sent[1]).toEqual(sent[0])
})

test('a payment whose answer was lost on the way is looked up, and not called failed', async () => {
  const { state, sent, user } = open(() => {
    settling(state)
    throw new Problem('unavailable', "We couldn't reach the portal.")
  })
  await user.click(await button('Make Payment'))
  await fillCard(user)
  await user.click(await button('Pay £342.50'))
  expect(await screen.findByText('Payment successful')).toBeInTheDocument()
  expect(screen.queryByText('Payment failed')).not.toBeInTheDocument()
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(await tile('Completed Payments')).toBe('1')
  expect(sent).toHaveLength(1)
})

test('a payment in vain whose answer was lost is looked up, and not called failed', async () => {
  const { state, sent, user } = open(() => {
    settling(state, { id: paymentOf(8).id })
    settling(state, {
      id: paymentOf(9).id,
      status: 'refund_due',
      reason: unneededWords,
      receiptNumber: null,
    })
    throw new Problem('unavailable', "We couldn't reach the portal.")
  })
  await user.click(await button('Make Payment'))
  await fillCard(user)
  await user.click(await button('Pay £342.50'))
  const notice = await screen.findByText('You are owed a refund')
  expect(notice.parentElement).toHaveTextContent(unneededWords)
  expect(screen.queryByText('Payment failed')).not.toBeInTheDocument()
  expect(sent).toHaveLength(1)
})

test('an earlier refund that is due is not taken for a payment whose answer was lost', async () => {
  const { state, user } = open(() => {
    throw new Problem('unavailable', "We couldn't reach the portal.")
  })
  state.made = [paymentOf(1, { status: 'refund_due', reason: refundWords, receiptNumber: null })]
  await user.click(await button('Make Payment'))
  await fillCard(user)
  await user.click(await button('Pay £342.50'))
  expect(await screen.findByText('Payment failed')).toBeInTheDocument()
  expect(screen.queryByText('You are owed a refund')).not.toBeInTheDocument()
})

test('a payment that the bank looks into meanwhile is not said to be checked', async () => {
  const { state, user } = open(() => {
    settling(state, { status: 'disputed' })
    throw new Problem('unavailable', "We couldn't reach the portal.")
  })
  await user.click(await button('Make Payment'))
  await fillCard(user)
  await user.click(await button('Pay £342.50'))
  const notice = await screen.findByText('Nothing to pay right now')
  expect(notice.parentElement).toHaveTextContent(disputedWords)
  expect(screen.queryByText('We are checking your payment')).not.toBeInTheDocument()
})

test('a payment that is being checked is told calmly, and cannot be made again', async () => {
  const { state, user } = open(() =>
    settling(state, { status: 'checking', reason: checkingWords, receiptNumber: null, completedAt: null }),
  )
  await user.click(await button('Make Payment'))
  await fillCard(user, '4000000000000077')
  await user.click(await button('Pay £342.50'))
  expect(await screen.findByText('We are checking your payment')).toBeInTheDocument()
  expect(screen.queryByText('Payment successful')).not.toBeInTheDocument()
  await expect.poll(() => screen.queryByRole('button', { name: 'Make Payment' })).toBeNull()
  expect(await tile('Pending Payments')).toBe('1')
})

test('a client whose payment came when it was no longer needed reads so, and not that they paid twice', async () => {
  const { state, user } = open(() => {
    settling(state)
    return settling(state, {
      id: paymentOf(9).id,
      status: 'refund_due',
      reason: unneededWords,
      receiptNumber: null,
    })
  })
  await user.click(await button('Make Payment'))
  await fillCard(user)
  await user.click(await button('Pay £342.50'))
  expect(await screen.findByText('You are owed a refund')).toBeInTheDocument()
  expect(screen.queryByText(refundWords)).not.toBeInTheDocument()
})

test('a client who has paid twice reads so, and that the second payment is due back', async () => {
  const { state, user } = open(() => {
    settling(state)
    return settling(state, {
      id: paymentOf(9).id,
      status: 'refund_due',
      reason: refundWords,
      receiptNumber: null,
    })
  })
  await user.click(await button('Make Payment'))
  await fillCard(user)
  await user.click(await button('Pay £342.50'))
  expect(await screen.findByText('You are owed a refund')).toBeInTheDocument()
  expect(screen.queryByText('We are checking your payment')).not.toBeInTheDocument()
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const table = within(screen.getByRole('table', { name: 'Payment History' }))
  expect(table.getByText('Refund due')).toBeInTheDocument()
  expect(table.getByText(refundWords)).toBeInTheDocument()
  expect(await tile('Total Payments')).toBe('£342.50')
})

test('a client who pays too late reads that nothing is left to pay', async () => {
  const words = "This has already been paid. You don't need to pay again."
  const { state, user } = open(() => {
    settling(state)
    throw new Problem('conflict', words, { reason: 'already_paid' })
  })
  await user.click(await button('Make Payment'))
  await fillCard(user)
  await user.click(await button('Pay £342.50'))
  expect(await screen.findByText(words)).toBeInTheDocument()
  expect(screen.getAllByText(/need to pay again/)).toHaveLength(1)
  expect(screen.queryByText('Payment failed')).not.toBeInTheDocument()
  await expect.poll(() => tile('Completed Payments')).toBe('1')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})
