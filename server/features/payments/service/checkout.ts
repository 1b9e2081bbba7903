import type { Input } from '#contract/kit/endpoint.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import {
  checkingWords,
  type payments as contract,
  isOpen,
  type Payment,
  type PaymentId,
} from '#contract/payments/payments.ts'
import { testProcessors } from '#contract/payments/processor.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Client, Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { CheckoutOrder, CheckoutState, HostedCharge } from '#server/platform/ports/hosted-payments.ts'
import { after, minutes } from '#server/platform/time/durations.ts'
import type { PaymentRow } from '../store.ts'
import * as store from '../store.ts'
import { findConnectedOf, type Hosted, isBegunAt } from './connection.ts'
import { tellOfPayment } from './dispute.ts'
import { claimWithTask, isUnsettled, settle, tellNews } from './settle-payment.ts'

const lookRate: Limit = { name: 'paymentLook', points: 60, duration: 300 }

/** How long a page may be paid on: Stripe allows no less than half an hour. */
const openFor = minutes(60)

type Shown = Payment & { continueAt?: string }

/**
 * Where the client goes on to pay. The same open page is given again as long as it is open and asks for what is due;
 * null when it is over, and another payment may begin.
 */
export async function openPage(
  ctx: MultiStepCtx<Client>,
  payment: PaymentRow,
  { hosted, amount }: { hosted: Hosted; amount: number },
): Promise<Shown | null> {
  const { id, checkoutId } = payment
  if (checkoutId === null) return beginPage(ctx, payment, hosted)
  const state = await settleOpen(ctx, { id, checkoutId }, { hosted, isWanted: payment.amount === amount })
  if (state.status === 'over') return null
  const shown = await store.getShown(ctx.read, ctx.actor.id, id)
  if (state.status !== 'open') return shown
  const { connection, pages: processor } = hosted
  const order = await orderOf(ctx, payment)
  return { ...shown, continueAt: await ask(() => processor.resume(connection, checkoutId, order)) }
}

/**
 * Before a client pays on another processor's page, the one that they began with is closed there: then nothing can be
 * taken by it any more. False where it may have been paid on, and another payment may not begin.
 */
export async function leavePage(ctx: MultiStepCtx<Client>, { id, checkoutId }: PaymentRow, hosted: Hosted) {
  if (checkoutId !== null)
    return (await settleOpen(ctx, { id, checkoutId }, { hosted, isWanted: false })).status === 'over'
  await ctx.transaction((step) => giveUpUnopened(step, id))
  return true
}

/** Nobody was given the page's address, so nothing can be paid on it; whoever opens it at this moment finds it given up. */
async function giveUpUnopened(ctx: Ctx, id: PaymentId) {
  const { payment } = await claimWithTask(ctx, id)
  if (payment.checkoutId === null) await giveUp(ctx, id, unopened)
}

interface Opened {
  id: PaymentId
  checkoutId: string
}

/** What the processor says of a page; one that is open and not wanted is closed first. */
async function settleOpen(
  ctx: MultiStepCtx<Client>,
  { id, checkoutId }: Opened,
  { hosted, isWanted }: { hosted: Hosted; isWanted: boolean },
): Promise<CheckoutState> {
  const { connection, pages: processor } = hosted
  const found = await ask(() => processor.find(connection, checkoutId))
  const isLeft = found.status === 'open' && !isWanted
  if (isLeft) await ask(() => processor.end(connection, checkoutId))
  const state: CheckoutState = isLeft ? { status: 'over', why: 'closed' } : found
  await ctx.transaction((step) => settlePage(step, id, { state, hosted }))
  return state
}

async function orderOf(
  { read, actor, ports }: MultiStepCtx<Client>,
  { id, amount, currency, title, createdAt }: PaymentRow,
): Promise<CheckoutOrder> {
  const { firstName, lastName, email } = await getAccount(read, actor.id)
  return {
    key: id,
    amount,
    currency,
    title,
    payer: { firstName, lastName, email },
    returnUrl: `${ports.origin}${pathTo(pages.payments, 'payment', id)}&returned=1`,
    until: after(createdAt, openFor),
  }
}

async function beginPage(
  ctx: MultiStepCtx<Client>,
  payment: PaymentRow,
  { connection, pages: processor }: Hosted,
) {
  const { id } = payment
  const order = await orderOf(ctx, payment)
  try {
    const { checkoutId, url } = await processor.begin(connection, order)
    return await ctx.transaction(async (step) => {
      const claimed = await store.claim(step.db, id)
      // Given up meanwhile: nobody is sent to a page that no row waits for.
      if (!isOpen(claimed)) throw unreachable()
      await store.update(step.db, id, { checkoutId })
      return { ...(await store.getShown(step.db, ctx.actor.id, id)), continueAt: url }
    })
  } catch (error) {
    if (error instanceof Problem) throw error
    await ctx.transaction((step) => giveUpUnopened(step, id))
    throw unreachable()
  }
}

const unopened = "We couldn't open the payment page. You haven't been charged, and can try again."

/** About a page that was opened before: whether anything was paid on it is not known while nobody answers. */
const ask = <T>(question: () => Promise<T>) =>
  question().catch(() => {
    throw unreachable(noAnswer)
  })

