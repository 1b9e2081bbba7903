import { useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { formatPounds } from '#contract/kit/money.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { type Payout, type PayoutLine, payouts } from '#contract/payments/payouts.ts'
import { providerNames } from '#contract/payments/processor.ts'
import { counted, dateText, shortDateText } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { Button, ButtonAnchor } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { type Column, Table } from '#web/ui/data/table.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** What the payment processor has paid out to the firm's bank, to the penny, and any differences. */
export const PayoutsPage = () => (
  <Page
    title="Payouts"
    lead="What Stripe and GoCardless have paid into your bank, and the payments, refunds and fees in each payout. Fees are taken from the payout: pay clients' money into the client account whole, and bear the fees from the office account."
  >
    <AsyncBoundary skeleton={<SkeletonCard rows={4} />}>
      <Payouts />
    </AsyncBoundary>
  </Page>
)

const Payouts = () => {
  const { data } = useSuspenseQuery(query(payouts.list, {}))
  const [shown, setShown] = useState<Payout | null>(null)
  return (
    <>
      {data.unpaid.map(({ provider, count, amount }) => (
        <Callout
          key={provider}
          tone="warn"
          title={`${formatPounds(amount)} hasn't been paid out after 10 days`}
        >
          {counted(count, 'completed payment')} {count === 1 ? 'is' : 'are'} in no payout yet. Check your
          balance in {providerNames[provider]}.
        </Callout>
      ))}
      <Card padded={false}>
        {data.payouts.length === 0 ? (
          <Empty title="No payouts yet">
            They appear here within an hour of being made, once clients pay by Stripe or GoCardless.
          </Empty>
        ) : (
          <Table
            caption="Payouts"
            columns={columnsWith(setShown)}
            rows={data.payouts}
            rowKey={({ id }) => id}
          />
        )}
      </Card>
      {shown && (
        <Dialog
          open
          onOpenChange={() => setShown(null)}
          title={`Payout of ${formatPounds(shown.amount)}`}
          description={`${providerNames[shown.provider]} · ${dateText(shown.arrivesOn)} · ${shown.id}`}
          size="large"
        >
          <AsyncBoundary skeleton={<SkeletonCard rows={3} />}>
            <Lines payout={shown} />
          </AsyncBoundary>
        </Dialog>
      )}
    </>
  )
}

const columnsWith = (onShow: (payout: Payout) => void): Column<Payout>[] => [
  {
    header: 'Arrives',
    cell: ({ arrivesOn }) => <span className="whitespace-nowrap">{shortDateText(arrivesOn)}</span>,
  },
  { header: 'From', cell: ({ provider }) => providerNames[provider] },
  { header: 'Payments', align: 'end', cell: ({ figures }) => figures && formatPounds(figures.payments) },
  {
    header: 'Sent back',
    align: 'end',
    cell: ({ figures }) =>
      figures && (
        <span className="whitespace-nowrap">{formatPounds(figures.refunds + figures.disputes)}</span>
      ),
  },
  {
    header: 'Fees',
    align: 'end',
    cell: ({ figures }) =>
      figures && <span className="whitespace-nowrap">{formatPounds(-figures.fees)}</span>,
  },
  { header: 'Paid out', align: 'end', cell: ({ amount }) => formatPounds(amount) },
  {
    header: 'Client money',
    align: 'end',
    cell: ({ figures }) => figures && formatPounds(figures.clientMoney),
  },
  { header: 'State', cell: (payout) => <State payout={payout} /> },
  {
    header: 'Details',
    hideHeader: true,
    cell: (payout) =>
      payout.figures && (
        <Button
          size="small"
          aria-label={`Details: payout of ${formatPounds(payout.amount)}, ${dateText(payout.arrivesOn)}`}
          onClick={() => onShow(payout)}
        >
          Details
        </Button>
      ),
  },
]

const badges = {
  on_its_way: <Badge tone="info">On its way</Badge>,
  paid: <Badge tone="ok">Paid</Badge>,
  failed: <Badge tone="stop">Failed</Badge>,
  cancelled: <Badge tone="neutral">Cancelled</Badge>,
}

const State = ({ payout: { provider, status, isTest, differences, figures } }: { payout: Payout }) => (
  <span className="grid max-w-[34ch] min-w-[18ch] justify-items-start gap-1 stacked:justify-items-end stacked:text-right">
    <span className="flex flex-wrap gap-1.5 stacked:justify-end">
      {badges[status]}
      {isTest && <Badge tone="neutral">Test</Badge>}
    </span>
    {differences.map((words) => (
      <span key={words} className="text-sm wrap-anywhere text-warn">
        {words}
      </span>
    ))}
    {figures === null && differences.length === 0 && (
      <span className="text-sm text-ink-soft">
        {providerNames[provider]} hasn't listed what is in it yet.
      </span>
    )}
  </span>
)

const Lines = ({ payout }: { payout: Payout }) => {
  const { data } = useSuspenseQuery(query(payouts.lines, { id: payout.id }))
  return (
    <div className="grid gap-4">
      {payout.figures && <Sum figures={payout.figures} name={providerNames[payout.provider]} />}
      <Table caption="Lines" columns={lineColumns} rows={data} rowKey={({ id }) => id} />
      <div className="flex justify-end">
        <ButtonAnchor href={urlOf(payouts.file, { id: payout.id })} download icon={<Download />}>
          Download CSV
        </ButtonAnchor>
      </div>
    </div>
  )
}

const Sum = ({ figures, name: from }: { figures: NonNullable<Payout['figures']>; name: string }) => (
  <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
    {[
      { name: 'Payments', pence: figures.payments },
      { name: 'Refunds', pence: figures.refunds },
      { name: 'Disputes', pence: figures.disputes },
      { name: 'Other movements', pence: figures.other },
      { name: `Fees of ${from}`, pence: -figures.fees },
      { name: 'Net total', pence: figures.net },
      { name: 'Client money, before fees', pence: figures.clientMoney },
    ].map(({ name, pence }) => (
      <div key={name} className="flex justify-between gap-4 border-b border-line py-1">
        <dt className="text-ink-soft">{name}</dt>
        <dd className="figures font-semibold">{formatPounds(pence)}</dd>
      </div>
    ))}
  </dl>
)

const kindNames: Record<PayoutLine['kind'], string> = {
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  fee: 'Fee',
  other: 'Other',
}
const accountNames = { client: 'Client account', office: 'Office account' }

const lineColumns: Column<PayoutLine>[] = [
  { header: 'Kind', cell: ({ kind }) => kindNames[kind] },
  {
    header: 'Payment',
    cell: ({ payment, reference }) => (
      <span className="grid gap-0.5 stacked:text-right">
        {payment ? (
          [payment.client, payment.title].filter(Boolean).join(': ')
        ) : (
          <span className="wrap-anywhere">{reference}</span>
        )}
        {payment && (
          <span className="text-sm text-ink-soft">
            {[payment.receiptNumber, accountNames[payment.account]].filter(Boolean).join(' · ')}
          </span>
        )}
      </span>
    ),
  },
  { header: 'Amount', align: 'end', cell: ({ gross }) => formatPounds(gross) },
  { header: 'Fee', align: 'end', cell: ({ fee }) => formatPounds(fee) },
  { header: 'Net', align: 'end', cell: ({ net }) => formatPounds(net) },
]
