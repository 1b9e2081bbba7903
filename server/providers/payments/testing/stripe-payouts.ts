import type Stripe from 'stripe'
import { type Fields, found, listOf, newId, type Reply } from './stripe-replies.ts'

type Movement = Pick<
  Stripe.BalanceTransaction,
  | 'id'
  | 'object'
  | 'amount'
  | 'available_on'
  | 'balance_type'
  | 'created'
  | 'currency'
  | 'description'
  | 'exchange_rate'
  | 'fee'
  | 'fee_details'
  | 'net'
  | 'reporting_category'
  | 'status'
  | 'type'
> & { source: object | null }

type Payout = Pick<
  Stripe.Payout,
  | 'id'
  | 'object'
  | 'amount'
  | 'arrival_date'
  | 'automatic'
  | 'created'
  | 'currency'
  | 'description'
  | 'failure_code'
  | 'failure_message'
  | 'livemode'
  | 'metadata'
  | 'method'
  | 'reconciliation_status'
  | 'status'
  | 'type'
>

/** In pence. */
interface Moved {
  amount: number
  fee?: number
  category: 'charge' | 'refund' | 'dispute' | 'fee' | 'reserve'
  /** The charge, refund or dispute behind it. */
  source?: object
}

/** Payouts of the Stripe stand-in, with the balance movements in them. */
export function openPayouts({ now }: { now: () => number }) {
  const payouts: Payout[] = []
  const movements = new Map<string, Movement[]>()

  const movementOf = ({ amount, fee = 0, category, source }: Moved): Movement => ({
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: now(),
    balance_type: 'payments',
    created: now(),
    currency: 'gbp',
    description: null,
    exchange_rate: null,
    fee,
    fee_details: [],
    net: amount - fee,
    reporting_category: category,
    source: source ?? null,
    status: 'available',
    type: types[category],
  })

  /** Pays out these movements. `amount` if different from their sum. */
  const payOut = (
    moved: Moved[],
    {
      amount,
      isAutomatic = true,
      isListed = true,
    }: { amount?: number; isAutomatic?: boolean; isListed?: boolean } = {},
  ) => {
    const own = moved.map(movementOf)
    const sum = amount ?? own.reduce((total, { net }) => total + net, 0)
    const payout: Payout = {
      id: newId('po'),
      object: 'payout',
      amount: sum,
      arrival_date: Math.floor(now() / 86_400) * 86_400,
      automatic: isAutomatic,
      created: now(),
      currency: 'gbp',
      description: 'STRIPE PAYOUT',
      failure_code: null,
      failure_message: null,
      livemode: false,
      metadata: {},
      method: 'standard',
      reconciliation_status: isAutomatic ? (isListed ? 'completed' : 'in_progress') : 'not_applicable',
      status: 'paid',
      type: 'bank_account',
    }
    payouts.unshift(payout)
    const itself: Movement = {
      ...movementOf({ amount: -sum, category: 'fee' }),
      type: 'payout',
      reporting_category: 'payout',
    }
    movements.set(payout.id, [itself, ...own])
    return payout
  }

  return {
    payOut,
    /** Returns null for other requests. */
    replyTo: (question: string, fields: Fields): Reply | null => {
      if (question === 'GET /v1/payouts') {
        const since = Number((fields.created as Fields | undefined)?.gte ?? 0)
        return listOf(payouts.filter(({ created }) => created >= since))
      }
      if (question === 'GET /v1/balance_transactions')
        return listOf(movements.get(String(fields.payout)) ?? [])
      const [, id] = /^GET \/v1\/payouts\/(\w+)$/.exec(question) ?? []
      return id ? found(payouts.find((payout) => payout.id === id)) : null
    },
  }
}

const types: Record<Moved['category'], Movement['type']> = {
  charge: 'charge',
  refund: 'refund',
  dispute: 'adjustment',
  fee: 'stripe_fee',
  reserve: 'reserve_transaction',
}
