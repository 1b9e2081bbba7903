import type { Input } from '#contract/kit/endpoint.ts'
import { type Payment, payments } from '#contract/payments/payments.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { queueJob } from '#server/platform/jobs/queue.ts'
import type { ChargeOutcome, PaymentProcessor } from '#server/platform/ports/providers.ts'
import type { Client, Portal } from '#server/testing/portal.ts'
import { overdue } from './service/charge-card.ts'

/** The payment task that the firm's template gives every client. */
export const feesOf = async (client: Client): Promise<Task> => {
  const task = (await client.ask(tasks.list, {})).find(({ kind }) => kind === 'payment')
  if (!task) throw new Error('the template asks for no payment')
  return task
}

/** Pays the client's fees as the page does. `change` overrides fields of the request. */
export const pay = async (
  client: Client,
  { key, ...change }: Partial<Input<typeof payments.pay>> & { key?: string } = {},
): Promise<Payment & { continueAt?: string }> => {
  const { id: taskId, amount } = await feesOf(client)
  const input = { taskId, amount: amount ?? 0, currency: 'GBP', paymentMethod: 'card' as const, ...change }
  return client.ask(payments.pay, input, key === undefined ? {} : { 'idempotency-key': key })
}

export const madeBy = (client: Client) => client.ask(payments.list, {})

/** Runs the job that looks up overdue payments, as its schedule does every minute. */
export const lookUp = (portal: Portal) => {
  portal.wait(overdue)
  return queueJob(portal.db)('settlePayments', {})
}

type Mood = 'answers' | 'loses its answer' | 'hangs' | 'is not reached'

/**
 * A processor behind a bad connection: it remembers what it has charged, whether or not the portal gets its response.
 */
export const openBank = () => {
  const charged = new Map<string, ChargeOutcome>()
  const bank = {
    charged,
    mood: 'answers' as Mood,
    canFind: true,
    /** Charges that the portal aborted while the bank was still busy. */
    abandoned: 0,
    /** How often the portal asked for the outcome of a charge. */
    found: 0,
  }
  const processor: PaymentProcessor = {
    name: 'test bank',
    isSandbox: false,
    defaultToken: 'token',
    timeout: 150,
    charge: async ({ key }, signal) => {
      if (bank.mood === 'is not reached') throw new Error('no route to the bank')
      const outcome = charged.get(key) ?? { status: 'paid', reference: `ref-${key}` }
      charged.set(key, outcome)
      if (bank.mood === 'loses its answer') throw new Error('502 with a page instead of an answer')
      if (bank.mood === 'hangs')
        await new Promise((_, refuse) =>
          signal.addEventListener('abort', () => {
            bank.abandoned += 1
            refuse(signal.reason)
          }),
        )
      return outcome
    },
    find: async (key) => {
      bank.found += 1
      if (!bank.canFind) throw new Error('503')
      return charged.get(key) ?? null
    },
  }
  return { bank, processor }
}
