import { registerTable } from '#server/platform/audit/personal-data.ts'
import { tasks } from './schema.ts'

export const personalData = [
  registerTable(tasks, {
    title: 'What we asked you for',
    whose: tasks.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      position: true,
      templateVersion: true,
      kind: true,
      category: true,
      title: true,
      description: true,
      status: true,
      amount: true,
      currency: true,
      account: true,
      vat: true,
      outcome: true,
      reason: true,
      createdAt: true,
      openedAt: true,
      completedAt: true,
    },
  }),
]
