import { hostedProcessors } from '#contract/payments/processor.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { before, days, hours, minutes } from '#server/platform/time/durations.ts'
import { findConnectedOf, listConnected } from './processor/connection.ts'
import { askFailing } from './processor/health.ts'
import * as reversals from './reversals/store.ts'
import { findCharge, isRunning, overdue } from './service/charge-card.ts'
import { listToSettle, type PayoutEvent, settlePayout } from './service/payouts.ts'
import { sendRefund } from './service/refund-payment.ts'
import { reconcilePage } from './service/settlement/settle-page.ts'
import { notifyPayer, settle } from './service/settlement/settle-payment.ts'
import { settleReversals } from './service/settlement/settle-reversals.ts'
import {
  type ChargeEvent,
  type CheckoutEvent,
  type RefundEvent,
  settleChargeEvent,
  settleEvent,
  settleRefundEvent,
} from './service/take-event.ts'
import type { PaymentRow } from './store.ts'
import * as store from './store.ts'

declare module '#server/platform/jobs/queue.ts' {
  interface JobPayloads {
    settlePayments: Record<string, never>
    settlePaymentPages: Record<string, never>
    takeCheckoutEvent: CheckoutEvent
    takeChargeEvent: ChargeEvent
    takeRefundEvent: RefundEvent
    takePayoutEvent: PayoutEvent
    followPayouts: Record<string, never>
    settleRefunds: Record<string, never>
    followReversals: Record<string, never>
    erasePaymentEvents: Record<string, never>
  }
}

// After three unanswered requests the processor counts as down. The other payments wait a minute, so that other jobs
// are not held up.
const maxUnanswered = 3
// A slow processor is asked again a minute later, so that the run ends long before it would count as dead.
const maxRunTime = minutes(1)

export const paymentsJobs = (jobContext: JobContext): JobTable => ({
  settlePayments: {
    schedule: '* * * * *',
    run: async () => {
      await settleInTurn([await listUncertain(jobContext)], (payment) => reconcile(jobContext, payment))
    },
  },
  settlePaymentPages: {
    schedule: '* * * * *',
    queue: 'money',
    run: () => settlePages(jobContext),
  },
  takeCheckoutEvent: { queue: 'money', run: (event) => settleEvent(jobContext, event) },
  takeChargeEvent: { queue: 'money', run: (event) => settleChargeEvent(jobContext, event) },
  takeRefundEvent: { queue: 'money', run: (event) => settleRefundEvent(jobContext, event) },
  takePayoutEvent: { queue: 'money', run: (event) => settlePayout(jobContext, event) },
  // The processor announces a payout once, but its lines may only be known hours later.
  followPayouts: {
    schedule: '37 * * * *',
    queue: 'money',
    run: () => followPayouts(jobContext),
  },
  settleRefunds: {
    schedule: '* * * * *',
    queue: 'money',
    run: () => settleRefunds(jobContext),
  },
  // Refunds and disputes that take days are also polled, in case no event arrives.
  followReversals: {
    schedule: '17 * * * *',
    queue: 'money',
    run: () => followReversals(jobContext),
  },
  erasePaymentEvents: {
    schedule: '52 3 * * *',
    run: async () => {
      await store.removeEventsBefore(jobContext.read, before(jobContext.clock(), eventsKept))
    },
  },
})

/** A processor repeats an event for some days. Older ones are rejected anyway. */
const eventsKept = days(30)

/** Polls payments on processors' pages, in case no event arrives. */
async function settlePages(jobContext: JobContext) {
  await askFailing(jobContext)
  const waiting = await store.listOnPages(jobContext.read, before(jobContext.clock(), overdue))
  // Grouped by processor, so that one that is down does not hold up the others.
  const turns = hostedProcessors.map((name) => waiting.filter(({ processor }) => processor === name))
  await settleInTurn(turns, (payment) => reconcilePage(jobContext, payment))
}

/**
 * Settles payments one by one, processor by processor. `settleOne` returns false if the processor did not respond. A
 * payment that cannot be settled does not hold up the others.
 */
async function settleInTurn(turns: PaymentRow[][], settleOne: (payment: PaymentRow) => Promise<boolean>) {
  const end = performance.now() + maxRunTime
  const faults: unknown[] = []
  for (const waiting of turns) {
    let unanswered = 0
    for (const payment of waiting) {
      const isAnswered = await settleOne(payment).catch((error: unknown) => {
        faults.push(error)
        return true
      })
      if (!isAnswered) unanswered += 1
      if (unanswered >= maxUnanswered || performance.now() > end) break
    }
  }
  // Makes the job fail, so that the fault is logged.
  if (faults.length > 0) throw faults[0]
}

