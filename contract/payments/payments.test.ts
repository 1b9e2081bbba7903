import { expect, test } from 'vitest'
import { amountDue, paymentSummary } from './payments.ts'

test('the tiles count what is completed and what is still to pay, and nothing else', () => {
  const made = [
    { status: 'completed', amount: 34_250, refundedAmount: 4250 },
    { status: 'completed', amount: 1 },
    { status: 'declined', amount: 500 },
    { status: 'checking', amount: 700 },
    { status: 'failed', amount: 900 },
    { status: 'refund_due', amount: 1100 },
  ] as const
  const tasks = [
    { category: 'payments', status: 'completed' },
    { category: 'payments', status: 'pending' },
    { category: 'payments', status: 'in_progress' },
    { category: 'documents', status: 'pending' },
  ] as const
  const all = made.map((payment) => ({ refundedAmount: 0, ...payment }))
  expect(paymentSummary(all, tasks)).toEqual({ total: 30_001, completed: 2, pending: 2 })
  expect(paymentSummary([], [])).toEqual({ total: 0, completed: 0, pending: 0 })
})

test('the amount is that of the task, or without one the pound figure in its description', () => {
  expect(amountDue({ amount: 34_250, description: '£1' })).toBe(34_250)
  expect(amountDue({ amount: null, description: 'Fees £342.50' })).toBe(34_250)
  expect(amountDue({ amount: null, description: 'Fees' })).toBe(0)
})
