import { formatPounds } from '#contract/kit/money.ts'
import { fullName } from '#contract/kit/names.ts'
import type { Dispute, FirmPayment } from '#contract/payments/payments.ts'
import { ClientName } from '#web/features/accounts/hooks.tsx'
import { dateText, dateTimeText } from '#web/platform/clock.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { type Column, Table } from '#web/ui/data/table.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Card } from '#web/ui/layout/card.tsx'

export const Payer = ({ client }: Pick<FirmPayment, 'client'>) => (
  <ClientName client={{ ...client, name: fullName(client) }} />
)

/** Disputes by payers' banks, with what to do and by when. */
export const Disputes = ({ payments }: { payments: readonly FirmPayment[] }) => (
  <section aria-labelledby="disputes" className="grid gap-3">
    <h2 id="disputes" className="text-section">
      Disputed payments
    </h2>
    {payments.some(({ dispute }) => dispute?.status === 'needs_response') && (
      <Callout tone="warn" title="Answer in Stripe before the date below">
        Send Stripe your evidence: the client care letter, the request for payment and the receipt. Without an
        answer the dispute is lost. Stripe takes the amount and a fee from your balance at once: other
        clients' money mustn't cover them. Until it's decided, the payment can't be refunded or taken again.
      </Callout>
    )}
    <Card padded={false}>
      <Table caption="Disputed payments" columns={columns} rows={payments} rowKey={({ id }) => id} />
    </Card>
  </section>
)

const columns: Column<FirmPayment>[] = [
  { header: 'Client', cell: ({ client }) => <Payer client={client} /> },
  { header: 'For', cell: ({ title }) => title },
  { header: 'What the payer says', cell: ({ dispute }) => dispute?.reason ?? null },
  {
    header: 'Processor reference',
    cell: ({ processorReference }) => <span className="wrap-anywhere">{processorReference ?? 'None'}</span>,
  },
  {
    header: 'Amount',
    align: 'end',
    cell: ({ dispute, amount, account }) => (
      <span className="grid justify-items-end gap-0.5">
        {formatPounds(dispute?.amount ?? amount)}
        <span className="text-sm text-ink-soft">
          {account === 'client' ? 'Client account' : 'Office account'}
        </span>
      </span>
    ),
  },
  {
    header: 'State',
    cell: ({ dispute, account }) => dispute && <State dispute={dispute} account={account} />,
  },
]

const badges = {
  needs_response: <Badge tone="warn">Answer needed</Badge>,
  under_review: <Badge tone="info">With the bank</Badge>,
  won: <Badge tone="ok">Won</Badge>,
  lost: <Badge tone="stop">Lost</Badge>,
}

const State = ({ dispute, account }: { dispute: Dispute } & Pick<FirmPayment, 'account'>) => (
  <span className="grid max-w-[30ch] justify-items-start gap-1 stacked:justify-items-end stacked:text-right">
    {badges[dispute.status]}
    <span className="text-sm text-ink-soft">{detailOf(dispute, account)}</span>
  </span>
)

const detailOf = ({ status, respondBy, openedAt }: Dispute, account: FirmPayment['account']) => {
  if (status === 'needs_response' && respondBy !== null) return `By ${dateTimeText(respondBy)}`
  if (status === 'lost' && account === 'client') return 'Make it good in the client account'
  return `Since ${dateText(openedAt)}`
}
