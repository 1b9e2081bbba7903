import type { Feature } from '#web/shell/feature.ts'

export const activities: Feature = { live: { activities: ['activities.list'] } }
