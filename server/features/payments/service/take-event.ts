import { Problem } from '#contract/kit/problem.ts'
import { PaymentId } from '#contract/payments/payments.ts'
import { isTestKey, type PaymentProvider } from '#contract/payments/processor.ts'
import type { Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { HostedEvent } from '#server/platform/ports/hosted-payments.ts'
import { findConnected, type Hosted, isBegunAt } from '../processor/connection.ts'
import { findByReference } from '../reversals/store.ts'
import * as store from '../store.ts'
import { settlePage } from './settlement/settle-page.ts'
import { settleReversals } from './settlement/settle-reversals.ts'

/** An event about a page, with what is needed to ask about it. */
export interface CheckoutEvent {
  /** Null if the processor names only its page. */
  paymentId: PaymentId | null
  checkoutId: string
  /** Missing in jobs that were queued when Stripe was the only provider. */
  provider?: PaymentProvider
}

/** An event about a charge that was paid, refunded or disputed. */
export interface ChargeEvent {
  reference: string
  provider?: PaymentProvider
}

/** An event about a refund. */
export interface RefundEvent {
  refundId: string
  provider: PaymentProvider
}

/**
 * Accepts signed events and responds immediately. Jobs ask the processor about them. Repeated or irrelevant events, and
 * those of another mode or account, are accepted and ignored.
 */
export async function takeEvents(ctx: MultiStepCtx, provider: PaymentProvider): Promise<{ received: true }> {
  const connected = await findConnected(ctx.read, ctx.ports, provider)
  const { signed } = ctx.caller
  const events =
    connected && signed ? await connected.pages.read(connected.connection, { ...signed, now: ctx.now }) : null
  if (!connected || events === null) throw unbelieved(provider)
  const isTest = isTestKey(connected.connection.secretKey)
  const ours = events.filter((event) => !event.isElsewhere && event.isTest === isTest)
  if (ours.length > 0)
    await ctx.transaction(async (step) => {
      // Sorted, because otherwise two deliveries of the same events could deadlock.
      for (const event of ours.toSorted((first, other) => (first.id < other.id ? -1 : 1)))
        await takeEvent(step, provider, event)
    })
  return { received: true }
}

async function takeEvent(ctx: Ctx, provider: PaymentProvider, { id, type, subject }: HostedEvent) {
  if (subject === null) return
  if (!(await store.insertEvent(ctx.db, { id, provider, type, receivedAt: ctx.now }))) return
  if (subject.kind === 'payout')
    return ctx.enqueue('takePayoutEvent', { payoutId: subject.payoutId, provider })
  if (subject.kind === 'charge')
    return ctx.enqueue('takeChargeEvent', { reference: subject.reference, provider })
  if (subject.kind === 'refund')
    return ctx.enqueue('takeRefundEvent', { refundId: subject.refundId, provider })
  const { key, checkoutId } = subject
  const paymentId = key === null ? null : (PaymentId.safeParse(key).data ?? null)
  await ctx.enqueue('takeCheckoutEvent', { paymentId, checkoutId, provider })
}

const unbelieved = (provider: PaymentProvider) =>
  new Problem(
    provider === 'gocardless' ? 'unsigned' : 'invalid',
    "This event isn't signed by the payment processor, is too old, or can't be read.",
    { reason: 'signature_wrong' },
  )

/** Asks the processor about the page of an event. Throws if it does not respond, so that the job is repeated later. */
export async function settleEvent(
  { read, ports, transaction }: JobContext,
  { paymentId, checkoutId, provider = 'stripe' }: CheckoutEvent,
) {
  const hosted = await findConnected(read, ports, provider)
  if (!hosted) return
  const [payment] =
    paymentId === null
      ? [await store.findByCheckout(read, hosted.name, checkoutId)]
      : await store.listById(read, paymentId)
  // It belongs to another system that uses the same account, or to a demo that was reset.
  if (!payment || !isBegunAt(payment, hosted)) return
  const state = await hosted.pages.find(hosted.connection, checkoutId)
  // Only a paid page counts if it is not the payment's current one: the end of an older page says nothing about the
  // current one.
  if (state.status !== 'paid' && payment.checkoutId !== checkoutId) return
  await transaction((ctx) => settlePage(ctx, payment.id, { state, hosted }))
}

/** Asks the processor which charge a refund belongs to, and then about that charge. Throws if it does not respond. */
export async function settleRefundEvent(jobContext: JobContext, { refundId, provider }: RefundEvent) {
  const { read, ports } = jobContext
  const hosted = await findConnected(read, ports, provider)
  const reference = hosted && (await hosted.pages.findRefunded(hosted.connection, refundId))
  if (reference) await settleChargeEvent(jobContext, { reference, provider })
}

/** Asks the processor for the refunds and disputes of a charge. Throws if it does not respond. */
export async function settleChargeEvent(
  jobContext: JobContext,
  { reference, provider = 'stripe' }: ChargeEvent,
) {
  const { read, ports, transaction, clock } = jobContext
  const hosted = await findConnected(read, ports, provider)
  const askedAt = clock()
  const reported = hosted && (await hosted.pages.findReversals(hosted.connection, reference))
  if (!reported) return
  const payment =
    (await findByReference(read, hosted.name, reference)) ??
    (await settleBehind(jobContext, { key: reported.key, reference, hosted }))
  if (payment) await transaction((ctx) => settleReversals(ctx, payment.id, { ...reported, askedAt }))
}

interface Behind {
  key: string | null
  reference: string
  hosted: Hosted
}

/** The event of a refund may arrive before that of the payment. If so, asks about the payment first. */
async function settleBehind({ read, transaction }: JobContext, { key, reference, hosted }: Behind) {
  const id = PaymentId.safeParse(key)
  const [payment] = id.success ? await store.listById(read, id.data) : []
  // It belongs to another system that uses the same account.
  if (!payment || !isBegunAt(payment, hosted) || payment.checkoutId === null) return null
  const state = await hosted.pages.find(hosted.connection, payment.checkoutId)
  await transaction((ctx) => settlePage(ctx, payment.id, { state, hosted }))
  return findByReference(read, hosted.name, reference)
}
