import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { openWords, type Payment, PaymentId, payments } from '#contract/payments/payments.ts'
import { useTasks } from '#web/features/tasks/hooks.tsx'
import { useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { changed, pagePayment, usePay, usePayments } from '../hooks.ts'
import { CheckingCallout } from './notices.tsx'

export const openingPage = 'Opening the payment page…'

/** Tells a client who has returned from the processor's page whether they have paid. Otherwise renders nothing. */
export const ReturnedFromPage = () => {
  const [address, setAddress] = useSearchParams()
  const id = PaymentId.safeParse(address.get('payment'))
  const hasMore = added.some((name) => address.has(name))
  useEffect(() => {
    if (!hasMore) return
    setAddress(
      (now) => {
        for (const name of added) now.delete(name)
        return now
      },
      { replace: true },
    )
  }, [hasMore, setAddress])
  if (!address.has('returned') || !id.success) return null
  const leave = () =>
    setAddress(
      (now) => {
        now.delete('returned')
        now.delete('payment')
        return now
      },
      { replace: true },
    )
  return <Returned key={id.data} id={id.data} leave={leave} />
}

interface ReturnedProps {
  id: PaymentId
  leave: () => void
}

/** What Stripe adds to the address of whoever comes back from their bank: it belongs in no history and no log. */
const added = ['payment_intent', 'payment_intent_client_secret', 'redirect_status']

const Returned = ({ id, leave }: ReturnedProps) => {
  const { mutate, isPending, isIdle, error } = useCommand(payments.look, { refreshes: changed })
  // Asks the processor once. Later results arrive with the list.
  useEffect(() => mutate({ id }), [mutate, id])
  const payment = usePayments().find((made) => made.id === id)
  if (!payment) return null
  if (payment.status === 'completed')
    return (
      <Callout tone="ok" title="Payment successful" announce="status">
        Your payment has been processed successfully.
      </Callout>
    )
  if (isPending || isIdle)
    return (
      <Callout tone="info" title="Checking your payment" announce="status">
        We're asking whether it went through. This takes a few seconds.
      </Callout>
    )
  if (payment.status === 'checking' || error) return <CheckingCallout title="We are checking your payment" />
  return <NotPaid payment={payment} leave={leave} />
}

const NotPaid = ({ payment, leave }: { payment: Payment; leave: () => void }) => {
  const task = useTasks().find(({ id }) => id === payment.taskId)
  const { pay, isPending } = usePay(leave)
  if (payment.status !== 'open' && payment.status !== 'failed' && payment.status !== 'declined') return null
  return (
    <Callout
      tone="warn"
      title="You haven't paid yet"
      announce="status"
      actions={
        task && (
          <Button
            variant="primary"
            busy={isPending}
            busyText={openingPage}
            onClick={() => void pay(pagePayment(task, payment.paymentMethod === 'bank' ? 'bank' : 'card'))}
          >
            {payment.status === 'open' ? 'Continue to payment' : 'Try again'}
          </Button>
        )
      }
    >
      {payment.reason ?? openWords}
    </Callout>
  )
}
