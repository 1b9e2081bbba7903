import { z } from 'zod'
import type { User } from '../accounts/accounts.ts'
import { command } from '../kit/endpoint.ts'
import { formatPounds } from '../kit/money.ts'
import { amountDue } from '../payments/payments.ts'
import {
  groupStatuses,
  groupsOf,
  isAllDone,
  isFinished,
  progressOrder,
  resendRequest,
  type Task,
  type TaskKind,
  taskState,
} from '../tasks.ts'

/** The only account that can be reset, in demo mode. */
export const testUsername = 'testuser'
export const isTestUser = ({ username }: Pick<User, 'username'>) => username === testUsername

/**
 * Returns the view of the dashboard: `onboarding` in the session in which onboarding was completed, while something is
 * left to do, and `returning` otherwise.
 */
export const faceFor = (
  { isNewlyOnboarded }: Pick<User, 'isNewlyOnboarded'>,
  tasks: readonly Pick<Task, 'status' | 'reason'>[],
): 'onboarding' | 'returning' => (isNewlyOnboarded && !isAllDone(tasks) ? 'onboarding' : 'returning')

/** `/?task=<id>` opens that task on the dashboard. Notifications and emails may link to it. */
export const taskParameter = 'task'

export const dashboard = {
  resetTestUser: command('/api/admin/reset-testuser', {
    output: z.strictObject({ success: z.literal(true) }),
    audience: 'client',
    summary: 'Demo mode: testuser starts over with pending tasks, no documents and no activities',
  }),
}

/**
 * Returns the task to do next: one that has to be sent again, otherwise an open one. Of several the one that is due
 * first, and of those due on the same day, or on none, the first of the next group.
 */
export const nextTask = (all: readonly Task[]): Task | null => {
  const groups = groupsOf(all, progressOrder)
  const statuses = groupStatuses(groups)
  const isNext = ({ category }: Task) => statuses.get(category) === 'next'
  const open = all.filter((task) => !isFinished(task))
  const again = open.filter((task) => taskState(task) === 'Needs another')
  const [first = null] = (again.length > 0 ? again : open).toSorted(
    (a, b) => dueOrder(a).localeCompare(dueOrder(b)) || Number(isNext(b)) - Number(isNext(a)),
  )
  return first
}

const afterAnyDay = '9999-12-31'
const dueOrder = ({ dueOn }: Pick<Task, 'dueOn'>) => dueOn ?? afterAnyDay

const reasons: Partial<Record<TaskKind, string>> = {
  proof_of_identity:
    "We're required by law to check who you are. A clear photo of your passport or driving licence is all we need.",
  proof_of_address:
    'We need to confirm where you live. A bill or bank statement from the last 3 months is all we need.',
  proof_of_funds:
    "We need to see where the money for your case comes from. It takes us the longest to review, so it's worth sending early.",
  payment: 'Paying takes about 2 minutes. Your receipt will be under Payments once it has gone through.',
  identity_check: 'Choose which identity document we should check. It takes about 2 minutes.',
  bank_check: 'We check your account before any money moves. Have your sort code and account number to hand.',
  client_questionnaire:
    'It tells us about you and your case. It takes about 5 minutes, and you can pause at any point.',
  risk_assessment: "We're legally required to ask every client these questions. It takes about 5 minutes.",
  care_letter:
    "It sets out how we'll work together, and how you'll be told what it costs. Read it, then sign it here.",
}

/** Returns one sentence on why a task is needed or how long it takes, or why it has to be sent again. */
export const whyNext = (task: Pick<Task, 'kind' | 'status' | 'reason' | 'description'>) =>
  resendRequest(task) ?? reasons[task.kind] ?? task.description

/** Returns the label of the task's button. */
export const nextLabel = (task: Task) => {
  if (task.category === 'payments') return `Pay ${formatPounds(amountDue(task))}`
  if (task.kind === 'care_letter') return 'Read and sign'
  if (task.category === 'documents') return task.reason === null ? 'Upload it now' : 'Send another'
  if (task.reason !== null) return 'Send another'
  return task.status === 'in_progress' ? 'Carry on' : 'Start now'
}
