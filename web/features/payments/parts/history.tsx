import { Clock, ReceiptText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatPounds } from '#contract/kit/money.ts'
import { payments as contract, hasReceipt, methodNames, type Payment } from '#contract/payments/payments.ts'
import { dateTimeText, shortDateText } from '#web/platform/clock.ts'
import { useDeepLinkTarget } from '#web/platform/deep-link-target.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { NotFoundNotice } from '#web/ui/data/deep-link-target.tsx'
import { type Column, Table } from '#web/ui/data/table.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { usePayments } from '../hooks.ts'
import { Receipt } from './receipt.tsx'

export const PaymentHistory = () => {
  const payments = usePayments()
  const [shown, setShown] = useState<Payment | null>(null)
  const {
    thing: target,
    isGone,
    name,
  } = useDeepLinkTarget('payment', { things: payments, from: contract.list })
  const receipt = shown ?? (target && hasReceipt(target) ? target : null)
  const close = () => {
    setShown(null)
    if (receipt === target) name(null)
  }
  return (
    <section aria-labelledby="payment-history" className="grid gap-3">
      <h2 id="payment-history" className="text-section">
        Payment History
      </h2>
      {isGone && <NotFoundNotice thing="payment">What you've paid is listed here.</NotFoundNotice>}
      <Card padded={false}>
        {payments.length === 0 ? (
          <Empty title="No payments yet">Your payments and receipts will appear here.</Empty>
        ) : (
          <Table
            caption="Payment History"
            columns={columnsWith(setShown)}
            rows={payments}
            rowKey={({ id }) => id}
            target={target?.id}
          />
        )}
      </Card>
      <Dialog open={receipt !== null} onOpenChange={close} title="Receipt">
        {receipt && <Receipt payment={receipt} />}
      </Dialog>
    </section>
  )
}

const columnsWith = (onReceipt: (payment: Payment) => void): Column<Payment>[] => [
  { header: 'Title', cell: ({ title }) => <span className="font-semibold">{title}</span> },
  {
    header: 'Description',
    cell: ({ description, status, reason, refundedAmount }) => (
      <span className="grid gap-0.5 stacked:text-right">
        {description}
        {status !== 'completed' && reason && <span className="text-sm text-ink-soft">{reason}</span>}
        {status === 'completed' && refundedAmount > 0 && (
          <span className="text-sm text-ink-soft">{formatPounds(refundedAmount)} of this was refunded.</span>
        )}
      </span>
    ),
  },
  { header: 'Method', cell: ({ paymentMethod }) => methodNames[paymentMethod] },
  {
    header: 'Date',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt.toISOString()} title={dateTimeText(createdAt)} className="whitespace-nowrap">
        {shortDateText(createdAt)}
      </time>
    ),
  },
  { header: 'Amount', align: 'end', cell: ({ amount }) => formatPounds(amount) },
  { header: 'Status', cell: ({ status }) => paymentBadges[status] },
  {
    header: 'Receipt',
    hideHeader: true,
    cell: (payment) =>
      hasReceipt(payment) && (
        <Button
          size="small"
          variant="ghost"
          className="stacked:-ml-3"
          icon={<ReceiptText />}
          aria-label={`Receipt ${payment.receiptNumber}`}
          onClick={() => onReceipt(payment)}
        >
          Receipt
        </Button>
      ),
  },
]

export const paymentBadges: Record<Payment['status'], ReactNode> = {
  completed: <Badge tone="ok">Completed</Badge>,
  open: <Badge tone="neutral">Not finished</Badge>,
  checking: (
    <Badge tone="info" icon={<Clock />}>
      Checking
    </Badge>
  ),
  declined: <Badge tone="stop">Declined</Badge>,
  failed: <Badge tone="warn">Failed</Badge>,
  refund_due: <Badge tone="warn">Refund due</Badge>,
  refunding: (
    <Badge tone="info" icon={<Clock />}>
      Refund on its way
    </Badge>
  ),
  disputed: <Badge tone="warn">Disputed</Badge>,
  charged_back: <Badge tone="stop">Charged back</Badge>,
  refunded: <Badge tone="info">Refunded</Badge>,
}
