import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v4 } from 'uuid'
import { activities } from '#contract/activities.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { walletTokens } from '#contract/payments/card.ts'
import {
  amountDue,
  checkingWords,
  isReversed,
  isStanding,
  type Payment,
  payments,
  refundWords,
} from '#contract/payments/payments.ts'
import type { WayToPay } from '#contract/payments/processor.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { toast } from '#web/ui/overlays/toast.ts'

/** The client's payments, newest first; suspends until they are there. */
export const usePayments = (): Payment[] => useSuspenseQuery(query(payments.list, {})).data

/** The payment that pays a task, or may turn out to. */
export const useStandingPayment = (taskId: Task['id']) =>
  usePayments().find((payment) => payment.taskId === taskId && isStanding(payment))

/** The newest payment of a task that has gone back to its payer, where no other pays the task. */
export const useReversedPayment = ({ id, doneBy }: Pick<Task, 'id' | 'doneBy'>) => {
  const own = usePayments().filter((payment) => payment.taskId === id)
  // Of a task that several clients share, another may have paid.
  return doneBy !== null || own.some(isStanding) ? undefined : own.find(isReversed)
}

/** Whether payments are only played; false until that is known, for nothing waits for it. */
export const useIsSandbox = () => useQuery(query(payments.processor, {})).data?.isSandbox ?? false

/** How the client may pay: on whose pages, or in the sandbox; suspends until that is known. */
export const useProcessor = () => useSuspenseQuery(query(payments.processor, {})).data

type PayInput = Input<typeof payments.pay>
export type Wallet = keyof typeof walletTokens

/** What is sent for a task: never a card, only what stands for it. */
export const cardPayment = (task: Task, paymentToken: string): PayInput => ({
  ...pagePayment(task),
  paymentToken,
})
/** On a page for cards, card or wallet is chosen there. */
export const pagePayment = (task: Task, way: WayToPay = 'card'): PayInput => ({
  taskId: task.id,
  amount: amountDue(task),
  currency: 'GBP',
  paymentMethod: way,
})
export const walletPayment = (task: Task, wallet: Wallet): PayInput => ({
  ...cardPayment(task, walletTokens[wallet]),
  paymentMethod: wallet,
})

export const changed = [payments.list, tasks.list, activities.list]

/**
 * Pays and tells how it went, also when the dialog was left meanwhile. `done` is called with a payment that
 * was taken, or is being checked.
 */
export function usePay(done: (payment: Payment) => void) {
  const cache = useQueryClient()
  const attempt = useAttempt()
  // Longer than the command itself: until the list has heard of a refusal, it shows the payment as running.
  const [isPending, setPending] = useState(false)
  const command = useCommand(payments.pay, {
    refreshes: changed,
    headers: (input) => ({ 'idempotency-key': attempt.keyFor(input) }),
  })

  const pay = async (input: PayInput): Promise<void> => {
    setPending(true)
    try {
      const payment = await command.mutateAsync(input)
      attempt.end()
      if (payment.continueAt !== undefined) return location.assign(payment.continueAt)
      tell(payment)
      done(payment)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (isAnswer(error)) attempt.end()
      tellRefusal(error)
      if (error.code === 'conflict' || error.code === 'declined') await refresh(cache, changed)
    } finally {
      setPending(false)
    }
  }
  return {
    pay,
    isPending,
    /** Which way is being paid. */
    method: isPending ? (command.variables?.paymentMethod ?? null) : null,
    /** No answer came: the same may be sent again without being charged twice. */
    isUnanswered: command.error !== null && !isAnswer(command.error),
    /** Why this was not taken; its toast is gone before everybody has read it. */
    refusal: command.error && isAnswer(command.error) && !isPaid(command.error) ? command.error : null,
  }
}

/** One key for one attempt: it stays the same until the portal has answered, or something else is asked. */
const useAttempt = () => {
  const latest = useRef<{ key: string; request: string }>(null)
  return {
    keyFor: (input: PayInput) => {
      const request = JSON.stringify(input)
      if (latest.current?.request !== request) latest.current = { key: v4(), request }
      return latest.current.key
    },
    end: () => {
      latest.current = null
    },
  }
}

const isAnswer = ({ code }: Problem) => code !== 'unavailable' && code !== 'internal'

export const tell = ({ status }: Pick<Payment, 'status'>) => {
  if (status === 'completed')
    return toast({
      title: 'Payment successful',
      description: 'Your payment has been processed successfully.',
      variant: 'success',
    })
  if (status === 'refund_due')
    return toast({ title: 'You are owed a refund', description: refundWords, variant: 'info' })
  return toast({ title: 'We are checking your payment', description: checkingWords, variant: 'info' })
}

// Paid already, or being checked: that is no failure, and must not look like one.
const standing = new Set(['already_paid', 'payment_running'])
const isPaid = ({ reason }: Problem) => reason !== undefined && standing.has(reason)

const tellRefusal = (problem: Problem) =>
  isPaid(problem)
    ? toast({ title: "You don't need to pay again", description: problem.message, variant: 'info' })
    : toast({ title: 'Payment failed', description: problem.message, variant: 'destructive' })
