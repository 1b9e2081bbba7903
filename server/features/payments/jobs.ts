import { hostedProcessors } from '#contract/payments/processor.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { before, days, hours, minutes } from '#server/platform/time/durations.ts'
import * as reversals from './reversals/store.ts'
import { findCharge, isRunning, overdue } from './service/charge-card.ts'
import { reconcilePage } from './service/checkout.ts'
import { findConnectedOf, listConnected } from './service/connection.ts'
import { listToSettle, type PayoutEvent, settlePayout } from './service/payouts.ts'
import { sendRefund } from './service/refund-payment.ts'
import { settle, tellNews } from './service/settle-payment.ts'
import { settleReversals } from './service/settle-reversals.ts'
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

// A processor that leaves three questions open is down: the others wait a minute, and other jobs do not.
const enough = 3
// A slow one is asked again a minute later, so that a run ends long before it would be taken for dead.
const longest = minutes(1)

export const paymentsJobs = (jobContext: JobContext): JobTable => ({
  settlePayments: {
    schedule: '* * * * *',
    run: async () => {
      await settleInTurn([await unsureOf(jobContext)], (payment) => reconcile(jobContext, payment))
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
  // A payout is told of once; what is in it may only be known hours later.
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
  // What takes days is also asked about where no event comes.
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

/** A processor sends an event again for some days; whoever is older is not believed anyway. */
const eventsKept = days(30)

/** What was begun on the processor's page is asked about also where no event came. */
async function settlePages(jobContext: JobContext) {
  const waiting = await store.listOnPages(jobContext.read, before(jobContext.clock(), overdue))
  // One processor that is away holds up no other.
  const turns = hostedProcessors.map((name) => waiting.filter(({ processor }) => processor === name))
  await settleInTurn(turns, (payment) => reconcilePage(jobContext, payment))
}

/** Asks of each in the same way, processor by processor; false is no answer. One that cannot be settled holds up no other. */
async function settleInTurn(turns: PaymentRow[][], settleOne: (payment: PaymentRow) => Promise<boolean>) {
  const end = performance.now() + longest
  const faults: unknown[] = []
  for (const waiting of turns) {
    let unanswered = 0
    for (const payment of waiting) {
      const isAnswered = await settleOne(payment).catch((error: unknown) => {
        faults.push(error)
        return true
      })
      if (!isAnswered) unanswered += 1
      if (unanswered >= enough || performance.now() > end) break
    }
  }
  // The job fails by it, which is what the log tells.
  if (faults.length > 0) throw faults[0]
}

/** Refunds of which the processor has said nothing. */
async function settleRefunds(jobContext: JobContext) {
  const { read, ports, clock } = jobContext
  const waiting = await reversals.listSending(read, before(clock(), overdue))
  await askInTurn(waiting, async ({ refund: { id: key, amount }, payment }) => {
    const hosted = await findConnectedOf(read, ports, payment)
    if (!payment.processorReference || !hosted) return
    const sent = { key, paymentId: payment.id, reference: payment.processorReference, amount }
    const askedAt = clock()
    const told = await hosted.pages.findReversals(hosted.connection, sent.reference)
    // What it has never heard of was not sent, and is sent by the same key.
    if (!told?.refunds.some((refund) => refund.key === key)) return sendRefund(jobContext, sent, hosted)
    await jobContext.transaction((ctx) => settleReversals(ctx, payment.id, { ...told, askedAt }))
  })
}

async function followPayouts(jobContext: JobContext) {
  const faults: unknown[] = []
  for (const hosted of await listConnected(jobContext.read, jobContext.ports)) {
    // One processor that is away holds up no other; it is asked again in an hour.
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

/** Asks of each, until the processor seems to be down or a minute is over. */
async function askInTurn<T>(things: readonly T[], ask: (thing: T) => Promise<void>) {
  const end = performance.now() + longest
  let unanswered = 0
  for (const thing of things) {
    await ask(thing).catch(() => {
      unanswered += 1
    })
    if (unanswered >= enough || performance.now() > end) return
  }
}

/** Those whose answer is overdue, and after them those that were given up within the hour. */
const unsureOf = async ({ read, ports: { processor }, clock }: JobContext) => [
  ...(await store.listChecking(read, processor.name, before(clock(), overdue))),
  ...(await store.listGivenUp(read, processor.name, before(clock(), hours(1)))),
]

/** Asks the processor about a payment whose answer was lost, and settles it. False: it could not tell. */
async function reconcile(jobContext: JobContext, payment: PaymentRow) {
  const found = await findCharge(jobContext.ports.processor, payment.id)
  if (found?.status === 'unknown') return false
  const ending = found ?? (await giveUp(jobContext, payment))
  if (ending === null) return true
  await jobContext.transaction(async (ctx) => {
    const { payment: settled, isFirstNews } = await settle(ctx, payment.id, ending)
    if (isFirstNews) await tellNews(ctx, settled)
  })
  return true
}

/** A charge that the processor has not seen by then was never sent: its connection is long closed. */
const grace = minutes(5)
/** A clock that jumps or a machine that slept makes one look too early: a second one is asked for. */
const secondLook = minutes(1)
const neverSent = "The payment did not reach the bank. You haven't been charged, and can pay again."

/** What to say of a charge that the processor does not know; null while it may still be on its way. */
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
