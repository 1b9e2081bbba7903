import { z } from 'zod'
import { day, file, read } from '../kit/endpoint.ts'
import { formatPounds } from '../kit/money.ts'
import { Payment, PaymentId } from './payments.ts'
import { PaymentProvider, providerNames } from './processor.ts'

/** The processor's id of the payout. */
const PayoutId = z.string().regex(/^\w{1,100}$/, 'Please check this')

const pence = z.number().int()

/** One movement of the firm's balance at the processor that is part of a payout. */
export const PayoutLine = z.strictObject({
  id: z.string(),
  /** `fee`: charges of the processor that belong to no payment. `other`: anything else, such as a reserve. */
  kind: z.enum(['payment', 'refund', 'dispute', 'fee', 'other']),
  /** In pence, before the fee. Negative for money that went out. */
  gross: pence,
  fee: pence,
  net: pence,
  /** The processor's id of the payment or other object. */
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

/** A payout by the processor to the firm's bank account. */
export const Payout = z.strictObject({
  id: PayoutId,
  provider: PaymentProvider,
  status: z.enum(['on_its_way', 'paid', 'failed', 'cancelled']),
  /** The amount that reaches the bank, in pence. */
  amount: pence,
  arrivesOn: day,
  /** No money moves. */
  isTest: z.boolean(),
  /** In pence. Null until the processor has listed the payout's lines. */
  figures: z
    .strictObject({
      payments: pence,
      refunds: pence,
      disputes: pence,
      other: pence,
      fees: pence,
      net: pence,
      /** Client money in full, because no fee may be taken from it. */
      clientMoney: pence,
    })
    .nullable(),
  /** Sentences about figures that do not add up. */
  differences: z.array(z.string()),
})
export type Payout = z.infer<typeof Payout>

const rights = { audience: 'firm', action: 'payouts.read' } as const

export const payouts = {
  list: read('/api/firm/payouts', {
    output: z.strictObject({
      payouts: z.array(Payout),
      /**
       * Completed payments that should have been paid out by now, in pence, by provider. Providers without any are left
       * out.
       */
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

/** Returns gross, fees and net to the penny. No fee is deducted from client money. */
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

/** Returns sentences on what a cashier has to check. Empty if everything adds up. */
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
