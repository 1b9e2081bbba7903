import { accounts } from '#contract/accounts/accounts.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { type Payment, PaymentId, payments } from '#contract/payments/payments.ts'
import { settings } from '#contract/settings.ts'
import { type Task, TaskId, tasks } from '#contract/tasks.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { firmOf } from '#web/features/settings/testing.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { answer, idOf } from '#web/testing.tsx'

export const feesOf = (n: number, facts: Partial<Task> = {}): Task =>
  taskOf(n, {
    title: 'Pay search fees',
    description: 'Local authority and drainage searches · £342.50',
    category: 'payments',
    kind: 'payment',
    amount: 34_250,
    currency: 'GBP',
    ...facts,
  })

export const paymentOf = (n: number, facts: Partial<Payment> = {}): Payment => ({
  id: PaymentId.parse(idOf(100 + n)),
  taskId: TaskId.parse(idOf(n)),
  title: 'Pay search fees',
  description: 'Local authority and drainage searches · £342.50',
  amount: 34_250,
  vat: 0,
  currency: 'GBP',
  paymentMethod: 'card',
  status: 'completed',
  reason: null,
  refundedAmount: 0,
  account: 'client',
  isTest: true,
  receiptNumber: 'HR-2026-000007',
  createdAt: new Date('2026-11-03T09:00:00Z'),
  completedAt: new Date('2026-11-03T09:00:00Z'),
  ...facts,
})

type Processor = Output<typeof payments.processor>

export const sandbox: Processor = { isSandbox: true, ways: [], cardPlace: 'processor', isTest: true }
export const hosted: Processor = { isSandbox: false, ways: ['card'], cardPlace: 'processor', isTest: true }
export const bothWays: Processor = {
  isSandbox: false,
  ways: ['card', 'bank'],
  cardPlace: 'processor',
  isTest: false,
}

/** The other responses the pages need. `made` and `due` may change while a page is shown. */
export const portalWith = (state: { due: Task[]; made: Payment[]; processor?: Processor }) => [
  answer(tasks.list, () => state.due),
  answer(payments.list, () => state.made),
  answer(payments.processor, () => state.processor ?? sandbox),
  answer(settings.firm, () => firmOf({ vatNumber: 'GB 000 0000 00' })),
  answer(accounts.current, () => personOf()),
]

/** Records the `POST` requests of the page, with their idempotency key. */
export const watchPayments = () => {
  const sent: { key: string | null; body: string }[] = []
  const ask = globalThis.fetch
  globalThis.fetch = async (url, init) => {
    if (init?.method === 'POST')
      sent.push({
        key: new Headers(init.headers).get('idempotency-key'),
        body: await new Response(init.body).text(),
      })
    return ask(url, init)
  }
  return sent
}
