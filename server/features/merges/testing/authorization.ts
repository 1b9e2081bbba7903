import type { api } from '#contract/api.ts'
import { administrators, nobodys, type RowsOf } from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'merges'>> = {
  'merges.ofClient': { ask: ({ clientId }) => ({ id: clientId }), answers: administrators() },
  'merges.preview': {
    ask: ({ clientId }) => ({ id: clientId, otherId: clientId }),
    answers: administrators(),
  },
  // A record cannot be merged with itself, so 409 shows that the user is authorised.
  'merges.merge': {
    ask: ({ clientId }) => ({ id: clientId, otherId: clientId, isConfirmed: true }),
    answers: administrators(409),
  },
  'merges.undo': { ask: () => ({ id: nobodys }), answers: administrators(404) },
}
