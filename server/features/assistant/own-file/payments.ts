import { formatPounds } from '#contract/money.ts'
import { pages } from '#contract/pages.ts'
import { amountDue, type Payment } from '#contract/payments.ts'
import { isDone } from '#contract/tasks.ts'
import { dayOf } from './days.ts'
import type { OwnFile } from './file.ts'
import type { Report } from './report.ts'
import { actionFor } from './tasks.ts'

export async function reportPayments(file: OwnFile): Promise<Report> {
  const [tasks, made] = [await file.tasks(), await file.payments()]
  const due = tasks.filter((task) => task.category === 'payments' && !isDone(task))
  const total = due.reduce((sum, task) => sum + amountDue(task), 0)
  const lines = [
    due.length === 0
      ? 'You have nothing to pay at the moment.'
      : `${formatPounds(total)} is due: ${due.map(({ title }) => title).join(', ')}.`,
    ...made.map(stateOf),
  ]
  const toPage = { label: 'Open Payments', path: pages.payments }
  const actions = due.length > 0 ? due.map((task) => actionFor(file, task)) : file.isGated ? [] : [toPage]
  return { label: 'Your payments', content: lines.join('\n'), actions }
}

const stateOf = ({ title, amount, status, completedAt, createdAt }: Payment) => {
  const words = {
    completed: `was received on ${dayOf(completedAt ?? createdAt)}`,
    checking: "is being checked with the bank; you don't need to pay again",
    declined: 'was declined, and no money was taken',
    failed: 'did not go through, and no money was taken',
    refund_due: 'went through twice and is due back to you',
    refunded: 'was refunded to you',
  }[status]
  return `- ${formatPounds(amount)} for ${title} ${words}.`
}
