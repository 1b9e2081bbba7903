import { registerTable } from '#server/platform/audit/personal-data.ts'
import { payments } from './schema.ts'

export const personalData = [
  registerTable(payments, {
    title: 'Your payments',
    whose: payments.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
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
      idempotencyKey: 'How the portal recognises the same request made twice.',
      fingerprint: 'How the portal recognises the same request made twice.',
      processor: true,
      processorReference: true,
      receiptNumber: true,
      createdAt: true,
      missedAt: 'When the payment processor did not answer.',
      completedAt: true,
      refundedById: 'The reference number of the person at the firm who refunded it.',
      refundedAt: true,
    },
  }),
]
