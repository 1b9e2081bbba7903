import type { Input, Output } from '#contract/kit/endpoint.ts'
import { cardPath, pages, pathTo } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import {
  type payments as contract,
  isOpen,
  type Payment,
  type PaymentId,
} from '#contract/payments/payments.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import type { Client, MultiStepCtx } from '#server/platform/ctx.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import type { CheckoutOrder, CheckoutState } from '#server/platform/ports/hosted-payments.ts'
import { after } from '#server/platform/time/durations.ts'
import { findConnectedOf, type Hosted } from '../processor/connection.ts'
import type { PaymentRow } from '../store.ts'
import * as store from '../store.ts'
import { giveUpUnopened, openFor, settlePage } from './settlement/settle-page.ts'
import { isUnsettled } from './settlement/settle-payment.ts'

const lookRate: Limit = { name: 'paymentLook', points: 60, duration: 300 }

type Shown = Payment & { continueAt?: string }

/**
 * Returns where the client continues to pay: the same page, as long as it is open and asks for the amount due. Null if
 * that page is closed, and another payment may start.
 */
export async function openPage(
  ctx: MultiStepCtx<Client>,
  payment: PaymentRow,
  { hosted, amount }: { hosted: Hosted; amount: number },
): Promise<Shown | null> {
  const { id, checkoutId } = payment
  if (checkoutId === null) return beginPage(ctx, payment, hosted)
  const isWanted = payment.amount === amount && isReachable(hosted, checkoutId)
  const state = await settleOpen(ctx, { id, checkoutId }, { hosted, isWanted })
  if (state.status === 'over') return null
  const shown = await store.getShown(ctx.read, ctx.actor.id, id)
  if (state.status !== 'open') return shown
  const { connection, pages: processor } = hosted
  const order = await orderOf(ctx, payment)
  return { ...shown, continueAt: await ask(() => processor.resume(connection, checkoutId, order)) }
}

/** A form needs its publishable key; a page of the processor's own needs nothing of ours. */
const isReachable = ({ connection, pages: processor }: Hosted, checkoutId: string) =>
  connection.form !== undefined || !processor.forms?.owns(checkoutId)

/**
 * What the processor's form needs on the portal's page, and how the payment is; it is asked, so that nobody pays twice.
 */
export async function showForm(
  ctx: MultiStepCtx<Client>,
  { id }: Input<typeof contract.form>,
): Promise<Output<typeof contract.form>> {
  await ctx.ports.limits.count(lookRate, ctx.actor.id)
  const payment = await store.get(ctx.read, ctx.actor.id, id)
  const form = isUnsettled(payment) ? await findForm(ctx, payment) : null
  return { payment: await store.getShown(ctx.read, ctx.actor.id, id), form }
}

async function findForm(ctx: MultiStepCtx<Client>, payment: PaymentRow) {
  const { id, checkoutId } = payment
  const hosted = await findConnectedOf(ctx.read, ctx.ports, payment)
  if (hosted === null || checkoutId === null) return null
  const { connection, pages: processor } = hosted
  const { status } = await settleOpen(ctx, { id, checkoutId }, { hosted, isWanted: true })
  const { forms } = processor
  if (status !== 'open' || !connection.form || !forms?.owns(checkoutId)) return null
  const clientSecret = await ask(() => forms.findClientSecret(connection, checkoutId))
  return { clientSecret, publishableKey: connection.form.publishableKey }
}

/**
 * Closes the page that a client started on, before they pay on another processor's page, so that it can no longer take
 * money. Returns false if it may have been paid, in which case no other payment may start.
 */
export async function leavePage(ctx: MultiStepCtx<Client>, { id, checkoutId }: PaymentRow, hosted: Hosted) {
  if (checkoutId !== null)
    return (await settleOpen(ctx, { id, checkoutId }, { hosted, isWanted: false })).status === 'over'
  await ctx.transaction((step) => giveUpUnopened(step, id))
  return true
}

interface Opened {
  id: PaymentId
  checkoutId: string
}

/**
 * Asks the processor about a page and settles the payment. If the page is open and no longer wanted, closes it first.
 */
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
    formUrl: cardPath(id),
    until: after(createdAt, openFor),
  }
}

async function beginPage(
  ctx: MultiStepCtx<Client>,
  payment: PaymentRow,
  { provider, connection, pages: processor }: Hosted,
) {
  const { id } = payment
  const order = await orderOf(ctx, payment)
  const note = ctx.ports.connections.payments[provider]
  try {
    const { checkoutId, url } = await processor.begin(connection, order).catch((fault) => {
      note.failed(fault)
      throw fault
    })
    note.answered()
    return await ctx.transaction(async (step) => {
      const claimed = await store.claim(step.db, id)
      // The payment was given up in the meantime, so the client must not be sent to its page.
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

/**
 * Asks about a page that was opened before. If the processor does not respond, it is unknown whether something was paid
 * on it.
 */
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

/** Returns what became of a payment, for a client who returns from the processor's page. */
export async function refreshPayment(
  ctx: MultiStepCtx<Client>,
  { id }: Input<typeof contract.look>,
): Promise<Payment> {
  await ctx.ports.limits.count(lookRate, ctx.actor.id)
  const payment = await store.get(ctx.read, ctx.actor.id, id)
  const hosted = await findConnectedOf(ctx.read, ctx.ports, payment)
  const { checkoutId } = payment
  if (hosted && checkoutId !== null && isUnsettled(payment)) {
    // If the processor does not respond now, the job asks every minute, and the page shows what is known.
    const state = await hosted.pages.find(hosted.connection, checkoutId).catch(() => null)
    if (state) await ctx.transaction((step) => settlePage(step, id, { state, hosted }))
  }
  return store.getShown(ctx.read, ctx.actor.id, id)
}
