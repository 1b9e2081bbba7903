import { setTimeout as sleep } from 'node:timers/promises'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import {
  amountDue,
  checkingWords,
  type payments as contract,
  isRefused,
  openWords,
  type Payment,
  type PaymentId,
} from '#contract/payments/payments.ts'
import { wayOf } from '#contract/payments/processor.ts'
import { claimTask, refuseOfClosed, sharedIdsOf, type TaskRow } from '#server/features/tasks/service.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Client, Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import { brokenConstraint } from '#server/platform/db/database.ts'
import { fingerprintOf, keyOf, keyReused } from '#server/platform/http/idempotency.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { after } from '#server/platform/time/durations.ts'
import {
  type Connected,
  findConnectedOf,
  type Hosted,
  isBegunAt,
  listOffered,
} from './processor/connection.ts'
import { resolveAccount } from './processor/settings.ts'
import { charge, overdue, timeoutOf, tokenOf } from './service/charge-card.ts'
import { leavePage, openPage } from './service/checkout.ts'
import { refuseOtherAmount, refuseWhileUnanswered } from './service/refusals.ts'
import { confirm, notifyPayer, settle } from './service/settlement/settle-payment.ts'
import type { PaymentRow } from './store.ts'
import * as store from './store.ts'

export { listWaitingDisputes } from './service/dispute.ts'
export { listPaymentsOfMatter, listWaitingRefunds, paymentsOpenTo } from './service/refund-payment.ts'
export { listOf as listPayments, listStanding as listStandingPayments } from './store.ts'

const paymentRate: Limit = { name: 'payment', points: 30, duration: 600 }

type PayInput = Input<typeof contract.pay>

interface Attempt {
  key: string | null
  processor: string
  processorAccount: string | null
  /** `checking`: a charge is sent immediately. `open`: a page of the processor is only opened. */
  status: 'checking' | 'open'
  fingerprint: string
}

/**
 * Inserts a row with a state, charges without an open transaction, then stores the settled state. Throws
 * `way_not_offered`, and `payment_running` while another one is not settled.
 */
export async function pay(
  ctx: MultiStepCtx<Client>,
  input: PayInput,
): Promise<Payment & { continueAt?: string }> {
  const { processor, limits } = ctx.ports
  await limits.count(paymentRate, ctx.actor.id)
  const offered = await listOffered(ctx.read, ctx.ports)
  if (offered.length > 0) return payOnPage(ctx, input, await resolveAccount(ctx, chosenOf(input, offered)))
  const { paymentMethod } = input
  if (paymentMethod === 'bank') throw notOffered()
  const token = tokenOf(input, processor)
  const attempt = {
    key: keyOf(ctx.caller.idempotencyKey),
    processor: processor.name,
    processorAccount: null,
    status: 'checking' as const,
    fingerprint: fingerprintOf(input.taskId, input.amount, input.currency, input.paymentMethod, token),
  }
  const { payment, part } = await ctx
    .transaction((step) => beginPayment(step, input, attempt))
    .catch(refuseSecond)
  const timeout = timeoutOf(processor)
  if (part === 'repeat') return answerOf(ctx, await untilSettled(ctx, payment, timeout))
  if (part === 'second') {
    const age = ctx.now.getTime() - payment.createdAt.getTime()
    throw refusalBeside(await untilSettled(ctx, payment, Math.min(timeout, timeout - age)))
  }
  const { id: key, amount, currency } = payment
  const chargeRequest = { key, amount, currency, token, method: paymentMethod }
  const settled = await charge(processor, chargeRequest, (outcome) =>
    ctx.transaction(async (step) => {
      const end = await settle(step, payment.id, outcome)
      const report = ctx.caller.hasLeft() ? notifyPayer : confirm
      if (end.isFirstNews) await report(step, end.payment)
      return end
    }),
  )
  return answerOf(ctx, settled.payment)
}

/** Inserts an open row, opens the processor's page, and stores the settled state once the processor reports it. */
async function payOnPage(
  ctx: MultiStepCtx<Client>,
  input: PayInput,
  hosted: Hosted,
): Promise<Payment & { continueAt?: string }> {
  const { taskId, amount, currency, paymentMethod } = input
  const attempt = {
    key: keyOf(ctx.caller.idempotencyKey),
    processor: hosted.name,
    processorAccount: hosted.account,
    status: 'open' as const,
    fingerprint: fingerprintOf(taskId, amount, currency, paymentMethod, hosted.name),
  }
  const { payment, part } = await ctx
    .transaction((step) => beginPayment(step, input, attempt))
    .catch(refuseSecond)
  if (payment.status !== 'open') {
    if (part === 'second') throw refusalBeside(payment)
    return answerOf(ctx, payment)
  }
  if (!isBegunAt(payment, hosted)) {
    await leaveOther(ctx, payment)
    return payOnPage(ctx, input, hosted)
  }
  const opened = await openPage(ctx, payment, { hosted, amount })
  if (opened?.status === 'completed' && part === 'second') throw alreadyPaid()
  if (opened) return opened
  if (part === 'repeat') return answerOf(ctx, await store.get(ctx.read, ctx.actor.id, payment.id))
  return payOnPage(ctx, input, hosted)
}

/**
 * The client had started on another processor's page and changed their mind. That page is closed first, because
 * otherwise the task could be paid twice.
 */
async function leaveOther(ctx: MultiStepCtx<Client>, begun: PaymentRow) {
  const other = await findConnectedOf(ctx.read, ctx.ports, begun)
  if (other === null) throw begunElsewhere()
  if (await leavePage(ctx, begun, other)) return
  throw refusalBeside(await store.get(ctx.read, ctx.actor.id, begun.id))
}

