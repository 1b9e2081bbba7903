import { formatPounds } from '#contract/kit/money.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import {
  chargedBackWords,
  disputedWords,
  isRefused,
  type PaymentId,
  refundedWords,
  refundingWords,
  refundWords,
  unneededWords,
} from '#contract/payments/payments.ts'
import { type PaymentProvider, providerNames, providerOf } from '#contract/payments/processor.ts'
import { notify } from '#server/features/notifications/service.ts'
import { findMatterOfTask, listTasksByIds } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type {
  DisputeStatus,
  HostedRefund,
  RefundFailure,
  Reversals,
} from '#server/platform/ports/hosted-payments.ts'
import * as reversals from '../../reversals/store.ts'
import type { RefundId } from '../../schema.ts'
import type { PaymentRow } from '../../store.ts'
import * as store from '../../store.ts'
import { invalidatePayment, notifyCashiers, writeDispute } from '../dispute.ts'
import { settle } from './settle-payment.ts'

/** What the processor has reported, and when it was asked. */
export type ReversalReport = Omit<Reversals, 'key'> & { askedAt: Date }

/**
 * Stores what the processor reports about refunds and disputes of a payment, in any order and any number of times. A
 * refund only moves forward from sending to pending, completed and failed, and each change is announced once.
 */
export async function settleReversals(ctx: Ctx, id: PaymentId, report: ReversalReport) {
  await giveUpMismatch(ctx, await store.find(ctx.db, id), report)
  const payment = await store.claim(ctx.db, id)
  for (const refund of report.refunds) await writeRefund(ctx, payment, refund)
  for (const dispute of report.disputes)
    await writeDispute(ctx, payment, { ...dispute, askedAt: report.askedAt })
  return followReversals(ctx, payment)
}

const mismatched =
  'The amount that was paid was not the amount due, and has been sent back. You can pay again.'

/**
 * A charge of the wrong amount leaves the payment unsettled. Once all of it has been refunded, the payment counts as
 * failed.
 */
async function giveUpMismatch(
  ctx: Ctx,
  { id, status, processorReference }: PaymentRow,
  { refunds, received }: Pick<Reversals, 'refunds' | 'received'>,
) {
  if (status !== 'checking' || processorReference === null || received === 0) return
  const sent = sumOf(refunds.filter((refund) => refund.status === 'completed'))
  if (sent >= received) await settle(ctx, id, { status: 'failed', reason: mismatched })
}

const order = ['sending', 'pending', 'completed', 'failed'] as const
const sumOf = (refunds: readonly { amount: number }[]) => refunds.reduce((sum, { amount }) => sum + amount, 0)
const isSent = ({ status }: { status: string }) => status === 'pending' || status === 'completed'

async function writeRefund(ctx: Ctx, payment: PaymentRow, refund: HostedRefund) {
  const { amount, status, failure } = refund
  const known = await reversals.findRefund(ctx.db, { paymentId: payment.id, refund })
  if (known && order.indexOf(status) <= order.indexOf(known.status)) return
  const settled = { status, failure, settledAt: status === 'pending' ? null : ctx.now }
  if (known)
    await reversals.updateRefund(ctx.db, known.id, { ...settled, reference: refund.id || known.reference })
  else
    await reversals.insertRefund(ctx.db, {
      ...settled,
      id: newId<RefundId>(),
      paymentId: payment.id,
      amount,
      reference: refund.id,
      createdAt: ctx.now,
    })
  const wasSent = known !== null && isSent(known)
  if (isSent(refund) && !wasSent) await recordSentRefund(ctx, payment, { amount, reference: refund.id })
  if (failure !== null) await recordFailedRefund(ctx, payment, { amount, failure, wasSent })
}

/** Adds up the refunds, and updates the payment accordingly. */
export async function followReversals(ctx: Ctx, payment: PaymentRow): Promise<PaymentRow> {
  const refunds = await reversals.listRefundsOf(ctx.db, [payment.id])
  const refundedAmount = sumOf(refunds.filter(isSent))
  const disputes = await reversals.listDisputesOf(ctx.db, [payment.id])
  const status = await freeOf(ctx, payment, statusOf(payment, { refunds, disputes }))
  if (status === payment.status && refundedAmount === payment.refundedAmount) return payment
  const followed = await store.update(ctx.db, payment.id, {
    status,
    refundedAmount,
    reason: status === payment.status ? payment.reason : await reasonOf(ctx, payment, status),
    refundedById: refundedAmount > 0 || status === 'refunding' ? payment.refundedById : null,
    refundedAt: status === 'refunded' ? ctx.now : null,
  })
  await invalidatePayment(ctx, payment)
  return followed
}

/** A charged-back task may have been paid again before the bank decided in the firm's favour. */
async function freeOf(ctx: Ctx, payment: PaymentRow, status: PaymentRow['status']) {
  if (payment.status !== 'charged_back' || status !== 'completed') return status
  return (await store.findStanding(ctx.db, [payment.taskId])) ? 'refund_due' : status
}

