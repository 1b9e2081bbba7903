import type { api } from '#contract/api.ts'
import { clients, nobodys, type RowsOf } from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'tasks'>> = {
  'tasks.list': { answers: clients() },
  'tasks.held': { answers: clients() },
  // The task does not exist for anybody who passes authorization, because none of this kind was created.
  'tasks.accept': { ask: () => ({ id: nobodys }), answers: clients(404) },
}
