import { Clock } from 'lucide-react'
import { useState } from 'react'
import { formatPounds } from '#contract/kit/money.ts'
import {
  amountDue,
  checkingWords,
  isOpen,
  isStanding,
  openWords,
  paymentSummary,
} from '#contract/payments/payments.ts'
import { isDone, type Task } from '#contract/tasks.ts'
import { SharedLine, useTasks } from '#web/features/tasks/hooks.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Dot } from '#web/ui/data/dot.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Row } from '#web/ui/layout/section.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { usePayments, useReversedPayment, useStandingPayment } from './hooks.ts'
import { PaymentHistory, paymentBadges } from './parts/history.tsx'
import { BankDetailsPromise } from './parts/notices.tsx'
import { PaymentForm } from './parts/payment-form.tsx'
import { ReturnedFromPage } from './parts/payment-page.tsx'

export const PaymentsPage = () => (
  <AsyncBoundary page="Payments" skeleton={<PaymentsSkeleton />}>
    <Payments />
  </AsyncBoundary>
)

function Payments() {
  const required = useTasks().filter(({ category }) => category === 'payments')
  const made = usePayments()
  const payable = required.filter(
    (task) => !isDone(task) && !made.some((payment) => payment.taskId === task.id && isStanding(payment)),
  )
  const [paying, setPaying] = useState<{ tasks: Task[]; chosen: Task | null } | null>(null)
  const close = () => setPaying(null)
  const only = payable.length === 1 ? (payable[0] ?? null) : null
  return (
    <Page
      title="Payments"
      lead="What's due, what you've paid, and your receipts."
      actions={
        payable.length > 0 && (
          <Button variant="primary" onClick={() => setPaying({ tasks: payable, chosen: only })}>
            Make Payment
          </Button>
        )
      }
    >
      <ReturnedFromPage />
      <PaymentSummary />
      <RequiredPayments tasks={required} onPay={(task) => setPaying({ tasks: [task], chosen: task })} />
      <PaymentHistory />
      <BankDetailsPromise />
      <Dialog open={paying !== null} onOpenChange={close} title="Make Payment">
        {paying && <PaymentForm {...paying} close={close} />}
      </Dialog>
    </Page>
  )
}

const PaymentsSkeleton = () => (
  <Page title="Payments">
    <SkeletonGroup words="Loading your payments">
      <SkeletonCard rows={1} />
      <SkeletonCard rows={2} />
      <SkeletonCard rows={4} />
    </SkeletonGroup>
  </Page>
)

const PaymentSummary = () => {
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
    <dd className="figures text-[1.625rem] leading-tight font-semibold">{value}</dd>
  </Card>
)

interface RequiredPaymentsProps {
  tasks: readonly Task[]
  onPay: (task: Task) => void
}

const RequiredPayments = ({ tasks, onPay }: RequiredPaymentsProps) => (
  <section aria-labelledby="required-payments" className="grid gap-3">
    <h2 id="required-payments" className="text-section">
      Required Payments
    </h2>
    <Card padded={false} className="divide-y divide-line">
      {tasks.length === 0 && (
        <p className="px-4.5 py-4 text-ink-soft">Nothing to pay. We will tell you when that changes.</p>
      )}
      {tasks.map((task) => (
        <RequiredPayment key={task.id} task={task} onPay={() => onPay(task)} />
      ))}
    </Card>
  </section>
)

const RequiredPayment = ({ task, onPay }: { task: Task; onPay: () => void }) => {
  const standing = useStandingPayment(task.id)
  const begun = usePayments().some((payment) => payment.taskId === task.id && isOpen(payment))
  const reversed = useReversedPayment(task)
  const amount = formatPounds(standing?.amount ?? amountDue(task))
  if (isDone(task) && reversed)
    return (
      <Row
        mark={<Dot state="begun" />}
        title={task.title}
        detail={reversed.reason ?? task.description}
        action={paymentBadges[reversed.status]}
      />
    )
  if (isDone(task) && standing?.status !== 'disputed')
    return (
      <Row
        mark={<Dot state="done" words="Paid" />}
        title={task.title}
        detail={<Shared task={task} words={task.description} />}
        // What was taken from another client of the case, and what became of it since, is theirs alone to know.
        action={<Badge tone="ok">{task.doneBy === null ? `Paid ${amount}` : 'Paid'}</Badge>}
      />
    )
  if (standing)
    return (
      <Row
        mark={<Dot state="begun" words="Being checked" />}
        title={task.title}
        detail={standing.reason ?? checkingWords}
        action={
          <Badge tone="info" icon={<Clock />}>
            {standing.status === 'disputed' ? 'Disputed' : 'Checking'}
          </Badge>
        }
      />
    )
  return (
    <Row
      mark={<Dot state="open" words="To pay" />}
      title={task.title}
      detail={<Shared task={task} words={begun ? openWords : task.description} />}
      action={
        <Button aria-label={`Pay Now: ${task.title}`} data-print="hide" onClick={onPay}>
          Pay Now
        </Button>
      }
    />
  )
}

const Shared = ({ task, words }: { task: Task; words: string }) => (
  <>
    {words}
    <SharedLine task={task} />
  </>
)
