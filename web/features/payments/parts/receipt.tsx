import { Download } from 'lucide-react'
import { formatPounds } from '#contract/kit/money.ts'
import { fullName } from '#contract/kit/names.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { methodNames, type Payment, payments, sinceReceipt } from '#contract/payments/payments.ts'
import { dateText } from '#web/platform/clock.ts'
import { useFirm } from '#web/platform/firm.ts'
import { useCurrentUser } from '#web/platform/session.ts'
import { ButtonAnchor } from '#web/ui/actions/button.tsx'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { PrintButton } from '#web/ui/layout/print.tsx'
import './receipt.css'

/** A receipt to read, print and keep. Printing leaves out the rest of the page. */
export const Receipt = ({ payment }: { payment: Payment }) => {
  const firm = useFirm()
  const { user } = useCurrentUser()
  const payer = user && fullName(user)
  return (
    <div className="grid gap-5">
      <div data-print="alone" className="grid gap-4 rounded-xl border border-line bg-paper p-5">
        <header className="grid gap-0.5">
          <p className="serif text-section font-medium">{firm.name}</p>
          {firm.postalAddress && <p className="text-sm text-ink-soft">{firm.postalAddress}</p>}
          {firm.vatNumber && <p className="text-sm text-ink-soft">VAT number {firm.vatNumber}</p>}
        </header>
        <hr className="border-line" />
        <p className="serif hidden text-title print:block">Receipt</p>
        <DescriptionList facts={factsOf(payment, payer)} />
        <p className="flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <span className="font-semibold">Amount received</span>
          <span className="figures text-section font-semibold">{formatPounds(payment.amount)}</span>
        </p>
        <p className="text-sm text-ink-soft">
          {payment.isTest ? 'Test payment: no money has moved.' : noteOf(payment)}
        </p>
      </div>
      <div className="flex flex-wrap justify-end gap-2.5">
        <PrintButton />
        <ButtonAnchor href={urlOf(payments.receipt, { id: payment.id })} download icon={<Download />}>
          Download PDF
        </ButtonAnchor>
      </div>
    </div>
  )
}

const factsOf = (payment: Payment, payer: string | null | undefined) => [
  { name: 'Receipt', value: payment.receiptNumber },
  { name: 'Date', value: dateText(payment.completedAt ?? payment.createdAt) },
  ...(payer ? [{ name: 'Received from', value: payer }] : []),
  { name: 'For', value: payment.title },
  { name: 'Method', value: methodNames[payment.paymentMethod] },
  { name: 'Paid into', value: payment.account === 'client' ? 'Client account' : 'Office account' },
  { name: 'Of which VAT', value: formatPounds(payment.vat) },
  ...sinceReceipt(payment),
]

const accountNotes = {
  client: "We hold this money for you until it's spent on your case or billed to you.",
  office: 'This is a receipt, not a VAT invoice.',
}
/** Never says that the firm holds money that was refunded or is disputed. */
const noteOf = ({ status, account }: Payment) =>
  status === 'completed' ? accountNotes[account] : accountNotes.office
