import { z } from 'zod'
import type {
  HostedConnection,
  HostedPayout,
  HostedPayoutLine,
  PayoutSource,
} from '#server/platform/ports/hosted-payments.ts'
import { type Ask, bodyOf } from './gocardless-api.ts'

const Payout = z.looseObject({
  id: z.string(),
  /** In pence. */
  amount: z.number().int(),
  currency: z.string(),
  status: z.string(),
  arrival_date: z.string().nullish(),
  created_at: z.string(),
})
const onePayout = z.looseObject({ payouts: Payout })
const manyPayouts = z.looseObject({ payouts: z.array(z.looseObject({ id: z.string() })) })

/** In pence with decimals: GoCardless calculates fees in fractions of a penny. */
const fine = z.union([z.string(), z.number()]).transform(Number).pipe(z.number())
const Item = z.looseObject({
  type: z.string(),
  amount: fine,
  taxes: z.array(z.looseObject({ amount: fine })).catch([]),
  links: z
    .looseObject({
      payment: z.string().nullish(),
      mandate: z.string().nullish(),
      refund: z.string().nullish(),
    })
    .catch({}),
})
type Item = z.infer<typeof Item>
const manyItems = z.looseObject({
  payout_items: z.array(Item),
  meta: z.looseObject({ cursors: z.looseObject({ after: z.string().nullish() }).nullish() }).catch({}),
})

const atOnce = 500
/** Most items of one payout. */
const most = 10_000

/**
 * Returns the payouts of a connection. Each page is a call of its own, and `newRequester` gives it its own time limit.
 */
export const payoutsBy = (newRequester: (connection: HostedConnection) => Ask): PayoutSource => ({
  find: async (connection, payoutId) => {
    const payout = await findPayout(newRequester(connection), payoutId)
    return payout?.currency === 'GBP' ? payoutOf(payout) : null
  },
  list: async (connection, since) => {
    const wanted = new URLSearchParams({
      'created_at[gte]': since.toISOString(),
      currency: 'GBP',
      // Leaves out payouts to partners, which are fees that others owe them.
      payout_type: 'merchant',
      limit: String(atOnce),
    })
    const { payouts } = bodyOf(
      await newRequester(connection)({ path: `/payouts?${wanted.toString()}`, shape: manyPayouts }),
    )
    return payouts.map(({ id }) => id)
  },
  listLines: async (connection, payoutId) => {
    const payout = await findPayout(newRequester(connection), payoutId)
    if (!payout) throw new Error('The payout is gone.')
    const items: Item[] = []
    for (
      let after: string | null | undefined = '';
      after !== null && after !== undefined && items.length < most;
    ) {
      const wanted = new URLSearchParams({ payout: payoutId, limit: String(atOnce), ...(after && { after }) })
      const page: z.infer<typeof manyItems> = bodyOf(
        await newRequester(connection)({ path: `/payout_items?${wanted.toString()}`, shape: manyItems }),
      )
      items.push(...page.payout_items)
      after = page.meta.cursors?.after
    }
    return linesOf(payout, items)
  },
})

async function findPayout(ask: Ask, payoutId: string) {
  const answer = await ask({ path: `/payouts/${encodeURIComponent(payoutId)}`, shape: onePayout })
  if ('refusal' in answer && answer.refusal.status === 404) return null
  return bodyOf(answer).payouts
}

const statuses: Record<string, HostedPayout['status']> = { paid: 'paid', bounced: 'failed' }

const payoutOf = (payout: z.infer<typeof Payout>): HostedPayout => ({
  id: payout.id,
  amount: payout.amount,
  status: statuses[payout.status] ?? 'on_its_way',
  // GoCardless makes all payouts itself, and lists their items at once.
  isAutomatic: true,
  isComplete: true,
  arrivesOn: payout.arrival_date ?? payout.created_at.slice(0, 10),
  createdAt: new Date(payout.created_at),
})

const kinds: Record<string, HostedPayoutLine['kind']> = {
  payment_paid_out: 'payment',
  payment_failed: 'refund',
  payment_refunded: 'refund',
  refund: 'refund',
  refund_funds_returned: 'refund',
  payment_charged_back: 'dispute',
  gocardless_fee: 'fee',
  app_fee: 'fee',
  surcharge_fee: 'fee',
}

/**
 * Returns one line per item, with the fees of a payment in its line. Fees have fractions of a penny, and the payout is
 * their rounded sum. Rounding the lines one after the other makes them add up to it.
 */
export function linesOf(
  { id: payoutId, amount }: { id: string; amount: number },
  items: readonly Item[],
): HostedPayoutLine[] {
  const feeOf = feesIn(amount, items)
  const paid = new Map<string, Fine>()
  const lines: Fine[] = items
    .filter(({ type }) => kinds[type] !== 'fee')
    .map((item) => {
      const line = {
        kind: kinds[item.type] ?? 'other',
        gross: item.amount,
        fee: 0,
        reference: referenceOf(item),
      }
      if (line.kind === 'payment' && line.reference !== null) paid.set(line.reference, line)
      return line
    })
  for (const item of items.filter(({ type }) => kinds[type] === 'fee')) {
    const line = paid.get(referenceOf(item) ?? '')
    if (line) line.fee += feeOf(item)
    else lines.push({ kind: 'fee', gross: -feeOf(item), fee: 0, reference: referenceOf(item) })
  }
  return rounded(lines, amount).map((line, at) => ({ ...line, id: `${payoutId}_${at + 1}` }))
}

type Fine = Omit<HostedPayoutLine, 'id' | 'net'>

const referenceOf = ({ links }: Item) => links.payment ?? links.mandate ?? links.refund ?? null

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
const half = 0.5 + 1e-6

/**
 * Returns a function for the fee of an item with its tax. Taxes are added if only then the items add up to the payout.
 */
function feesIn(amount: number, items: readonly Item[]) {
  const plain = sumOf(items.map((item) => item.amount))
  const tax = sumOf(items.flatMap(({ taxes }) => taxes.map((itemTax) => itemTax.amount)))
  const isBeside = Math.abs(plain - amount) > half && Math.abs(plain - tax - amount) <= half
  return (item: Item) =>
    -item.amount +
    (isBeside ? sumOf(item.taxes.map((itemTax) => itemTax.amount)) * Math.sign(-item.amount) : 0)
}

/** Rounds lines to whole pence. Each running total is rounded, and the last one is the amount paid out. */
function rounded(lines: readonly Fine[], amount: number) {
  const nets = lines.map(({ gross, fee }) => gross - fee)
  const whole = sumOf(nets)
  const paid = Math.abs(whole - amount) <= half ? amount : Math.round(whole)
  let exact = 0
  let given = 0
  return lines.map((line, at) => {
    exact += nets[at] ?? 0
    const net = (at === lines.length - 1 ? paid : Math.round(exact)) - given
    given += net
    const gross = line.kind === 'fee' ? net : Math.round(line.gross)
    return { ...line, gross, fee: gross - net, net }
  })
}
