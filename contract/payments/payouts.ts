import { z } from 'zod'
import { day, file, read } from '../kit/endpoint.ts'
import { formatPounds } from '../kit/money.ts'
import { Payment, PaymentId } from './payments.ts'
import { PaymentProvider, providerNames } from './processor.ts'

/** By which the processor knows it. */
const PayoutId = z.string().regex(/^\w{1,100}$/, 'Please check this')

const pence = z.number().int()

/** One movement of the firm's balance at the processor that a payout is made of. */
export const PayoutLine = z.strictObject({
  id: z.string(),
  /** `fee`: the processor's own charges beside those of a payment; `other`: what is none of these, such as a reserve. */
  kind: z.enum(['payment', 'refund', 'dispute', 'fee', 'other']),
  /** In pence, before the fee; less than nothing of what went out. */
  gross: pence,
  fee: pence,
  net: pence,
  /** By which the processor knows the payment, or what else it is about. */
  reference: z.string().nullable(),
  /** The payment of the portal that it belongs to. */
  payment: Payment.pick({
    id: true,
    title: true,
    amount: true,
    account: true,
    status: true,
    receiptNumber: true,
  })
    .extend({ id: PaymentId, client: z.string() })
    .nullable(),
})
export type PayoutLine = z.infer<typeof PayoutLine>

/** What the processor has paid out to the firm's bank. */
export const Payout = z.strictObject({
  id: PayoutId,
  provider: PaymentProvider,
  status: z.enum(['on_its_way', 'paid', 'failed', 'cancelled']),
  /** In pence: what reaches the bank. */
  amount: pence,
  arrivesOn: day,
  /** No money moves. */
  isTest: z.boolean(),
  /** In pence; null while the processor has not said what it is made of. */
  figures: z
    .strictObject({
      payments: pence,
      refunds: pence,
      disputes: pence,
      other: pence,
      fees: pence,
      net: pence,
      /** What of it is clients' money, whole: no fee is taken from it. */
      clientMoney: pence,
    })
    .nullable(),
  /** What does not add up, in sentences. */
  differences: z.array(z.string()),
})
export type Payout = z.infer<typeof Payout>

const rights = { audience: 'firm', action: 'payouts.read' } as const

export const payouts = {
  list: read('/api/firm/payouts', {
    output: z.strictObject({
      payouts: z.array(Payout),
      /** Completed payments that should have been paid out by now, in pence, of each provider that has some. */
      unpaid: z.array(z.strictObject({ provider: PaymentProvider, count: z.number().int(), amount: pence })),
    }),
    ...rights,
    summary: 'What the payment processors have paid out, newest first, and what of it does not add up',
  }),
  lines: read('/api/firm/payouts/:id', {
    input: z.strictObject({ id: PayoutId }),
    output: z.array(PayoutLine),
    ...rights,
    summary: 'What a payout is made of',
  }),
  file: file('/api/firm/payouts/:id/file.csv', {
    input: z.strictObject({ id: PayoutId }),
    ...rights,
    summary: 'What a payout is made of as a CSV file that no spreadsheet executes',
  }),
}

const sumOf = (lines: readonly PayoutLine[], figure: 'gross' | 'fee' | 'net' = 'gross') =>
  lines.reduce((sum, line) => sum + line[figure], 0)

/** Gross, fees and net to the penny; client money is never lessened by a fee. */
export const figuresOf = (lines: readonly PayoutLine[]): NonNullable<Payout['figures']> => {
  const of = (...kinds: PayoutLine['kind'][]) => lines.filter(({ kind }) => kinds.includes(kind))
  return {
    payments: sumOf(of('payment')),
    refunds: sumOf(of('refund')),
    disputes: sumOf(of('dispute')),
    other: sumOf(of('other')),
    fees: sumOf(lines, 'fee') - sumOf(of('fee')),
    net: sumOf(lines, 'net'),
    clientMoney: sumOf(lines.filter(({ kind, payment }) => kind !== 'fee' && payment?.account === 'client')),
  }
}

/** What a cashier has to look at, in sentences; none where everything adds up. */
export function differencesIn(
  { amount, status, provider }: Pick<Payout, 'amount' | 'status' | 'provider'>,
  lines: readonly PayoutLine[],
): string[] {
  const missing = sumOf(lines, 'net') - amount
  const name = providerNames[provider]
  return [
    ...(status === 'failed' ? [`The bank sent it back. Check your bank details in ${name}.`] : []),
    ...(missing === 0
      ? []
      : [
          `${name} paid out ${formatPounds(Math.abs(missing))} ${missing > 0 ? 'less' : 'more'} than its lines add up to.`,
        ]),
    ...lines.flatMap(differenceIn),
  ]
}

const lineNames: Record<PayoutLine['kind'], string> = {
  payment: 'A payment',
  refund: 'A refund',
  dispute: 'A disputed amount',
  fee: 'A fee',
  other: 'A movement',
}

function differenceIn({ kind, gross, reference, payment }: PayoutLine): string[] {
  if (kind === 'fee') return []
  const name = `${lineNames[kind]} of ${formatPounds(Math.abs(gross))} (${reference ?? 'no reference'})`
  if (payment === null) return [`${name} is not from this portal.`]
  if (kind !== 'payment') return []
  if (gross !== payment.amount) return [`${name} should have been ${formatPounds(payment.amount)}.`]
  const isTaken = payment.status !== 'checking' && payment.status !== 'open'
  return isTaken ? [] : [`${name} is not settled in the portal.`]
}
