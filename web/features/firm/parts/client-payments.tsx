import { useSuspenseQuery } from '@tanstack/react-query'
import type { UserId } from '#contract/accounts.ts'
import { formatPounds } from '#contract/money.ts'
import { methodNames, payments } from '#contract/payments.ts'
import { dateText } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Row, Section } from '#web/ui/layout/section.tsx'
import { paymentWords } from '../words.ts'

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
      {data.map(({ id: key, title, amount, status, paymentMethod, createdAt, receiptNumber, isTest }) => (
        <Row
          key={key}
          title={title}
          badge={<Badge tone={paymentWords[status].tone}>{paymentWords[status].words}</Badge>}
          detail={[
            methodNames[paymentMethod],
            dateText(createdAt),
            receiptNumber && `Receipt ${receiptNumber}`,
            isTest && 'Test',
          ]
            .filter(Boolean)
            .join(' · ')}
          action={<span className="figures font-semibold">{formatPounds(amount)}</span>}
        />
      ))}
    </Section>
  )
}
