import type { api } from '#contract/api.ts'
import { administrators, nobodys, type RowsOf } from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'apiKeys'>> = {
  'apiKeys.list': { answers: administrators() },
  'apiKeys.create': {
    ask: ({ password }) => ({ name: 'Ledger', scopes: ['clients.read'], lifetime: '30d', password }),
    answers: administrators(201),
  },
  'apiKeys.withdraw': {
    ask: ({ password }) => ({ id: nobodys, password }),
    answers: administrators(404),
  },
}
