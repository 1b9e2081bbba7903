import { useSuspenseQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { formatPounds } from '#contract/kit/money.ts'
import { fullName } from '#contract/kit/names.ts'
import { clientPath } from '#contract/kit/pages.ts'
import { type FirmPayment, payments } from '#contract/payments/payments.ts'
import { dateText } from '#web/platform/clock.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { type Column, Table } from '#web/ui/data/table.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

/** Money that was taken twice: sent back by a person, at the processor; here it is written down. */
export const RefundsPage = () => (
  <Page
    title="Refunds"
    lead="These payments were taken twice. Refund them through your payment processor, then mark them here and we'll tell the client."
  >
    <AsyncBoundary skeleton={<SkeletonCard rows={3} />}>
      <Refunds />
    </AsyncBoundary>
  </Page>
)

const Refunds = () => {
  const { data } = useSuspenseQuery(query(payments.refunds, {}))
  return (
    <Card padded={false}>
      {data.length === 0 ? (
        <Empty title="No refunds due">Payments that were taken twice appear here.</Empty>
      ) : (
        <Table caption="Refunds" columns={columns} rows={data} rowKey={({ id }) => id} />
      )}
    </Card>
  )
}

const columns: Column<FirmPayment>[] = [
  {
    header: 'Client',
    cell: ({ client }) => <ClientName client={client} />,
  },
  { header: 'For', cell: ({ title }) => title },
  { header: 'Taken on', cell: ({ createdAt }) => dateText(createdAt) },
  {
    header: 'Processor reference',
    cell: ({ processorReference }) => <span className="wrap-anywhere">{processorReference ?? 'None'}</span>,
  },
  { header: 'Amount', align: 'end', cell: ({ amount }) => formatPounds(amount) },
  { header: 'State', cell: (payment) => <State payment={payment} /> },
]

/** Whoever looks after money alone has no page of the client to go to. */
const ClientName = ({ client }: Pick<FirmPayment, 'client'>) =>
  useMay()('clients.read') ? (
    <TextLink to={clientPath(client.id)}>{fullName(client)}</TextLink>
  ) : (
    fullName(client)
  )

const State = ({ payment }: { payment: FirmPayment }) => {
  const { status, refundedBy, refundedAt } = payment
  const mayDo = useMay()
  if (status !== 'refunded')
    return mayDo('payments.refund') ? <Refund payment={payment} /> : <Badge tone="warn">Refund due</Badge>
  return (
    <span className="grid justify-items-start gap-1 stacked:justify-items-end">
      <Badge tone="info">Refunded</Badge>
      <span className="text-sm text-ink-soft">
        {refundedBy}
        {refundedAt && `, ${dateText(refundedAt)}`}
      </span>
    </span>
  )
}

const Refund = ({ payment }: { payment: FirmPayment }) => {
  const [isAsking, setAsking] = useState(false)
  const refund = useCommand(payments.refund, { refreshes: [payments.refunds, payments.ofClient] })
  const amount = formatPounds(payment.amount)
  const confirm = () =>
    refund.mutate(
      { id: payment.id },
      {
        onSuccess: () =>
          toast({ title: 'Refund recorded', description: 'The client has been told.', variant: 'success' }),
        onError: ({ message }) => toast({ title: 'Not recorded', description: message, variant: 'error' }),
        onSettled: () => setAsking(false),
      },
    )
  return (
    <Confirm
      open={isAsking}
      onOpenChange={setAsking}
      trigger={
        <Button
          size="small"
          icon={<Check />}
          aria-label={`Refunded: ${amount} to ${fullName(payment.client)}`}
        >
          Refunded
        </Button>
      }
      title={`Has ${amount} been sent back?`}
      description={`${fullName(payment.client)} will be told the money is on its way. Your name and the time will be recorded.`}
      confirmLabel="Yes, it was sent"
      busy={refund.isPending}
      onConfirm={confirm}
    />
  )
}
