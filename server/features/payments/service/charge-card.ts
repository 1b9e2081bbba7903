import type { Input } from '#contract/kit/endpoint.ts'
import { invalidFields } from '#contract/kit/problem.ts'
import type { payments } from '#contract/payments/payments.ts'
import type { Charge, ChargeOutcome, PaymentProcessor } from '#server/platform/ports/providers.ts'
import { seconds } from '#server/platform/time/durations.ts'

/** A page waits at most ten seconds, and so does a portal that is shutting down. This leaves time to settle. */
const longest = seconds(8)

/** How old an unanswered payment must be before a job asks about it: by then no request is waiting for it any more. */
export const overdue = seconds(15)

export const timeoutOf = ({ timeout }: PaymentProcessor) => Math.min(timeout, longest)

// Per processor, because the keys are its own: two portals in one process do not affect each other.
const running = new WeakMap<PaymentProcessor, Set<string>>()

/** While this is true, nobody may conclude that the charge was never made: its response may still arrive here. */
export const isRunning = (processor: PaymentProcessor, key: string) =>
  running.get(processor)?.has(key) ?? false

type Settle<T> = (outcome: ChargeOutcome) => Promise<T>

/**
 * Charges and settles the response. If it is late, broken or missing, the outcome is `unknown`, because the money may
 * have moved. The key counts as running until the processor call has ended and the outcome is settled.
 */
export async function charge<T>(processor: PaymentProcessor, wanted: Charge, settle: Settle<T>): Promise<T> {
  const keys = running.get(processor) ?? new Set()
  running.set(processor, keys.add(wanted.key))
  const sent: Promise<ChargeOutcome>[] = []
  const send = (signal: AbortSignal) => {
    const answer = processor.charge(wanted, signal)
    sent.push(answer)
    return answer
  }
  try {
    return await settle(await inTime(processor, send).catch(() => ({ status: 'unknown' as const })))
  } finally {
    void Promise.allSettled(sent).then(() => keys.delete(wanted.key))
  }
}

/** Returns the outcome of a charge, or null if the processor never received it. Safe to repeat. */
export const findCharge = (processor: PaymentProcessor, key: string): Promise<ChargeOutcome | null> =>
  inTime(processor, (signal) => processor.find(key, signal)).catch(() => ({ status: 'unknown' as const }))

const inTime = <T>(processor: PaymentProcessor, work: (signal: AbortSignal) => Promise<T>) => {
  const signal = AbortSignal.timeout(timeoutOf(processor))
  const late = new Promise<never>((_, refuse) => {
    signal.addEventListener('abort', () => refuse(signal.reason), { once: true })
  })
  return Promise.race([work(signal), late])
}

type PayInput = Input<typeof payments.pay>

/**
 * Returns the page's payment token, or the processor's default if there is none. Throws `invalid` if there is neither.
 */
export const tokenOf = ({ paymentToken }: PayInput, { defaultToken }: PaymentProcessor) => {
  const token = paymentToken || defaultToken
  if (token) return token
  const words = 'Please choose how to pay'
  throw invalidFields({ paymentToken: words })
}
