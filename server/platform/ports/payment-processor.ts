/** Charges money. The sandbox is built in; a real processor stands behind the same port. */
export interface PaymentProcessor {
  name: string
  isSandbox: boolean
  /** The token that pays when the page names none; null where there is no such thing. */
  defaultToken: string | null
  /** How long an answer is waited for, in milliseconds; eight seconds at most. */
  timeout: number
  /**
   * Charges once for a key, whatever is sent twice: the same key answers as before.
   * Throws when the answer is not known (time-out, malformed, 5xx): then `find` tells later.
   * When the signal fires nobody listens any more, and nothing more may be sent.
   */
  charge: (charge: Charge, signal: AbortSignal) => Promise<ChargeOutcome>
  /** What became of a charge; null when the processor never saw the key. Throws when it cannot tell. */
  find: (key: string, signal: AbortSignal) => Promise<ChargeOutcome | null>
}

export interface Charge {
  key: string
  /** In pence. */
  amount: number
  currency: 'GBP'
  token: string
  method: 'card' | 'apple_pay' | 'google_pay'
}

export type ChargeOutcome =
  | { status: 'paid'; reference: string }
  | { status: 'declined'; reason: string }
  | { status: 'unknown' }
