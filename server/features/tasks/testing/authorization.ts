import type { api } from '#contract/api.ts'
import { clients, type RowsOf } from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'tasks'>> = {
  'tasks.list': { answers: clients() },
}
