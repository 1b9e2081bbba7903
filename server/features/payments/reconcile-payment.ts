import type { JobContext } from '#server/platform/jobs/context.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { findCharge, isRunning } from './charge-card.ts'
import { settle, tellNews } from './settle-payment.ts'
import type { PaymentRow } from './store.ts'
import * as store from './store.ts'

/** Asks the processor about a payment whose answer was lost, and settles it. False: it could not tell. */
export async function reconcile(jobContext: JobContext, payment: PaymentRow) {
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
  const { id, status, createdAt, missedAt } = payment
  const now = clock()
  const since = (time: Date) => now.getTime() - time.getTime()
  if (status !== 'checking' || since(createdAt) < grace || isRunning(ports.processor, id)) return null
  if (missedAt !== null)
    return since(missedAt) < secondLook ? null : { status: 'failed' as const, reason: neverSent }
  await transaction(({ db }) => store.update(db, id, { missedAt: now }))
  return null
}
