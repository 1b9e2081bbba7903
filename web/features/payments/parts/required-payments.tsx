import { Clock } from 'lucide-react'
import { formatPounds } from '#contract/money.ts'
import { amountDue, checkingWords } from '#contract/payments.ts'
import { isDone, type Task } from '#contract/tasks.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Dot } from '#web/ui/data/dot.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Row } from '#web/ui/layout/section.tsx'
import { useStandingPayment } from '../hooks.ts'

interface RequiredPaymentsProps {
  tasks: readonly Task[]
  onPay: (task: Task) => void
}

export const RequiredPayments = ({ tasks, onPay }: RequiredPaymentsProps) => (
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
  const amount = formatPounds(standing?.amount ?? amountDue(task))
  if (isDone(task))
    return (
      <Row
        mark={<Dot state="done" words="Paid" />}
        title={task.title}
        detail={task.description}
        action={<Badge tone="ok">{`Paid ${amount}`}</Badge>}
      />
    )
  if (standing)
    return (
      <Row
        mark={<Dot state="begun" words="Being checked" />}
        title={task.title}
        detail={checkingWords}
        action={
          <Badge tone="info" icon={<Clock />}>
            Checking
          </Badge>
        }
      />
    )
  return (
    <Row
      mark={<Dot state="open" words="To pay" />}
      title={task.title}
      detail={task.description}
      action={
        <Button aria-label={`Pay Now: ${task.title}`} onClick={onPay}>
          Pay Now
        </Button>
      }
    />
  )
}
