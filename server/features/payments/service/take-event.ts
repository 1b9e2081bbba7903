import { Problem } from '#contract/kit/problem.ts'
import { PaymentId } from '#contract/payments/payments.ts'
import type { MultiStepCtx } from '#server/platform/ctx.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import { findByReference } from '../reversals/store.ts'
import * as store from '../store.ts'
import { settlePage } from './checkout.ts'
import { findConnected, type Hosted } from './connection.ts'
import { settleReversals } from './settle-reversals.ts'

/** Of a checkout, what is asked about afterwards. */
export interface CheckoutEvent {
  paymentId: PaymentId
  checkoutId: string
}

/** Of a charge that money was sent back of. */
export interface ChargeEvent {
  reference: string
}

/**
 * Takes a signed event and answers at once; what it is about is asked for by a job. An event that comes again, that
 * is of no use, of another mode or for another account is received and does nothing.
 */
export async function takeEvent(ctx: MultiStepCtx): Promise<{ received: true }> {
  const connected = await findConnected(ctx.read, ctx.ports)
  const { signed } = ctx.caller
  const event =
    connected && signed
      ? await ctx.ports.hosted.read(connected.connection, { ...signed, now: ctx.now })
      : null
  if (!connected || event === null) throw unbelieved()
  const received = { received: true as const }
  const isOurs = !event.isElsewhere && event.isTest === (connected.name === 'stripe_test')
  if (!isOurs || event.subject === null) return received
  const { id, type, subject } = event
  await ctx.transaction(async (step) => {
    if (!(await store.insertEvent(step.db, { id, type, receivedAt: step.now }))) return
    if (subject.kind === 'payout') return step.enqueue('takePayoutEvent', { payoutId: subject.payoutId })
    if (subject.kind === 'charge') return step.enqueue('takeChargeEvent', { reference: subject.reference })
    const paymentId = PaymentId.safeParse(subject.key)
    if (!paymentId.success) return
    await step.enqueue('takeCheckoutEvent', { paymentId: paymentId.data, checkoutId: subject.checkoutId })
  })
  return received
}

const unbelieved = () =>
  new Problem('invalid', 'This event is not signed by the payment processor, or is too old.', {
    reason: 'signature_wrong',
  })

/** Asks the processor what the event was about. Throws where it does not answer: the job is done again later. */
export async function settleEvent(
  { read, ports, transaction }: JobContext,
  { paymentId, checkoutId }: CheckoutEvent,
) {
  const hosted = await findConnected(read, ports)
  const [payment] = await store.listById(read, paymentId)
  // Of another system that uses the same account, or of a demo that has started over.
  if (!hosted || !payment || payment.processor !== hosted.name) return
  const state = await ports.hosted.find(hosted.connection, checkoutId)
  // Only a payment speaks for itself: another page's end says nothing about ours.
  if (state.status !== 'paid' && payment.checkoutId !== checkoutId) return
  await transaction((ctx) => settlePage(ctx, paymentId, { state, hosted }))
}

/** Asks the processor what was sent back of a charge; throws where it does not answer. */
export async function settleChargeEvent(jobContext: JobContext, { reference }: ChargeEvent) {
  const { read, ports, transaction, clock } = jobContext
  const hosted = await findConnected(read, ports)
  const askedAt = clock()
  const told = hosted && (await ports.hosted.findReversals(hosted.connection, reference))
  if (!told) return
  const payment =
    (await findByReference(read, hosted.name, reference)) ??
    (await settleBehind(jobContext, { key: told.key, reference, hosted }))
  if (payment) await transaction((ctx) => settleReversals(ctx, payment.id, { ...told, askedAt }))
}

interface Behind {
  key: string | null
  reference: string
  hosted: Hosted
}

/** It may be told that money went back before it was told that it came: then that is asked for first. */
async function settleBehind({ read, ports, transaction }: JobContext, { key, reference, hosted }: Behind) {
  const id = PaymentId.safeParse(key)
  const [payment] = id.success ? await store.listById(read, id.data) : []
  // Of another system that uses the same account.
  if (!payment || payment.processor !== hosted.name || payment.checkoutId === null) return null
  const state = await ports.hosted.find(hosted.connection, payment.checkoutId)
  await transaction((ctx) => settlePage(ctx, payment.id, { state, hosted }))
  return findByReference(read, hosted.name, reference)
}