const noPage = "We can't reach the payment page right now. You haven't been charged. Please try again soon."
const noAnswer =
  "We can't reach the payment page right now. Please try again soon: you won't be charged twice."
const unreachable = (words = noPage) =>
  new Problem('unavailable', words, {
    reason: 'processor_unavailable',
    retryAfter: 30,
  })

/** What has become of a payment, for a client who has come back from the processor's page. */
export async function lookAtPayment(
  ctx: MultiStepCtx<Client>,
  { id }: Input<typeof contract.look>,
): Promise<Payment> {
  await ctx.ports.limits.count(lookRate, ctx.actor.id)
  const payment = await store.get(ctx.read, ctx.actor.id, id)
  const hosted = await findConnectedOf(ctx.read, ctx.ports, payment)
  const { checkoutId } = payment
  if (hosted && checkoutId !== null && isUnsettled(payment)) {
    // What cannot be asked just now is asked every minute, and the page says what is known.
    const state = await hosted.pages.find(hosted.connection, checkoutId).catch(() => null)
    if (state) await ctx.transaction((step) => settlePage(step, id, { state, hosted }))
  }
  return store.getShown(ctx.read, ctx.actor.id, id)
}

interface Known {
  state: CheckoutState
  hosted: Hosted
}

/** Writes down what the processor says of its page; whoever comes second changes nothing. */
export async function settlePage(ctx: Ctx, id: PaymentId, { state, hosted }: Known) {
  if (state.status === 'open') return
  // Taken before it is looked at: what another has just settled would else be written over.
  const { payment } = await claimWithTask(ctx, id)
  if (!isBegunAt(payment, hosted)) return
  if (state.status === 'checking') return markChecking(ctx, payment)
  if (state.status === 'over') return giveUp(ctx, id, endings[state.why])
  if (!isWhatWasAsked(payment, state.charge)) return markMismatch(ctx, payment, state.charge)
  const { reference, method: paymentMethod, payerName } = state.charge
  const { payment: settled, isFirstNews } = await settle(ctx, id, { status: 'paid', reference })
  if (settled.processorReference !== reference || settled.payerName !== null) return
  await store.update(ctx.db, id, { paymentMethod, payerName: payerName ?? '' })
  if (isFirstNews) await tellNews(ctx, settled)
}

const giveUp = async (ctx: Ctx, id: PaymentId, reason: string) => {
  await settle(ctx, id, { status: 'failed', reason })
}
const endings = {
  closed:
    "The payment page was closed before anything was paid. You haven't been charged, and can pay again.",
  refused: "Your bank didn't make this payment. You haven't been charged, and can pay again.",
}

const isWhatWasAsked = ({ id, amount, currency }: PaymentRow, charge: HostedCharge) =>
  charge.key === id && charge.amount === amount && charge.currency === currency

const markChecking = async (ctx: Ctx, { id, clientId, status }: PaymentRow) => {
  if (status !== 'open') return
  await store.update(ctx.db, id, { status: 'checking', reason: checkingWords })
  await ctx.invalidate(clientId, 'payments')
}

/** Money that is not what was asked for settles nothing: a person looks at it, and nobody is asked to pay again. */
const markMismatch = async (ctx: Ctx, payment: PaymentRow, charge: HostedCharge) => {
  if (payment.processorReference === charge.reference || !isUnsettled(payment)) return
  await store.update(ctx.db, payment.id, {
    status: 'checking',
    reason: checkingWords,
    processorReference: charge.reference,
  })
  await audit(ctx, 'payment.mismatched', {
    subjectId: payment.clientId,
    details: {
      paymentId: payment.id,
      reference: charge.reference,
      asked: `${payment.amount} ${payment.currency}`,
      paid: `${charge.amount} ${charge.currency}`,
    },
  })
  await tellOfPayment(ctx, payment)
}

/** A page that was never opened for anybody, and one whose mode moves no money and is no longer used. */
const abandonedAfter = minutes(2)

/** Asks the processor about a payment that was begun on its page. False: it could not tell. */
export async function reconcilePage({ read, ports, clock, transaction }: JobContext, payment: PaymentRow) {
  const { id, checkoutId, processor, createdAt } = payment
  const hosted = await findConnectedOf(read, ports, payment)
  if (hosted === null) {
    if (testProcessors.includes(processor)) await transaction((ctx) => giveUp(ctx, id, endings.closed))
    return true
  }
  const age = clock().getTime() - createdAt.getTime()
  if (checkoutId === null) {
    if (age > abandonedAfter) await transaction((ctx) => giveUpUnopened(ctx, id))
    return true
  }
  const found = await askInTime(hosted, { checkoutId, isLate: age > openFor }).catch(() => null)
  if (found === null) return false
  await transaction((ctx) => settlePage(ctx, id, { state: found, hosted }))
  return true
}

/** Not every processor closes a page when its time is over. */
async function askInTime(
  { connection, pages: processor }: Hosted,
  { checkoutId, isLate }: { checkoutId: string; isLate: boolean },
): Promise<CheckoutState> {
  const state = await processor.find(connection, checkoutId)
  if (state.status !== 'open' || !isLate) return state
  await processor.end(connection, checkoutId)
  return { status: 'over', why: 'closed' }
}
