import { useSuspenseQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { Link } from 'react-router'
import type { UserId } from '#contract/accounts/accounts.ts'
import { documentName } from '#contract/documents/documents.ts'
import { type ReviewedDocument, reviews } from '#contract/documents/reviews.ts'
import { formatPounds } from '#contract/kit/money.ts'
import { fullName } from '#contract/kit/names.ts'
import { clientPath, reviewPath } from '#contract/kit/pages.ts'
import { type FirmPayment, methodNames, payments } from '#contract/payments/payments.ts'
import { reviewStatusOf } from '#web/features/documents/reviews/hooks.ts'
import { dateText } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { Ago } from '#web/ui/data/ago.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Row, Section } from '#web/ui/layout/section.tsx'

/** The client's documents, each with a link to its findings and decision. */
export const ClientDocuments = ({ id }: { id: UserId }) => (
  <AsyncBoundary skeleton={<SkeletonCard rows={2} />}>
    <Documents id={id} />
  </AsyncBoundary>
)

const Documents = ({ id }: { id: UserId }) => {
  const { data } = useSuspenseQuery(query(reviews.ofClient, { id }))
  return (
    <Section title="Documents" subtitle={data.length === 0 ? 'None yet' : `${data.length} uploaded`}>
      {data.length === 0 && <Empty title="No documents yet">The client's documents will appear here.</Empty>}
      {data.map((document) => (
        <div key={document.id} className="relative transition-colors duration-150 hover:bg-sunken">
          <DocumentRow document={document} />
        </div>
      ))}
    </Section>
  )
}

/** One document with a link to its findings and decision. Shows the client's name in lists of several clients. */
export const DocumentRow = ({
  document,
  isNamed = false,
}: {
  document: ReviewedDocument
  isNamed?: boolean
}) => {
  const { id, filename, createdAt } = document
  const { tone, words } = reviewStatusOf(document)
  return (
    <Row
      mark={<FileText className="text-ink-soft" />}
      title={
        <Link to={reviewPath(id)} className="wrap-anywhere before:absolute before:inset-0">
          {documentName(document)}
        </Link>
      }
      detail={
        <span className="wrap-anywhere">
          {isNamed && `${fullName(document.client)} · `}
          <bdi>{filename}</bdi> · <Ago at={createdAt} />
        </span>
      }
      badge={<Badge tone={tone}>{words}</Badge>}
    />
  )
}

export const ClientPayments = ({ id }: { id: UserId }) => (
  <AsyncBoundary skeleton={<SkeletonCard rows={1} />}>
    <Payments id={id} />
  </AsyncBoundary>
)

const Payments = ({ id }: { id: UserId }) => {
  const { data } = useSuspenseQuery(query(payments.ofClient, { id }))
  return (
    <Section title="Payments" subtitle={data.length === 0 ? 'None yet' : undefined}>
      {data.length === 0 && <Empty title="No payments yet">The client's payments will appear here.</Empty>}
      {data.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} />
      ))}
    </Section>
  )
}

const paymentStatuses: Record<
  FirmPayment['status'],
  { tone: 'ok' | 'info' | 'stop' | 'warn' | 'neutral'; words: string }
> = {
  completed: { tone: 'ok', words: 'Completed' },
  open: { tone: 'neutral', words: 'Not finished' },
  checking: { tone: 'info', words: 'Checking' },
  declined: { tone: 'stop', words: 'Declined' },
  failed: { tone: 'warn', words: 'Failed' },
  refund_due: { tone: 'warn', words: 'Refund due' },
  disputed: { tone: 'stop', words: 'Disputed' },
  charged_back: { tone: 'stop', words: 'Charged back' },
  refunding: { tone: 'info', words: 'Refund on its way' },
  refunded: { tone: 'info', words: 'Refunded' },
}

/** One payment. In lists of several clients it shows the payer's name, with a link to them if the user may open their page. */
export const PaymentRow = ({ payment, isNamed = false }: { payment: FirmPayment; isNamed?: boolean }) => {
  const { title, amount, status, paymentMethod, createdAt, client } = payment
  return (
    <Row
      title={
        isNamed && client.canOpen ? (
          <Link to={clientPath(client.id)} className="wrap-anywhere before:absolute before:inset-0">
            {title}
          </Link>
        ) : (
          title
        )
      }
      badge={<Badge tone={paymentStatuses[status].tone}>{paymentStatuses[status].words}</Badge>}
      detail={[
        isNamed && fullName(client),
        methodNames[paymentMethod],
        dateText(createdAt),
        payment.receiptNumber && `Receipt ${payment.receiptNumber}`,
        payment.isTest && 'Test',
        status === 'completed' &&
          payment.refundedAmount > 0 &&
          `${formatPounds(payment.refundedAmount)} refunded`,
        payment.otherPayer &&
          `Paid ${paymentMethod === 'bank' ? 'from an account' : 'with a card'} in the name of ${payment.otherPayer}`,
      ]
        .filter(Boolean)
        .join(' · ')}
      action={<span className="figures font-semibold">{formatPounds(amount)}</span>}
    />
  )
}
