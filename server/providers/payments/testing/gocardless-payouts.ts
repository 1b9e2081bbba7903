import { found, newId, type Reply, refusal } from './gocardless-replies.ts'

type ItemType =
  | 'payment_paid_out'
  | 'payment_charged_back'
  | 'refund'
  | 'gocardless_fee'
  | 'surcharge_fee'
  | 'revenue_share'

interface BankPayoutItem {
  type: ItemType
  /** In pence, to one decimal place. Outgoing amounts are negative. */
  amount: string
  taxes: { amount: string; currency: string; tax_rate_id: string }[]
  links: { payment?: string }
}

export interface BankPayout {
  id: string
  amount: number
  arrival_date: string
  created_at: string
  currency: string
  deducted_fees: number
  payout_type: 'merchant' | 'partner'
  reference: string
  status: 'pending' | 'paid' | 'bounced'
  links: { creditor: string; creditor_bank_account: string }
}

interface Moved {
  type: ItemType
  /** In pence. A fee may have half a penny or so. */
  amount: number
  payment?: { id: string }
  /** In pence. */
  tax?: number
}

/** Payouts of the GoCardless stand-in, with the items in them, a few per page. */
export function openBankPayouts({ clock }: { clock: () => Date }) {
  const payouts: BankPayout[] = []
  const items = new Map<string, BankPayoutItem[]>()
  const onPage = 3

  /** Pays these out: their sum, rounded to a penny, or `amount`. */
  const payOut = (moved: Moved[], { amount }: { amount?: number } = {}) => {
    const sum = moved.reduce((total, item) => total + item.amount, 0)
    const at = clock().toISOString()
    const payout: BankPayout = {
      id: newId('PO'),
      amount: amount ?? Math.round(sum),
      arrival_date: at.slice(0, 10),
      created_at: at,
      currency: 'GBP',
      deducted_fees: 0,
      payout_type: 'merchant',
      reference: 'HARTLEY-1',
      status: 'paid',
      links: { creditor: 'CR1', creditor_bank_account: 'BA1' },
    }
    payouts.unshift(payout)
    items.set(
      payout.id,
      moved.map(({ type, amount: pence, payment, tax }) => ({
        type,
        amount: pence.toFixed(1),
        taxes:
          tax === undefined ? [] : [{ amount: tax.toFixed(1), currency: 'GBP', tax_rate_id: 'GB_VAT_1' }],
        links: payment ? { payment: payment.id } : {},
      })),
    )
    return payout
  }

  const itemsOn = (query: URLSearchParams): Reply => {
    const all = items.get(query.get('payout') ?? '')
    if (!all) return refusal(422, 'validation_failed', 'payout_not_found')
    const from = Number(query.get('after') ?? 0)
    const after = from + onPage < all.length ? String(from + onPage) : null
    return {
      status: 200,
      body: {
        payout_items: all.slice(from, from + onPage),
        meta: { cursors: { before: null, after }, limit: onPage },
      },
    }
  }

  return {
    payOut,
    /** Returns null for other requests. */
    replyTo: (question: string, query: URLSearchParams): Reply | null => {
      if (question === 'GET /payout_items') return itemsOn(query)
      if (question === 'GET /payouts') {
        const since = query.get('created_at[gte]') ?? ''
        const shown = payouts.filter(({ created_at: at }) => at >= since)
        return { status: 200, body: { payouts: shown, meta: { cursors: { before: null, after: null } } } }
      }
      const [, id] = /^GET \/payouts\/(\w+)$/.exec(question) ?? []
      return id
        ? found(
            'payouts',
            payouts.find((payout) => payout.id === id),
          )
        : null
    },
  }
}
