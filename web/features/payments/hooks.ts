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
  disputedWords,
  isReversed,
  isStanding,
  type Payment,
  payments,
  refundWords,
} from '#contract/payments/payments.ts'
import type { WayToPay } from '#contract/payments/processor.ts'
import { isFinished, type Task, tasks } from '#contract/tasks.ts'
import { ask, isAnswer } from '#web/platform/ask.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { toast } from '#web/ui/overlays/toast.ts'

/** The client's payments, newest first. Suspends until they are loaded. */
export const usePayments = (): Payment[] => useSuspenseQuery(query(payments.list, {})).data

/** The payment that pays a task, or may turn out to. */
export const useStandingPayment = (taskId: Task['id']) =>
  usePayments().find((payment) => payment.taskId === taskId && isStanding(payment))

/**
 * What is said of each task whose payment the bank is still checking, so that no page asks for it again. Empty until
 * that is known, because nothing should wait for it.
 */
export function usePaymentChecks(all: readonly Task[]): ReadonlyMap<Task['id'], string> {
  const unpaid = new Set(
    all.filter((task) => task.category === 'payments' && !isFinished(task)).map(({ id }) => id),
  )
  const { data = [] } = useQuery({ ...query(payments.list, {}), enabled: unpaid.size > 0 })
  const checked = data.filter(({ status, taskId }) => status === 'checking' && unpaid.has(taskId))
  return new Map(checked.map(({ taskId, reason }) => [taskId, reason ?? checkingWords]))
}

/** The latest reversed payment of a task, if no other payment pays the task. */
export const useReversedPayment = ({ id, doneBy }: Pick<Task, 'id' | 'doneBy'>) => {
  const own = usePayments().filter((payment) => payment.taskId === id)
  // If several clients share a task, another one may have paid it.
  return doneBy !== null || own.some(isStanding) ? undefined : own.find(isReversed)
}

/** Whether payments are simulated. False until that is known, because nothing should wait for it. */
export const useIsSandbox = () => useQuery(query(payments.processor, {})).data?.isSandbox ?? false

/** The ways to pay: on a processor's pages, or in the sandbox. Suspends until that is known. */
export const useProcessor = () => useSuspenseQuery(query(payments.processor, {})).data

type PayInput = Input<typeof payments.pay>
export type Wallet = keyof typeof walletTokens

/** The request for a task's payment. Contains a token, never card details. */
export const cardPayment = (task: Task, paymentToken: string): PayInput => ({
  ...pagePayment(task),
  paymentToken,
})
/** The request for paying on a processor's page, where a client chooses card or wallet. */
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
 * Pays and shows the result, even if the dialog was closed meanwhile. Calls `done` with a payment that was taken or is
 * being checked, and `notNeeded` if it turns out that the task was paid elsewhere, so that no form offers it again.
 */
export function usePay(done: (payment: Payment) => void, notNeeded: () => void = () => undefined) {
  const cache = useQueryClient()
  const attempt = useAttempt()
  // Lasts longer than the command: until the list knows of a refusal, it shows the payment as running.
  const [isPending, setPending] = useState(false)
  const command = useCommand(payments.pay, {
    refreshes: changed,
    headers: (input) => ({ 'idempotency-key': attempt.keyFor(input) }),
  })

  const tell = (payment: Payment) => {
    attempt.end()
    toastOutcome(payment)
    done(payment)
  }
  const pay = async (input: PayInput): Promise<void> => {
    setPending(true)
    try {
      const payment = await command.mutateAsync(input)
      if (payment.continueAt !== undefined) {
        attempt.end()
        return location.assign(payment.continueAt)
      }
      tell(payment)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      // The portal may have heard of it, although its answer was lost.
      const made = isAnswer(error) ? undefined : await findMade(input.taskId, attempt.known())
      if (made) {
        await refresh(cache, changed)
        return tell(made)
      }
      if (isAnswer(error)) attempt.end()
      toastRefusal(error)
      if (error.code === 'conflict' || error.code === 'declined') await refresh(cache, changed)
      if (isPaid(error)) notNeeded()
    } finally {
      setPending(false)
    }
  }
  return {
    pay,
    isPending,
    /** The method of the running payment. */
    method: isPending ? (command.variables?.paymentMethod ?? null) : null,
    /** No response arrived. The same request can be sent again without a second charge. */
    isUnanswered: command.error !== null && !isAnswer(command.error),
    /** Why the payment was refused. The toast may disappear before everyone has read it. */
    refusal: command.error && isAnswer(command.error) && !isPaid(command.error) ? command.error : null,
  }
}

/**
 * Asks the portal for a payment that pays the task, or that was taken in vain since `known`. Straight away: without a
 * connection, a query would wait for one.
 */
const findMade = async (taskId: Task['id'], known: Payment[] | undefined) => {
  const all = await ask(payments.list, {}).catch(() => [])
  const own = all.filter((payment) => payment.taskId === taskId)
  const isNew = ({ id }: Payment) => known?.every((before) => before.id !== id) ?? false
  return own.find((payment) => payment.status === 'refund_due' && isNew(payment)) ?? own.find(isStanding)
}

/** Keeps one idempotency key per attempt, until the portal responds or the request changes. */
const useAttempt = () => {
  const cache = useQueryClient()
  const latest = useRef<{ key: string; request: string; known: Payment[] | undefined }>(null)
  return {
    keyFor: (input: PayInput) => {
      const request = JSON.stringify(input)
      if (latest.current?.request !== request) {
        const known = cache.getQueryData(query(payments.list, {}).queryKey)
        latest.current = { key: v4(), request, known }
      }
      return latest.current.key
    },
    /** The payments that the page showed before the attempt. Undefined if it had not loaded them. */
    known: () => latest.current?.known,
    end: () => {
      latest.current = null
    },
  }
}

const toastOutcome = ({ status, reason }: Pick<Payment, 'status' | 'reason'>) => {
  if (status === 'completed')
    return toast({
      title: 'Payment successful',
      description: 'Your payment has been processed successfully.',
      variant: 'success',
    })
  if (status === 'refund_due')
    return toast({ title: 'You are owed a refund', description: reason ?? refundWords, variant: 'info' })
  if (status === 'disputed')
    return toast({ title: 'Nothing to pay right now', description: disputedWords, variant: 'info' })
  return toast({ title: 'We are checking your payment', description: checkingWords, variant: 'info' })
}

// The task is already paid, or its payment is being checked. That must not look like a failure.
const standing = new Set(['already_paid', 'payment_running'])
const isPaid = ({ reason }: Problem) => reason !== undefined && standing.has(reason)

const toastRefusal = (problem: Problem) =>
  isPaid(problem)
    ? toast({ title: 'Nothing to pay right now', description: problem.message, variant: 'info' })
    : toast({ title: 'Payment failed', description: problem.message, variant: 'destructive' })
