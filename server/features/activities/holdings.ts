import { held } from '#server/platform/holdings.ts'
import { activities } from './schema.ts'

export const holdings = [
  held(activities, {
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
