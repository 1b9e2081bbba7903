import type { api } from '#contract/api.ts'
import { nobodys, overseers, type RowsOf } from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'documentRequests'>> = {
  'documentRequests.create': {
    ask: ({ clientId }) => ({ id: clientId, title: 'Your marriage certificate' }),
    answers: overseers(201),
  },
  // A request that is not there is told to those alone who may look at the client.
  'documentRequests.withdraw': {
    ask: ({ clientId }) => ({ id: clientId, taskId: nobodys }),
    answers: overseers(404),
  },
}
