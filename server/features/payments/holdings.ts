import { held } from '#server/platform/holdings.ts'
import { payments } from './schema.ts'

export const holdings = [
  held(payments, {
    title: 'Your payments',
    whose: payments.clientId,
    columns: {
      id: true,
      clientId: 'Your own number.',
      taskId: true,
      title: true,
      description: true,
      amount: true,
      vat: true,
      currency: true,
      paymentMethod: true,
      status: true,
      reason: true,
      account: true,
      idempotencyKey: 'By which the portal knows that the same page asked twice.',
      fingerprint: 'By which the portal knows that the same page asked twice.',
      processor: true,
      processorReference: true,
      receiptNumber: true,
      createdAt: true,
      missedAt: 'When the processor did not answer.',
      completedAt: true,
      refundedById: 'The number of whoever sent it back for the firm.',
      refundedAt: true,
    },
  }),
]
