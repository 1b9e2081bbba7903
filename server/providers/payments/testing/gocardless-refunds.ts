import { found, newId, type Reply, refusal, refuseUnknown } from './gocardless-replies.ts'

export interface BankPayment {
  id: string
  amount: number
  amount_refunded: number
  currency: string
  status: 'submitted' | 'confirmed' | 'paid_out' | 'failed' | 'cancelled' | 'charged_back'
  created_at: string
  scheme: string
  metadata: Record<string, string>
}

export interface BankRefund {
  id: string
  amount: number
  status: 'created' | 'submitted' | 'paid' | 'cancelled' | 'bounced'
  metadata: Record<string, string>
  links: { payment: string }
}

type WantedRefund = Pick<BankRefund, 'amount' | 'links' | 'metadata'> & { total_amount_confirmation: number }

interface Wanted {
  state: { payments: Map<string, BankPayment>; mayRefund: boolean }
}

interface Received {
  body: Record<string, unknown>
  query: URLSearchParams
}

/** Refunds and chargebacks of the GoCardless stand-in. A test does what someone would in a dashboard. */
export function openBankRefunds({ state }: Wanted) {
  const refunds: BankRefund[] = []
  const balance = { isTooLow: false }

  /** Refunds a payment, as someone at the firm or the portal. */
  const refund = (
    payment: BankPayment,
    { amount = payment.amount, metadata = {} }: Partial<BankRefund> = {},
  ) => {
    const made: BankRefund = {
      id: newId('RF'),
      amount,
      status: 'created',
      metadata,
      links: { payment: payment.id },
    }
    payment.amount_refunded += amount
    refunds.push(made)
    return made
  }

  const create = (order: WantedRefund): Reply => {
    const unknown = refuseUnknown(order, ['amount', 'total_amount_confirmation', 'metadata', 'links'])
    if (unknown) return unknown
    if (!state.mayRefund) return refusal(403, 'invalid_api_usage', 'forbidden')
    if (balance.isTooLow) return refusal(422, 'validation_failed', 'available_refund_amount_insufficient')
    const { amount, links, metadata, total_amount_confirmation: total } = order
    const payment = state.payments.get(links.payment)
    if (!payment || total !== payment.amount_refunded + amount)
      return refusal(422, 'validation_failed', 'total_amount_confirmation_invalid')
    return { status: 201, body: { refunds: refund(payment, { amount, metadata }) } }
  }

  const replyTo = (question: string, { body, query }: Received): Reply | null => {
    if (question === 'POST /refunds') return create(body.refunds as WantedRefund)
    if (question === 'GET /refunds') {
      const those = refunds.filter(({ links }) => links.payment === query.get('payment'))
      return { status: 200, body: { refunds: those, meta: {} } }
    }
    const [, id] = /^GET \/refunds\/(\w+)$/.exec(question) ?? []
    return id
      ? found(
          'refunds',
          refunds.find((made) => made.id === id),
        )
      : null
  }

  return { refunds, balance, refund, replyTo }
}
