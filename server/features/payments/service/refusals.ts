import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { amountDue, type payments as contract } from '#contract/payments/payments.ts'
import type { TaskRow } from '#server/features/tasks/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { before, minutes } from '#server/platform/time/durations.ts'
import * as store from '../store.ts'
import { overdue } from './charge-card.ts'

type PayInput = Input<typeof contract.pay>

export function refuseOtherAmount(task: TaskRow, input: PayInput) {
  const fields: Record<string, string> = {}
  if (input.amount !== amountDue(task)) fields.amount = 'This is not the amount that is due'
  if (input.currency !== task.currency) fields.currency = 'This payment is due in pounds'
  if (Object.keys(fields).length === 0) return
  const words = 'The amount has changed since you opened this page. Please check it again before you pay.'
  throw new Problem('unprocessable', words, { reason: 'amount_mismatch', fields })
}

const enough = 5

// While the processor leaves payments unanswered, no further clients are exposed to the same uncertainty.
export async function refuseWhileUnanswered({ db, ports: { processor }, now }: Ctx) {
  if (processor.isSandbox) return
  const lately = { from: before(now, minutes(2)), to: before(now, overdue) }
  if ((await store.countChecking(db, processor.name, lately)) < enough) return
  const words = "We can't take payments right now. You haven't been charged. Please try again soon."
  throw new Problem('unavailable', words, { reason: 'processor_unavailable', retryAfter: 60 })
}
