import { formatPounds } from '#contract/kit/money.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { isRefused, type PaymentId, refundWords, unneededWords } from '#contract/payments/payments.ts'
import { recordActivity } from '#server/features/activities/service.ts'
import { notify, notifyByMail } from '#server/features/notifications/service.ts'
import {
  claimTasksByIds,
  findMatterOfTask,
  listTasksByIds,
  settleTask,
  sharedIdsOf,
  type TaskRow,
} from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { ChargeOutcome } from '#server/platform/ports/providers.ts'
import type { PaymentRow } from '../../store.ts'
import * as store from '../../store.ts'
import { invalidatePayment } from '../dispute.ts'
import { receiptNumberOf, yearOf } from '../receipt.ts'

/** How a payment ends: as the processor reported, or because the request never reached it. */
type Ending = ChargeOutcome | { status: 'failed'; reason: string }

/**
 * Stores the outcome of a charge. A second caller finds it settled and changes nothing, with one exception: money that
 * was taken after all is always recorded, whatever was stored and said before.
 */
export async function settle(ctx: Ctx, id: PaymentId, ending: Ending) {
  const { payment, task } = await claimWithTask(ctx, id)
  const settled = await settleClaimed(ctx, { payment, task }, ending)
  if (settled && !isUnsettled(payment)) await notifyPayer(ctx, settled)
  return { payment: settled ?? payment, isFirstNews: settled !== null && isUnsettled(payment) }
}

/**
 * Locks a payment, its task and those of others who share it for the rest of the transaction. The task is null if it
 * was taken back meanwhile.
 */
export async function claimWithTask(ctx: Ctx, id: PaymentId): Promise<Claimed> {
  const { taskId } = await store.find(ctx.db, id)
  const [listed] = await listTasksByIds(ctx.db, [taskId])
  // Locks the tasks first, all at once, as when a payment starts, because a different order could deadlock.
  const claimed = await claimTasksByIds(ctx.db, listed ? await sharedIdsOf(ctx.db, listed) : [])
  const task = claimed.find((row) => row.id === taskId) ?? null
  return { task, payment: await store.claim(ctx.db, id) }
}

/** Whether the outcome is still unknown. */
export const isUnsettled = ({ status }: PaymentRow) => status === 'checking' || status === 'open'

interface Claimed {
  payment: PaymentRow
  task: TaskRow | null
}

async function settleClaimed(ctx: Ctx, { payment, task }: Claimed, ending: Ending) {
  const isOpen = isUnsettled(payment)
  if (ending.status === 'paid') {
    const { reference } = ending
    if (task === null)
      return isOpen || isRefused(payment)
        ? oweRefund(ctx, {
            payment,
            reference,
            reason: unneededWords,
            why: 'after it was no longer needed',
          })
        : null
    const paid = { payment, task, reference }
    if (isOpen) return complete(ctx, paid)
    return isRefused(payment) ? takeLate(ctx, paid) : null
  }
  return isOpen && ending.status !== 'unknown' ? refuse(ctx, payment, ending) : null
}

interface Paid {
  payment: PaymentRow
  task: TaskRow
  reference: string
}

/** The client had been told to pay again. If they did, they have paid twice, and the late payment is refunded. */
const takeLate = async (ctx: Ctx, paid: Paid) =>
  (await store.findStanding(ctx.db, await sharedIdsOf(ctx.db, paid.task)))
    ? oweRefund(ctx, { ...paid, reason: refundWords, why: 'twice' })
    : complete(ctx, paid)

async function complete(ctx: Ctx, { payment, task, reference }: Paid) {
  const number = await store.insertReceipt(ctx.db, Number(yearOf(ctx.now)))
  const paid = await store.update(ctx.db, payment.id, {
    status: 'completed',
    reason: null,
    processorReference: reference,
    receiptNumber: receiptNumberOf(ctx.now, number),
    completedAt: ctx.now,
  })
  await settleTask(ctx, task)
  await ctx.publish('paymentMade', {
    clientId: payment.clientId,
    paymentId: payment.id,
    taskId: task.id,
    matterId: task.matterId,
    amount: payment.amount,
    currency: 'GBP',
  })
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
  await invalidatePayment(ctx, payment)
  return paid
}

interface Owed extends Omit<Paid, 'task'> {
  /** Why it is owed, for the client, and in the record of what happened. */
  reason: string
  why: string
}

async function oweRefund(ctx: Ctx, { payment, reference, reason, why }: Owed) {
  const amount = formatPounds(payment.amount)
  await recordActivity(ctx, payment.clientId, {
    type: 'payment_made',
    description: `Payment of ${amount} received ${why}; a refund is due: ${payment.title}`,
    metadata: { paymentId: payment.id, taskId: payment.taskId },
  })
  await audit(ctx, 'payment.made', {
    subjectId: payment.clientId,
    details: { paymentId: payment.id, amount, status: 'refund_due', reference },
  })
  await invalidatePayment(ctx, payment)
  return store.update(ctx.db, payment.id, {
    status: 'refund_due',
    reason,
    processorReference: reference,
    completedAt: ctx.now,
  })
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
  await ctx.invalidate(payment.clientId, 'payments')
  const refused = await store.update(ctx.db, payment.id, { status, reason })
  // While it was being paid it stayed due, even if its case was closed meanwhile.
  for (const clientId of await ownersOf(ctx, payment)) {
    await ctx.invalidate(clientId, 'tasks')
    await ctx.publish('tasksDueChanged', { clientId })
  }
  return refused
}

/** Returns the payer and the clients who share the task. */
async function ownersOf({ db }: Ctx, { clientId, taskId }: PaymentRow) {
  const [task] = await listTasksByIds(db, [taskId])
  const shared = task ? await listTasksByIds(db, await sharedIdsOf(db, task)) : []
  return new Set([clientId, ...shared.map((row) => row.clientId)])
}

/** Notifies a client who is not waiting for the response, such as one who left the page, or was given another one before. */
export const notifyPayer = async (ctx: Ctx, payment: PaymentRow) =>
  notify(ctx, payment.clientId, {
    topic: 'payments',
    ...newsOf(payment),
    link: linkOf(payment),
    matterId: await findMatterOfTask(ctx.db, payment.taskId),
  })

/** Sends only the email, because the client has just seen the payment go through. */
export async function confirm(ctx: Ctx, payment: PaymentRow) {
  if (payment.status !== 'completed') return
  const { title, body } = newsOf(payment)
  await notifyByMail(ctx, payment.clientId, {
    topic: 'payments',
    title,
    body,
    link: linkOf(payment),
    inMail: received,
    matterId: await findMatterOfTask(ctx.db, payment.taskId),
  })
}

const linkOf = ({ id }: PaymentRow) => pathTo(pages.payments, 'payment', id)

const received = 'We have received your payment. The receipt is in the portal.'

const failed = 'Your payment did not go through'

const newsOf = ({ status, amount, title, reason }: PaymentRow) => {
  if (status === 'completed') {
    const body = `We have received ${formatPounds(amount)}: ${title}.`
    return { title: 'Your payment went through', body, inMail: received }
  }
  if (status === 'refund_due')
    return { title: 'You are owed a refund', body: reason ?? '', inMail: 'You are owed a refund.' }
  return { title: failed, body: reason ?? '', inMail: `${failed}.` }
}
