import { z } from 'zod'
import { create, file, id, instant, list } from './kit.ts'
import { TaskId } from './tasks.ts'

export const PaymentId = id('payment')
export type PaymentId = z.infer<typeof PaymentId>

export const PaymentMethod = z.enum(['card', 'apple_pay', 'google_pay'])
export type PaymentMethod = z.infer<typeof PaymentMethod>

export const Payment = z.strictObject({
  id: PaymentId,
  taskId: TaskId,
  title: z.string(),
  description: z.string(),
  /** In pence. */
  amount: z.number().int(),
  currency: z.literal('GBP'),
  paymentMethod: PaymentMethod,
  /** `checking`: the processor's answer is not known yet; nobody is asked to pay again meanwhile. */
  status: z.enum(['completed', 'checking', 'declined', 'failed']),
  /** Why it was declined, in words a person understands. */
  reason: z.string().nullable(),
  /** Money on account of costs is the client's until it is billed (SRA Accounts Rules 2.1). */
  account: z.enum(['client', 'office']),
  receiptNumber: z.string().nullable(),
  createdAt: instant,
  completedAt: instant.nullable(),
})
export type Payment = z.infer<typeof Payment>

export const payments = {
  list: list('/api/payments', {
    item: Payment,
    audience: 'client',
    summary: "The client's payments, newest first",
  }),
  pay: create('/api/payments', {
    input: z.strictObject({
      taskId: TaskId,
      amount: z.number('Amount is required').int().min(1, 'Amount is required').max(99_999_999),
      currency: z.literal('GBP'),
      paymentMethod: PaymentMethod,
      /** The page may say what it hopes for; the server decides. */
      status: z.string().max(40).optional(),
      paymentToken: z.string().max(200).optional(),
    }),
    output: Payment,
    audience: 'client',
    summary: 'Pays a task once; takes an Idempotency-Key header',
  }),
  receipt: file('/api/payments/:id/receipt', {
    input: z.strictObject({ id: PaymentId }),
    audience: 'client',
    summary: 'The receipt as a PDF',
  }),
}
