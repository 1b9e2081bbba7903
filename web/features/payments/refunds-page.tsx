import { useSuspenseQuery } from '@tanstack/react-query'
import { Check, Clock, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatPounds } from '#contract/kit/money.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { type FirmPayment, payments } from '#contract/payments/payments.ts'
import { providerNames } from '#contract/payments/processor.ts'
import { dateText } from '#web/platform/clock.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { type Column, Table } from '#web/ui/data/table.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { Disputes, Payer } from './parts/disputes.tsx'

/**
 * Payments that were taken twice or came too late. The processor refunds them, or a person records a refund made
 * elsewhere.
 */
export const RefundsPage = () => (
  <Page
    title="Refunds"
    actions={useMay()('payouts.read') && <ButtonLink to={pages.payouts}>Payouts</ButtonLink>}
    lead="Payments that were taken twice or came when they were no longer needed, and payments that a bank claims back. We tell the client as soon as a refund is on its way."
  >
    <AsyncBoundary skeleton={<SkeletonCard rows={3} />}>
      <Refunds />
    </AsyncBoundary>
  </Page>
)

const Refunds = () => {
  const { data } = useSuspenseQuery(query(payments.refunds, {}))
  const { data: disputed } = useSuspenseQuery(query(payments.disputes, {}))
  return (
    <>
      {disputed.length > 0 && <Disputes payments={disputed} />}
      <section aria-labelledby="refunds" className="grid gap-3">
        <h2 id="refunds" className={disputed.length > 0 ? 'text-section' : 'sr-only'}>
          Refunds due and made
        </h2>
        <Card padded={false}>
          {data.length === 0 ? (
            <Empty title="No refunds due">
              Payments that were taken twice, came too late, or are claimed back by a bank appear here.
            </Empty>
          ) : (
            <Table caption="Refunds" columns={columns} rows={data} rowKey={({ id }) => id} />
          )}
        </Card>
      </section>
    </>
  )
}

const columns: Column<FirmPayment>[] = [
  {
    header: 'Client',
    cell: ({ client }) => <Payer client={client} />,
  },
  { header: 'For', cell: ({ title }) => title },
  { header: 'Taken on', cell: ({ createdAt }) => dateText(createdAt) },
  {
    header: 'Processor reference',
    cell: ({ processorReference }) => <span className="wrap-anywhere">{processorReference ?? 'None'}</span>,
  },
  { header: 'Amount', align: 'end', cell: (payment) => amountOf(payment) },
  { header: 'State', cell: (payment) => <State payment={payment} /> },
]

/** What is still to be refunded, beside what was taken if some of it was sent back before. */
const amountOf = ({ status, amount, refundedAmount }: FirmPayment) =>
  status === 'refunded' || refundedAmount === 0
    ? formatPounds(amount)
    : `${formatPounds(amount - refundedAmount)} of ${formatPounds(amount)}`

const State = ({ payment }: { payment: FirmPayment }) => {
  const { status, refundedBy, refundedAt, refundFailure } = payment
  const mayDo = useMay()
  if (status === 'refunded')
    return (
      <Standing badge={<Badge tone="info">Refunded</Badge>}>
        {[refundedBy ?? `In ${nameOf(payment)}`, refundedAt && dateText(refundedAt)]
          .filter(Boolean)
          .join(', ')}
      </Standing>
    )
  if (status === 'refunding')
    return (
      <Standing
        badge={
          <Badge tone="info" icon={<Clock />}>
            On its way
          </Badge>
        }
      >
        {nameOf(payment)} has not confirmed it yet. Please don't refund it again.
      </Standing>
    )
  const badge = <Badge tone="warn">{refundFailure ? 'Refund failed' : 'Refund due'}</Badge>
  if (!mayDo('payments.refund')) return <Standing badge={badge}>{refundFailure}</Standing>
  return (
    <span className="grid justify-items-start gap-2 stacked:justify-items-end">
      {refundFailure && <Standing badge={badge}>{refundFailure}</Standing>}
      {payment.isRefundedByProcessor && <SendRefund payment={payment} />}
      {(!payment.isRefundedByProcessor || refundFailure) && <RecordRefund payment={payment} />}
    </span>
  )
}

const Standing = ({ badge, children }: { badge: ReactNode; children: ReactNode }) => (
  <span className="grid max-w-[32ch] justify-items-start gap-1 stacked:justify-items-end stacked:text-right">
    {badge}
    {children && <span className="text-sm text-ink-soft">{children}</span>}
  </span>
)

/** Refunds a payment through the processor. */
const SendRefund = ({ payment }: { payment: FirmPayment }) => {
  const [isAsking, setAsking] = useState(false)
  const refund = useCommand(payments.refund, { refreshes: [payments.refunds, payments.ofClient] })
  const amount = formatPounds(payment.amount - payment.refundedAmount)
  const client = fullName(payment.client)
  const send = () =>
    refund.mutate(
      { id: payment.id },
      {
        onSuccess: (answer) => toastRefund(answer),
        onError: ({ message }) => toast({ title: 'Not refunded', description: message, variant: 'error' }),
        onSettled: () => setAsking(false),
      },
    )
  return (
    <Confirm
      open={isAsking}
      onOpenChange={setAsking}
      trigger={
        <Button size="small" icon={<Undo2 />} aria-label={`Refund ${amount} to ${client}`}>
          {payment.refundFailure ? 'Try again' : 'Refund'}
        </Button>
      }
      title={`Refund ${amount} to ${client}?`}
      description={`${howSent(payment)} The client will be told. Your name and the time will be recorded.`}
      confirmLabel={`Refund ${amount}`}
      busy={refund.isPending}
      onConfirm={send}
    />
  )
}

const howSent = (payment: FirmPayment) => {
  const from = payment.provider === 'gocardless' ? 'what it has yet to pay out to you' : 'your Stripe balance'
  const to = payment.provider === 'gocardless' ? 'the bank account' : 'the card'
  const fee =
    payment.account === 'client'
      ? '. It keeps its fee, which has to come from your office account.'
      : ', and keeps its fee.'
  return `${nameOf(payment)} pays it back to ${to} from ${from}${fee}`
}

const nameOf = ({ provider }: FirmPayment) => (provider ? providerNames[provider] : 'the sandbox')

const toastRefund = (payment: FirmPayment) => {
  const { status, refundFailure } = payment
  if (status === 'refund_due')
    return toast({ title: 'Not refunded', description: refundFailure ?? '', variant: 'error' })
  if (status === 'refunding')
    return toast({
      title: 'Refund on its way',
      description: `This page will show when ${nameOf(payment)} has confirmed it.`,
      variant: 'info',
    })
  return toast({ title: 'Refunded', description: 'The client has been told.', variant: 'success' })
}

/** Records a refund that a person has made themselves. */
const RecordRefund = ({ payment }: { payment: FirmPayment }) => {
  const [isAsking, setAsking] = useState(false)
  const refund = useCommand(payments.refund, { refreshes: [payments.refunds, payments.ofClient] })
  const amount = formatPounds(payment.amount - payment.refundedAmount)
  const confirm = () =>
    refund.mutate(
      { id: payment.id, isSentOtherwise: true },
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
          {payment.isRefundedByProcessor ? 'Sent another way' : 'Refunded'}
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