interface Claims {
  refunds: readonly { amount: number; status: (typeof order)[number] }[]
  disputes: readonly { status: DisputeStatus }[]
}

function statusOf(payment: PaymentRow, { refunds, disputes }: Claims): PaymentRow['status'] {
  const { status, amount, receiptNumber } = payment
  if (isRefused(payment) || status === 'open' || status === 'checking') return status
  const isAny = (...wanted: DisputeStatus[]) => disputes.some((dispute) => wanted.includes(dispute.status))
  if (isAny('needs_response', 'under_review')) return 'disputed'
  if (isAny('lost')) return 'charged_back'
  const isEnough = (counted: readonly { amount: number }[]) => sumOf(counted) >= amount
  if (isEnough(refunds.filter((refund) => refund.status === 'completed'))) return 'refunded'
  if (isEnough(refunds.filter((refund) => refund.status !== 'failed'))) return 'refunding'
  // Only the payment that settled the task has a receipt. One without was taken in addition, and still has to be
  // refunded.
  return receiptNumber === null ? 'refund_due' : 'completed'
}

const reasonOf = async ({ db }: Ctx, { taskId }: PaymentRow, status: PaymentRow['status']) => {
  if (status === 'refunding') return refundingWords
  if (status === 'refunded') return refundedWords
  if (status === 'disputed') return disputedWords
  if (status === 'charged_back') return chargedBackWords
  if (status !== 'refund_due') return null
  return (await listTasksByIds(db, [taskId])).length === 0 ? unneededWords : refundWords
}

const linkOf = ({ id }: PaymentRow) => pathTo(pages.payments, 'payment', id)

/** Records and publishes a refund, once for each, regardless of who sent it. */
export async function recordSentRefund(
  ctx: Ctx,
  payment: PaymentRow,
  { amount: pence, reference }: { amount: number; reference: string },
) {
  const { id: paymentId, clientId, title } = payment
  const amount = formatPounds(pence)
  await audit(ctx, 'payment.refunded', { subjectId: clientId, details: { paymentId, amount, reference } })
  const matterId = await findMatterOfTask(ctx.db, payment.taskId)
  await ctx.publish('paymentRefunded', { clientId, paymentId, matterId, amount: pence, currency: 'GBP' })
  await notify(ctx, clientId, {
    topic: 'payments',
    inMail: 'Your refund is on its way.',
    title: 'Your refund is on its way',
    body: `We have sent ${amount} back to you: ${title}. It may take up to 10 working days to arrive.`,
    link: linkOf(payment),
    matterId,
  })
}

interface Failed {
  amount: number
  failure: RefundFailure
  /** The client was told that it is on its way. */
  wasSent: boolean
}

async function recordFailedRefund(
  ctx: Ctx,
  payment: PaymentRow,
  { amount: pence, failure, wasSent }: Failed,
) {
  const { id: paymentId, clientId, title } = payment
  const amount = formatPounds(pence)
  await audit(ctx, 'payment.refund_failed', { subjectId: clientId, details: { paymentId, amount, failure } })
  await notifyCashiers(ctx, payment, {
    title: 'A refund failed',
    body: `${amount} could not be sent back: ${title}. ${failureWords(failure, providerOf(payment.processor))}`,
  })
  if (!wasSent) return
  await notify(ctx, clientId, {
    topic: 'payments',
    inMail: 'Your refund did not go through.',
    title: 'Your refund did not go through',
    body: `${amount} could not be paid back to your ${payment.paymentMethod === 'bank' ? 'bank account' : 'card'}: ${title}. Please message us to arrange another way.`,
    link: linkOf(payment),
    matterId: await findMatterOfTask(ctx.db, payment.taskId),
  })
}

/** Returns for the firm why a refund failed, and what to do. */
export const failureWords = (failure: RefundFailure, provider: PaymentProvider | null) => {
  const name = provider ? providerNames[provider] : 'the processor'
  const words: Record<RefundFailure, string> = {
    card_closed: 'The card was closed or reported lost. Ask the client for another way to pay them back.',
    declined: 'The bank did not accept it. Ask the client for another way to pay them back.',
    balance: balanceWords[provider ?? 'stripe'],
    cancelled: `It was cancelled in ${name}.`,
    not_allowed: `Your ${name} account can't send refunds. Switch them on in ${name}, or pay the client back yourself.`,
    refused: `${name} refused it. Look at the payment in ${name}.`,
    unknown: `${name} gave no reason. Look at the payment in ${name}.`,
  }
  return words[failure]
}

const balanceWords: Record<PaymentProvider, string> = {
  stripe: 'Your Stripe balance is too low. Add to it in Stripe, and try again.',
  gocardless:
    'Too little is waiting to be paid out to you by GoCardless. Try again once more has come in, or pay the client back yourself.',
}
