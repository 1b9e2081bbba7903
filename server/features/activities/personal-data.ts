import { registerTable } from '#server/platform/audit/personal-data.ts'
import { activities } from './schema.ts'

export const personalData = [
  registerTable(activities, {
    title: 'Recent activity',
    whose: activities.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      type: true,
      description: true,
      metadata: true,
      createdAt: true,
    },
  }),
]
