import type { api } from '#contract/api.ts'
import { nobodys, overseers, type RowsOf } from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'documentRequests'>> = {
  'documentRequests.create': {
    ask: ({ clientId }) => ({ id: clientId, title: 'Your marriage certificate' }),
    answers: overseers(201),
    // The same is asked for once.
    spends: true,
  },
  // Only users who may see the client learn that the request does not exist.
  'documentRequests.withdraw': {
    ask: ({ clientId }) => ({ id: clientId, taskId: nobodys }),
    answers: overseers(404),
  },
}
