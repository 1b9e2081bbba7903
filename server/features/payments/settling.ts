import { formatPounds } from '#contract/money.ts'
import { pages } from '#contract/pages.ts'
import type { PaymentId } from '#contract/payments.ts'
import { recordActivity } from '#server/features/activities/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { claimTask, settleTask, type TaskRow } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit.ts'
import type { Backstage } from '#server/platform/backstage.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { minutes } from '#server/platform/durations.ts'
import type { ChargeOutcome } from '#server/platform/payment-processor.ts'
import { findCharge } from './charging.ts'
import { receiptNumberOf, yearOf } from './receipt.ts'
import type { PaymentRow } from './store.ts'
import * as store from './store.ts'

/** How a payment ends: as the processor said, or because it never got there. */
type Ending = ChargeOutcome | { status: 'failed'; reason: string }

/** Writes down what became of a charge. Whoever comes second finds it settled and changes nothing. */
export async function settle(ctx: Ctx, id: PaymentId, ending: Ending) {
  const { clientId, taskId } = await store.find(ctx.db, id)
  // The task first, as when a payment begins: two orders of locking would be a deadlock.
  const task = await claimTask({ ...ctx, actor: { ...ctx.actor, id: clientId } }, taskId)
  const payment = await store.claim(ctx.db, id)
  if (payment.status !== 'checking' || ending.status === 'unknown') return { payment, isSettledNow: false }
  const settled =
    ending.status === 'paid'
      ? await complete(ctx, { payment, task, reference: ending.reference })
      : await refuse(ctx, payment, ending)
  return { payment: settled, isSettledNow: true }
}

interface Paid {
  payment: PaymentRow
  task: TaskRow
  reference: string
}

async function complete(ctx: Ctx, { payment, task, reference }: Paid) {
  const { name } = await findFirm(ctx.db)
  const number = await store.findNextReceipt(ctx.db, yearOf(ctx.now))
  const paid = await store.update(ctx.db, payment.id, {
    status: 'completed',
    reason: null,
    processorReference: reference,
    receiptNumber: receiptNumberOf(name, ctx.now, number),
    completedAt: ctx.now,
  })
  await settleTask(ctx, task)
  const amount = formatPounds(payment.amount)
  await recordActivity(ctx, payment.clientId, {
    type: 'payment_made',
    description: `Payment of ${amount} received: ${payment.title}`,
    metadata: { paymentId: payment.id, taskId: task.id },
  })
  await audit(ctx, 'payment.made', {
    subjectId: payment.clientId,
    details: { paymentId: payment.id, amount, receipt: paid.receiptNumber ?? '', reference },
  })
  await ctx.tell(payment.clientId, 'payments')
  return paid
}

interface Refusal {
  status: 'declined' | 'failed'
  reason: string
}

async function refuse(ctx: Ctx, payment: PaymentRow, { status, reason }: Refusal) {
  await audit(ctx, 'payment.declined', {
    subjectId: payment.clientId,
    details: { paymentId: payment.id, status, reason },
  })
  await ctx.tell(payment.clientId, 'payments')
  return store.update(ctx.db, payment.id, { status, reason })
}

/** A charge that the processor has not seen by then was never sent: its connection is long closed. */
const grace = minutes(2)
const neverSent = 'The payment did not reach the bank. You have not been charged, and can pay again.'

/** Asks the processor about a payment whose answer was lost, and settles it. False: it could not tell. */
export async function reconcile({ ports, clock, transaction }: Backstage, payment: PaymentRow) {
  const found = await findCharge(ports.processor, payment.id)
  const isYoung = clock().getTime() - payment.createdAt.getTime() < grace
  if (found?.status === 'unknown') return false
  if (found === null && isYoung) return true
  await transaction(async (ctx) => {
    const ending = found ?? { status: 'failed' as const, reason: neverSent }
    const { payment: settled, isSettledNow } = await settle(ctx, payment.id, ending)
    if (isSettledNow) await notify(ctx, payment.clientId, { ...newsOf(settled), link: pages.payments })
  })
  return true
}

const newsOf = ({ status, amount, title, reason }: PaymentRow) =>
  status === 'completed'
    ? { title: 'Your payment went through', body: `We have received ${formatPounds(amount)}: ${title}.` }
    : { title: 'Your payment did not go through', body: reason ?? '' }
