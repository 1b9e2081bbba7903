import { accounts, type User } from '#contract/accounts/accounts.ts'
import { type Activity, activities } from '#contract/activities.ts'
import { matters } from '#contract/matters/matters.ts'
import { type Payment, PaymentId, payments } from '#contract/payments/payments.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { type Task, type TaskCategory, tasks } from '#contract/tasks.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { answer, idOf } from '#web/testing.tsx'

export const ana = personOf({ username: 'ana', firstName: 'Ana', email: 'ana@example.com' })
export const newAna: User = { ...ana, isNewlyOnboarded: true }

let made = 0
const nextId = () => idOf(++made)

/** Returns a pending task of a category, unless `change` says otherwise. */
export const taskIn = (category: TaskCategory, title: string, change: Partial<Task> = {}): Task => {
  const task = taskOf(++made, { title, description: `About ${title}`, category, kind: 'other', ...change })
  return task.status === 'completed' ? { ...task, completedAt: new Date('2026-11-02T09:00:00Z') } : task
}
export const done = { status: 'completed' } as const

/** Tasks of a client who is half-way through. */
export const someTasks = (): Task[] => [
  taskIn('documents', 'Upload proof of identity', { ...done, outcome: 'verified' }),
  taskIn('documents', 'Upload proof of address'),
  taskIn('payments', 'Pay search fees', {
    description: 'Searches · £342.50',
    amount: 34_250,
    currency: 'GBP',
  }),
  taskIn('verification', 'Verify your identity'),
  taskIn('forms', 'Client Questionnaire', { ...done, kind: 'client_questionnaire' }),
  taskIn('forms', 'Risk Assessment', { status: 'in_progress', kind: 'risk_assessment' }),
]

export const activityOf = (description: string, minutesAgo: number): Activity => ({
  id: nextId() as Activity['id'],
  type: 'task_completed',
  description,
  createdAt: new Date(Date.now() - minutesAgo * 60_000),
  metadata: {},
})

/** Responses of the portal to a client with these tasks and activities. */
export const portalOf = (
  user: User,
  { list = someTasks(), lately = [] }: { list?: Task[]; lately?: Activity[] } = {},
) => [
  answer(accounts.current, () => user),
  answer(tasks.list, () => list),
  answer(activities.list, () => lately),
  answer(signatures.requests, () => []),
  answer(matters.list, () => []),
  answer(payments.list, () => []),
]

export const paymentFor = ({ id, title, description, amount }: Task): Payment => ({
  id: PaymentId.parse(nextId()),
  taskId: id,
  title,
  description,
  amount: amount ?? 0,
  vat: 0,
  currency: 'GBP',
  paymentMethod: 'apple_pay',
  status: 'completed',
  reason: null,
  refundedAmount: 0,
  account: 'client',
  isTest: true,
  receiptNumber: 'R-1',
  createdAt: new Date(),
  completedAt: new Date(),
})
