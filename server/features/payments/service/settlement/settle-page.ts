import { checkingWords, openWords, type PaymentId } from '#contract/payments/payments.ts'
import { testProcessors } from '#contract/payments/processor.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { CheckoutState, HostedCharge } from '#server/platform/ports/hosted-payments.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { findConnectedOf, type Hosted, isBegunAt } from '../../processor/connection.ts'
import type { PaymentRow } from '../../store.ts'
import * as store from '../../store.ts'
import { invalidatePayment } from '../dispute.ts'
import { claimWithTask, isUnsettled, notifyPayer, settle } from './settle-payment.ts'

/** How long a page can be used to pay. Stripe's minimum is half an hour. */
export const openFor = minutes(60)

interface Known {
  state: CheckoutState
  hosted: Hosted
}

/** Settles a payment by what the processor reports about its page. A second caller changes nothing. */
export async function settlePage(ctx: Ctx, id: PaymentId, { state, hosted }: Known) {
  if (state.status === 'open') return markOpen(ctx, id)
  // Locked before it is read, because otherwise it could overwrite what a concurrent request has just settled.
  const { payment } = await claimWithTask(ctx, id)
  if (!isBegunAt(payment, hosted)) return
  if (state.status === 'checking') return markChecking(ctx, payment)
  if (state.status === 'over') return giveUp(ctx, id, endings[state.why])
  if (!isRequestedCharge(payment, state.charge)) return markMismatch(ctx, payment, state.charge)
  const { reference, method: paymentMethod, payerName } = state.charge
  const { payment: settled, isFirstNews } = await settle(ctx, id, { status: 'paid', reference })
  if (settled.processorReference !== reference || settled.payerName !== null) return
  await store.update(ctx.db, id, { paymentMethod, payerName: payerName ?? '' })
  if (isFirstNews) await notifyPayer(ctx, settled)
}

const giveUp = async (ctx: Ctx, id: PaymentId, reason: string) => {
  await settle(ctx, id, { status: 'failed', reason })
}
const endings = {
  closed:
    "The payment page was closed before anything was paid. You haven't been charged, and can pay again.",
  refused: "Your bank didn't make this payment. You haven't been charged, and can pay again.",
}

const isRequestedCharge = ({ id, amount, currency }: PaymentRow, charge: HostedCharge) =>
  charge.key === id && charge.amount === amount && charge.currency === currency

/** A form whose payment the bank did not make can be paid in again. What is a mismatch stays so. */
const markOpen = async (ctx: Ctx, id: PaymentId) => {
  const known = await store.find(ctx.db, id)
  if (known.status !== 'checking' || known.processorReference !== null) return
  const { payment } = await claimWithTask(ctx, id)
  if (payment.status !== 'checking' || payment.processorReference !== null) return
  await store.update(ctx.db, id, { status: 'open', reason: openWords })
  await ctx.invalidate(payment.clientId, 'payments')
}

const markChecking = async (ctx: Ctx, { id, clientId, status }: PaymentRow) => {
  if (status !== 'open') return
  await store.update(ctx.db, id, { status: 'checking', reason: checkingWords })
  await ctx.invalidate(clientId, 'payments')
}

/** A charge of the wrong amount settles nothing: a person checks it, and the client is not asked to pay again. */
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
  await invalidatePayment(ctx, payment)
}

/** How old a payment must be to be given up if its page was never opened. */
const abandonedAfter = minutes(2)

/** Asks the processor about a payment that was started on its page. Returns false if the processor could not tell. */
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

/** Closes a page that has been open too long, because not every processor does so by itself. */
async function askInTime(
  { connection, pages: processor }: Hosted,
  { checkoutId, isLate }: { checkoutId: string; isLate: boolean },
): Promise<CheckoutState> {
  const state = await processor.find(connection, checkoutId)
  if (state.status !== 'open' || !isLate) return state
  await processor.end(connection, checkoutId)
  return { status: 'over', why: 'closed' }
}

/**
 * Nobody received the page's URL, so nothing can be paid on it. A concurrent request that is opening it will find the
 * payment given up.
 */
export async function giveUpUnopened(ctx: Ctx, id: PaymentId) {
  const { payment } = await claimWithTask(ctx, id)
  if (payment.checkoutId === null) await giveUp(ctx, id, unopened)
}

const unopened = "We couldn't open the payment page. You haven't been charged, and can try again."
