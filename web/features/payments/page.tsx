import { useState } from 'react'
import { isStanding } from '#contract/payments.ts'
import { isDone, type Task } from '#contract/tasks.ts'
import { useTasks } from '#web/features/tasks/hooks.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { usePayments } from './hooks.ts'
import { BankDetailsPromise } from './parts/bank-details-promise.tsx'
import { PaymentHistory } from './parts/history.tsx'
import { PaymentForm } from './parts/payment-form.tsx'
import { RequiredPayments } from './parts/required-payments.tsx'
import { PaymentSummary } from './parts/summary.tsx'

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
