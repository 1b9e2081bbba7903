import { london } from '#contract/kit/london.ts'
import { formatPounds } from '#contract/kit/money.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import { hasReceipt, methodNames, type PaymentId, sinceReceipt } from '#contract/payments/payments.ts'
import { testProcessors } from '#contract/payments/processor.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import type { Client, Ctx, FileAnswer } from '#server/platform/ctx.ts'
import { pdfResponse } from '#server/platform/pdf/document.ts'
import type { PdfContent } from '#server/platform/pdf/layout.ts'
import type { PaymentRow } from '../store.ts'
import * as store from '../store.ts'

export async function showReceipt(
  { db, actor, ports }: Ctx<Client>,
  { id }: { id: PaymentId },
): Promise<FileAnswer> {
  const payment = await store.get(db, actor.id, id)
  if (!hasReceipt(payment))
    throw new Problem('conflict', 'There is a receipt once the payment has gone through.', {
      reason: 'not_paid',
    })
  const [firm, payer] = [await findFirm(db), await getAccount(db, actor.id)]
  const paper = await ports.drawing.draw({ letterhead: firm, ...contentOf(payment, payer) })
  return pdfResponse(paper, { filename: `Receipt ${payment.receiptNumber}.pdf` })
}

interface Payer {
  firstName: string
  lastName: string
  email: string
}

const contentOf = (payment: PaymentRow, payer: Payer): Omit<PdfContent, 'letterhead'> => ({
  title: 'Receipt',
  lead: payment.receiptNumber ?? '',
  blocks: [
    ...(isTest(payment) ? [{ kind: 'notice', text: noMoney } as const] : []),
    {
      kind: 'rows',
      rows: [
        { name: 'Receipt number', value: payment.receiptNumber ?? '' },
        { name: 'Date', value: dateText.format(payment.completedAt ?? payment.createdAt) },
        { name: 'Received from', value: `${fullName(payer)}\n${payer.email}` },
        { name: 'For', value: `${payment.title}\n${payment.description}` },
        { name: 'Paid by', value: methodNames[payment.paymentMethod] },
        { name: 'Paid into', value: accountWords[payment.account] },
        { name: 'Reference', value: payment.processorReference ?? payment.id },
        { name: 'Of which VAT', value: formatPounds(payment.vat) },
        { name: 'Amount received', value: formatPounds(payment.amount), strong: true },
        ...sinceReceipt(payment),
      ],
    },
    { kind: 'paragraph', text: noteOf(payment), look: 'soft' },
    { kind: 'paragraph', text: staysSame, look: 'soft' },
  ],
})

const isTest = ({ processor }: PaymentRow) => testProcessors.includes(processor)
const noMoney = 'Test payment: no money has moved.'
const accountWords = { client: 'Client account', office: 'Office account' }
const accountNotes = {
  client:
    'We hold this money for you in our client account, apart from our own, until it is spent on your case or billed to you.',
  office: 'This payment went into our office account.',
}
const noInvoice = 'This is a receipt, not a VAT invoice.'
/** Does not say that money is held if none has moved, or if it has been refunded or is disputed. */
const noteOf = (payment: PaymentRow) =>
  payment.status === 'completed' && !isTest(payment)
    ? `${accountNotes[payment.account]} ${noInvoice}`
    : noInvoice
const staysSame =
  "We'll never change our bank details by email. If you're told otherwise, don't pay, and call us on the number above."

const dateText = new Intl.DateTimeFormat('en-GB', {
  ...london,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const year = new Intl.DateTimeFormat('en-GB', { ...london, year: 'numeric' })
export const yearOf = (time: Date) => year.format(time)

/**
 * Builds a receipt number: 2026, 123 → `REC-2026-000123`. Without the firm's initials, which begin a case's reference:
 * a client who reads one on the telephone would be asked which it is.
 */
export const receiptNumberOf = (time: Date, number: number) =>
  `REC-${yearOf(time)}-${String(number).padStart(6, '0')}`
