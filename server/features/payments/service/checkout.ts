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
import { getAccount, tellFirmOf } from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Client, Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { CheckoutState, HostedCharge } from '#server/platform/ports/hosted-payments.ts'
import { after, minutes } from '#server/platform/time/durations.ts'
import type { PaymentRow } from '../store.ts'
import * as store from '../store.ts'
import { findConnected, type Hosted } from './connection.ts'
import { settle, tellNews } from './settle-payment.ts'

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
  if (payment.checkoutId === null) return beginPage(ctx, payment, hosted)
  const state = await ask(() => ctx.ports.hosted.find(hosted.connection, payment.checkoutId ?? ''))
  const isOutdated = state.status === 'open' && payment.amount !== amount
  if (isOutdated) await ask(() => ctx.ports.hosted.end(hosted.connection, payment.checkoutId ?? ''))
  const known: CheckoutState = isOutdated ? { status: 'over' } : state
  await ctx.transaction((step) => settlePage(step, payment.id, { state: known, hosted }))
  if (known.status === 'over') return null
  const shown = await store.getShown(ctx.read, ctx.actor.id, payment.id)
  return known.status === 'open' ? { ...shown, continueAt: known.url } : shown
}

async function beginPage(ctx: MultiStepCtx<Client>, payment: PaymentRow, { connection }: Hosted) {
  const { id, amount, currency, title, createdAt } = payment
  const { email } = await getAccount(ctx.read, ctx.actor.id)
  const returnUrl = `${ctx.ports.origin}${pathTo(pages.payments, 'payment', id)}&returned=1`
  const order = { key: id, amount, currency, title, email, returnUrl, until: after(createdAt, openFor) }
  try {
    const { checkoutId, url } = await ctx.ports.hosted.begin(connection, order)
    return await ctx.transaction(async (step) => {
      const claimed = await store.claim(step.db, id)
      // Given up meanwhile: nobody is sent to a page that no row waits for.
      if (!isOpen(claimed)) throw unreachable()
      await store.update(step.db, id, { checkoutId })
      return { ...(await store.getShown(step.db, ctx.actor.id, id)), continueAt: url }
    })
  } catch (error) {
    if (error instanceof Problem) throw error
    // Nobody was given the page's address, so nothing can be paid on it.
    await ctx.transaction((step) => settle(step, id, { status: 'failed', reason: unopened }))
    throw unreachable()
  }
}

const unopened = "We couldn't open the payment page. You haven't been charged, and can try again."

const ask = <T>(question: () => Promise<T>) =>
  question().catch(() => {
    throw unreachable()
  })

const noPage = "We can't reach the payment page right now. You haven't been charged. Please try again soon."
const unreachable = () =>
  new Problem('unavailable', noPage, {
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
  const hosted = await findConnected(ctx.read, ctx.ports)
  if (hosted?.name === payment.processor && payment.checkoutId !== null && isUnsure(payment)) {
    const { checkoutId } = payment
    // What cannot be asked just now is asked every minute, and the page says what is known.
    const state = await ctx.ports.hosted.find(hosted.connection, checkoutId).catch(() => null)
    if (state) await ctx.transaction((step) => settlePage(step, id, { state, hosted }))
  }
  return store.getShown(ctx.read, ctx.actor.id, id)
}

const isUnsure = ({ status }: PaymentRow) => status === 'open' || status === 'checking'

interface Known {
  state: CheckoutState
  hosted: Hosted
}

/** Writes down what the processor says of its page; whoever comes second changes nothing. */
export async function settlePage(ctx: Ctx, id: PaymentId, { state, hosted }: Known) {
  const payment = await store.find(ctx.db, id)
  if (payment.processor !== hosted.name || state.status === 'open') return
  if (state.status === 'checking') return markChecking(ctx, payment)
  if (state.status === 'over') return refuse(ctx, id)
  if (!isWhatWasAsked(payment, state.charge)) return markMismatch(ctx, payment, state.charge)
  const { reference, method: paymentMethod, payerName } = state.charge
  const { payment: settled, isFirstNews } = await settle(ctx, id, { status: 'paid', reference })
  if (settled.processorReference !== reference || settled.payerName !== null) return
  await store.update(ctx.db, id, { paymentMethod, payerName: payerName ?? '' })
  if (isFirstNews) await tellNews(ctx, settled)
}

const refuse = async (ctx: Ctx, id: PaymentId) => {
  await settle(ctx, id, { status: 'failed', reason: closed })
}
const closed =
  "The payment page was closed before anything was paid. You haven't been charged, and can pay again."

const isWhatWasAsked = ({ id, amount, currency }: PaymentRow, charge: HostedCharge) =>
  charge.key === id && charge.amount === amount && charge.currency === currency

const markChecking = async (ctx: Ctx, { id, clientId, status }: PaymentRow) => {
  if (status !== 'open') return
  await store.update(ctx.db, id, { status: 'checking', reason: checkingWords })
  await ctx.invalidate(clientId, 'payments')
}

/** Money that is not what was asked for settles nothing: a person looks at it, and nobody is asked to pay again. */
const markMismatch = async (ctx: Ctx, payment: PaymentRow, charge: HostedCharge) => {
  if (payment.processorReference === charge.reference || !isUnsure(payment)) return
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
  await ctx.invalidate(payment.clientId, 'payments')
  await tellFirmOf(ctx, payment.clientId, 'payments')
}

/** A page that was never opened for anybody, and one whose mode moves no money and is no longer used. */
const abandonedAfter = minutes(2)

/** Asks the processor about a payment that was begun on its page. False: it could not tell. */
export async function reconcilePage(jobContext: JobContext, payment: PaymentRow, hosted: Hosted | null) {
  const { ports, clock, transaction } = jobContext
  const { id, checkoutId, processor, createdAt } = payment
  if (processor !== hosted?.name) {
    if (testProcessors.includes(processor)) await transaction((ctx) => refuse(ctx, id))
    return true
  }
  if (checkoutId === null) {
    if (clock().getTime() - createdAt.getTime() > abandonedAfter)
      await transaction(async (ctx) => void (await settle(ctx, id, { status: 'failed', reason: unopened })))
    return true
  }
  const state = await ports.hosted.find(hosted.connection, checkoutId).catch(() => null)
  if (state === null) return false
  await transaction((ctx) => settlePage(ctx, id, { state, hosted }))
  return true
}
