import { useState } from 'react'
import { formatPounds } from '#contract/kit/money.ts'
import { type Card, cardOnTask, sandboxTokenOf } from '#contract/payments/card.ts'
import { amountDue, CardMethod, methodNames, type Payment } from '#contract/payments/payments.ts'
import { isDone, type Task } from '#contract/tasks.ts'
import { today } from '#web/platform/clock.ts'
import { useRulesForm } from '#web/platform/form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { RadioGroup } from '#web/ui/fields/choices.tsx'
import { Confirm, useLossQuestion } from '#web/ui/overlays/confirm.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import {
  cardPayment,
  pagePayment,
  usePay,
  useProcessor,
  useReversedPayment,
  useStandingPayment,
  walletPayment,
} from './hooks.ts'
import { paymentBadges } from './parts/history.tsx'
import { BankDetailsPromise, CheckingCallout, discardCardWords, PayProgress } from './parts/notices.tsx'
import { CardFields, TestCards } from './parts/payment-form.tsx'
import { openingPage } from './parts/payment-page.tsx'
import { Receipt } from './parts/receipt.tsx'
import { useWayToPay, WayToPayChoice } from './parts/way-to-pay.tsx'

export interface PaymentTaskProps {
  task: Task
  close: () => void
  /** Called once the task has been paid. */
  done: () => void
}

/** The task dialog's content for a payment: the form, and afterwards the receipt. */
export const PaymentTask = (props: PaymentTaskProps) => (
  <AsyncBoundary
    skeleton={
      <SkeletonGroup words="Loading your payment">
        <SkeletonCard />
      </SkeletonGroup>
    }
  >
    <Content {...props} />
  </AsyncBoundary>
)

const Content = ({ task, close, done }: PaymentTaskProps) => {
  const standing = useStandingPayment(task.id)
  const reversed = useReversedPayment(task)
  const returned = standing?.status === 'disputed' ? standing : reversed
  const paying = usePay(({ status }) => status === 'completed' && done())
  // While this dialog is paying, the list may already show the payment before the response arrives.
  if (!paying.isPending && standing?.status === 'completed') return <Receipt payment={standing} />
  if (!paying.isPending && isDone(task) && returned) return <Returned payment={returned} />
  if (!paying.isPending && isDone(task)) return <p>This has been paid.</p>
  if (!paying.isPending && standing) return <CheckingCallout title="We are checking your payment" />
  return <PayForTask task={task} close={close} paying={paying} />
}

/** A payment that was refunded, or that a bank disputes. */
const Returned = ({ payment }: { payment: Payment }) => (
  <div className="grid justify-items-start gap-2">
    {paymentBadges[payment.status]}
    <p>{payment.reason}</p>
  </div>
)

const PayForTask = (props: PayForTaskProps) =>
  useProcessor().ways.length > 0 ? <PayForTaskOnPage {...props} /> : <PayForTaskHere {...props} />

const PayForTaskOnPage = ({ task, close, paying }: PayForTaskProps) => {
  const choice = useWayToPay(task)
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void paying.pay(pagePayment(task, choice.way))
      }}
    >
      <AmountDue task={task} />
      <WayToPayChoice {...choice} />
      <BankDetailsPromise />
      <div className="contents [&>p:empty]:-mb-5">
        <PayProgress onPage {...paying} />
      </div>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="primary" busy={paying.isPending} busyText={openingPage}>
          {`Pay ${formatPounds(amountDue(task))}`}
        </Button>
      </DialogFooter>
    </form>
  )
}

const choices = CardMethod.options.map((value) => ({ value, label: methodNames[value] }))

const noCard: Card = { cardNumber: '', cardholderName: '', expiryDate: '', cvc: '' }

interface PayForTaskProps extends Pick<PaymentTaskProps, 'task' | 'close'> {
  paying: ReturnType<typeof usePay>
}

const PayForTaskHere = ({ task, close, paying }: PayForTaskProps) => {
  const [method, setMethod] = useState<CardMethod>('card')
  const form = useRulesForm(cardOnTask(today()), { start: noCard })
  const isTyped = Object.values(form.watch()).some((typed) => typed !== '')
  // Once the bank is asked nothing is lost: the result is shown wherever the client is then.
  const { question, leave } = useLossQuestion(isTyped && !paying.isPending, discardCardWords)
  const payByCard = form.handleSubmit(
    ({ cardNumber }) => paying.pay(cardPayment(task, sandboxTokenOf(cardNumber))),
    (faults) => toastFirst(Object.values(faults).map((fault) => fault?.message)),
  )
  return (
    <form
      {...form.props}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void (method === 'card' ? payByCard(event) : paying.pay(walletPayment(task, method)))
      }}
    >
      <AmountDue task={task} />
      <div className="sm:[&_fieldset>div]:grid-cols-3">
        <RadioGroup
          label="Payment method"
          name="method"
          variant="cards"
          choices={choices}
          value={method}
          onChange={({ target }) => setMethod(target.value as CardMethod)}
        />
      </div>
      {method === 'card' && (
        <>
          <TestCards onUse={(card) => form.reset(card)} />
          <CardFields
            number={form.control('cardNumber')}
            holder={form.field('cardholderName')}
            expiry={form.control('expiryDate')}
            code={form.control('cvc')}
          />
        </>
      )}
      <BankDetailsPromise />
      {/* Leaves no gap if there is no message. */}
      <div className="contents [&>p:empty]:-mb-5">
        <PayProgress {...paying} />
      </div>
      <DialogFooter>
        <Button onClick={() => leave(close)}>Cancel</Button>
        <Button type="submit" variant="primary" busy={paying.isPending} busyText="Asking your bank…">
          {`Pay ${formatPounds(amountDue(task))}`}
        </Button>
      </DialogFooter>
      <Confirm {...question} />
    </form>
  )
}

const AmountDue = ({ task }: { task: Task }) => (
  <p className="flex items-baseline justify-between gap-4 rounded-xl bg-sunken px-4 py-3">
    <span className="text-ink-soft">Amount due</span>
    <span className="figures text-section font-semibold">{formatPounds(amountDue(task))}</span>
  </p>
)

/** Shows one toast, for the first wrong field, which also has the focus. */
const toastFirst = (messages: readonly unknown[]) => {
  const description = messages.find((message) => typeof message === 'string')
  toast({ title: 'Please check your card', description, variant: 'destructive' })
}
