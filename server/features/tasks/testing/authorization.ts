import type { api } from '#contract/api.ts'
import { clients, nobodys, type RowsOf } from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'tasks'>> = {
  'tasks.list': { answers: clients() },
  // Nobody is asked to read anything here: for whoever may ask it is not there.
  'tasks.accept': { ask: () => ({ id: nobodys }), answers: clients(404) },
}
