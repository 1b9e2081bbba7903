import { formatPounds } from '#contract/money.ts'
import { paymentSummary } from '#contract/payments.ts'
import { useTasks } from '#web/features/tasks/hooks.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { usePayments } from '../hooks.ts'

export const PaymentSummary = () => {
  const { total, completed, pending } = paymentSummary(usePayments(), useTasks())
  return (
    <section aria-labelledby="payment-summary" className="grid gap-3">
      <h2 id="payment-summary" className="text-section">
        Payment Summary
      </h2>
      <dl className="grid gap-3 lg:grid-cols-3">
        <Tile name="Total Payments" value={formatPounds(total)} />
        <Tile name="Completed Payments" value={completed} />
        <Tile name="Pending Payments" value={pending} />
      </dl>
    </section>
  )
}

const Tile = ({ name, value }: { name: string; value: string | number }) => (
  <Card className="flex items-baseline justify-between gap-4 max-lg:py-3! lg:block">
    <dt className="text-sm text-ink-soft">{name}</dt>
    <dd className="figures text-[26px] leading-tight font-semibold">{value}</dd>
  </Card>
)