const chosenOf = ({ paymentMethod }: PayInput, offered: readonly Connected[]): Connected => {
  const way = paymentMethod === 'bank' ? 'bank' : 'card'
  const chosen = offered.find(({ provider }) => wayOf[provider] === way)
  if (!chosen) throw notOffered()
  return chosen
}

const notOffered = () =>
  new Problem(
    'conflict',
    "You can't pay this way at the moment. Nothing has been taken. Please choose another way to pay.",
    { reason: 'way_not_offered' },
  )

/** `repeat`: the same request was sent before. `second`: another payment of the same task is still in progress. */
interface Begun {
  payment: PaymentRow
  part: 'first' | 'repeat' | 'second'
}

/** Throws while money may be on its way, because its outcome would have no row to be stored in. */
export async function erasePayments({ db, invalidate }: Ctx, { clientId }: DomainEvents['clientReset']) {
  if (await store.isAnyChecking(db, clientId)) {
    const words = 'A payment is being checked with the bank. Please reset again once it has gone through.'
    throw new Problem('conflict', words, { reason: 'payment_running' })
  }
  await store.removeAllOf(db, clientId)
  await invalidate(clientId, 'payments')
}

async function beginPayment(ctx: Ctx<Client>, input: PayInput, attempt: Attempt): Promise<Begun> {
  const task = await claimTask(ctx, { id: input.taskId, clientId: ctx.actor.id, kinds: ['payment'] })
  const known = attempt.key === null ? null : await store.findByKey(ctx.db, ctx.actor.id, attempt.key)
  if (known && known.fingerprint !== attempt.fingerprint) throw reused()
  if (known) return { payment: known, part: 'repeat' }
  const standing = await store.findStanding(ctx.db, await sharedIdsOf(ctx.db, task))
  if (standing?.status !== 'checking' && task.status !== 'completed') refuseOfClosed(task)
  const isRunning = standing?.status === 'checking' || standing?.status === 'open'
  if (isRunning && standing.clientId !== task.clientId) throw paidByAnother()
  // Moving from one page to another is a change of mind, which the first page's processor settles.
  const isOnPages = attempt.status === 'open' && standing?.status === 'open'
  if (isRunning && standing.processor !== attempt.processor && !isOnPages) throw begunElsewhere()
  if (isRunning) return { payment: standing, part: 'second' }
  if (standing || task.status === 'completed') throw alreadyPaid()
  refuseOtherAmount(task, input)
  await refuseWhileUnanswered(ctx)
  const payment = await store.insert(ctx.db, rowOf(ctx, task, { ...attempt, method: input.paymentMethod }))
  // If this process dies before it gets the response, the next one asks for it.
  if (attempt.status === 'checking')
    await ctx.enqueue('settlePayments', {}, { runAt: after(ctx.now, overdue) })
  await ctx.invalidate(ctx.actor.id, 'payments')
  return { payment, part: 'first' }
}

const rowOf = (
  { now }: Ctx,
  task: TaskRow,
  {
    key,
    fingerprint,
    processor,
    processorAccount,
    status,
    method,
  }: Attempt & { method: PayInput['paymentMethod'] },
): Parameters<typeof store.insert>[1] => ({
  id: newId<PaymentId>(),
  clientId: task.clientId,
  taskId: task.id,
  title: task.title,
  description: task.description,
  amount: amountDue(task),
  vat: task.vat ?? 0,
  currency: 'GBP',
  paymentMethod: method,
  status,
  reason: status === 'open' ? openWords : checkingWords,
  account: task.account ?? 'office',
  idempotencyKey: key,
  fingerprint,
  processor,
  processorAccount,
  createdAt: now,
})

const beat = 200

/**
 * Waits for the outcome of the first payment, which is the response to the second. After `longest` the payment may
 * still be `checking`.
 */
async function untilSettled({ read, actor }: MultiStepCtx<Client>, payment: PaymentRow, longest: number) {
  let latest = payment
  for (let waited = 0; latest.status === 'checking' && waited < longest; waited += beat) {
    await sleep(beat)
    latest = await store.get(read, actor.id, payment.id)
  }
  return latest
}

const answerOf = ({ read, actor }: MultiStepCtx<Client>, payment: PaymentRow) => {
  if (!isRefused(payment)) return store.getShown(read, actor.id, payment.id)
  throw new Problem('declined', payment.reason ?? 'The payment was declined.', { reason: payment.status })
}

/** Two windows, one invoice: the second is told the outcome of the first, and is not charged. */
const refusalBeside = (first: PaymentRow) => {
  if (first.status === 'checking')
    return new Problem('conflict', checkingWords, { reason: 'payment_running' })
  if (!isRefused(first)) return alreadyPaid()
  const words = `Another payment for this was in progress, and did not go through. ${first.reason ?? ''}`
  return new Problem('conflict', words.trim(), { reason: 'payment_refused' })
}

// The database constraints catch two requests that passed every check at the same time.
const refuseSecond = (error: unknown): never => {
  const constraint = brokenConstraint(error)
  if (constraint === 'payments_idempotency') throw reused()
  if (constraint === 'payments_one_charge') throw alreadyPaid()
  throw error
}

const paidByAnother = () =>
  new Problem('conflict', 'Someone else on your case is paying this right now. You don’t need to pay.', {
    reason: 'payment_running',
  })

// A payment that was started before the firm changed its processor has to be settled first.
const begunElsewhere = () => new Problem('conflict', checkingWords, { reason: 'payment_running' })

const alreadyPaid = () =>
  new Problem('conflict', "This has already been paid. You don't need to pay again.", {
    reason: 'already_paid',
  })

const reused = () => keyReused('This request was already used for another payment. Please start again.')