/** Settles refunds whose result the processor has not reported. */
async function settleRefunds(jobContext: JobContext) {
  const { read, ports, clock } = jobContext
  const waiting = await reversals.listSending(read, before(clock(), overdue))
  await askInTurn(waiting, async ({ refund: { id: key, amount }, payment }) => {
    const hosted = await findConnectedOf(read, ports, payment)
    if (!payment.processorReference || !hosted) return
    const sent = { key, paymentId: payment.id, reference: payment.processorReference, amount }
    const askedAt = clock()
    const reported = await hosted.pages.findReversals(hosted.connection, sent.reference)
    // A refund that the processor does not know was not sent, so it is sent again with the same key.
    if (!reported?.refunds.some((refund) => refund.key === key)) return sendRefund(jobContext, sent, hosted)
    await jobContext.transaction((ctx) => settleReversals(ctx, payment.id, { ...reported, askedAt }))
  })
}

async function followPayouts(jobContext: JobContext) {
  const faults: unknown[] = []
  for (const hosted of await listConnected(jobContext.read, jobContext.ports)) {
    // A processor that is down does not hold up the others. It is asked again in an hour.
    const ids = await listToSettle(jobContext, hosted).catch((error: unknown) => {
      faults.push(error)
      return []
    })
    const { provider } = hosted
    await askInTurn(ids, (payoutId) => settlePayout(jobContext, { payoutId, provider }))
  }
  if (faults.length > 0) throw faults[0]
}

async function followReversals(jobContext: JobContext) {
  for (const { provider, ...hosted } of await listConnected(jobContext.read, jobContext.ports)) {
    const references = await reversals.listToFollow(jobContext.read, hosted)
    await askInTurn(references, (reference) => settleChargeEvent(jobContext, { reference, provider }))
  }
}

/** Asks about each item, until the processor seems to be down or a minute has passed. */
async function askInTurn<T>(things: readonly T[], ask: (thing: T) => Promise<void>) {
  const end = performance.now() + maxRunTime
  let unanswered = 0
  for (const thing of things) {
    await ask(thing).catch(() => {
      unanswered += 1
    })
    if (unanswered >= maxUnanswered || performance.now() > end) return
  }
}

/** Returns payments whose response is overdue, then failed ones that are less than an hour old. */
const listUncertain = async ({ read, ports: { processor }, clock }: JobContext) => [
  ...(await store.listChecking(read, processor.name, before(clock(), overdue))),
  ...(await store.listGivenUp(read, processor.name, before(clock(), hours(1)))),
]

/**
 * Asks the processor about a payment whose response was lost, and settles it. Returns false if the processor could not
 * tell.
 */
async function reconcile(jobContext: JobContext, payment: PaymentRow) {
  const found = await findCharge(jobContext.ports.processor, payment.id)
  if (found?.status === 'unknown') return false
  const ending = found ?? (await giveUp(jobContext, payment))
  if (ending === null) return true
  await jobContext.transaction(async (ctx) => {
    const { payment: settled, isFirstNews } = await settle(ctx, payment.id, ending)
    if (isFirstNews) await notifyPayer(ctx, settled)
  })
  return true
}

/**
 * A charge that the processor does not know after this time was never sent, because its connection has long been
 * closed.
 */
const grace = minutes(5)
/** A clock that jumps, or a machine that slept, makes the first check too early, so a second one is required. */
const secondLook = minutes(1)
const neverSent = "The payment did not reach the bank. You haven't been charged, and can pay again."

/** Returns the outcome of a charge that the processor does not know, or null while it may still be on its way. */
async function giveUp({ clock, ports, transaction }: JobContext, payment: PaymentRow) {
  const { id, status, createdAt, unansweredAt } = payment
  const now = clock()
  const since = (time: Date) => now.getTime() - time.getTime()
  if (status !== 'checking' || since(createdAt) < grace || isRunning(ports.processor, id)) return null
  if (unansweredAt !== null)
    return since(unansweredAt) < secondLook ? null : { status: 'failed' as const, reason: neverSent }
  await transaction(({ db }) => store.update(db, id, { unansweredAt: now }))
  return null
}
