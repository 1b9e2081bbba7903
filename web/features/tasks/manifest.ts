import type { Feature } from '#web/shell/feature.ts'

export const tasks: Feature = { live: { tasks: ['tasks.list', 'tasks.held'] } }
