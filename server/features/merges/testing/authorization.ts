import type { api } from '#contract/api.ts'
import { administrators, nobodys, type RowsOf } from '#server/testing/authorization.ts'

/** Whoever merges a client's records works with that client. */
const colleagues = { unassignedAdministrator: 404 }

export const rows: RowsOf<Pick<typeof api, 'merges'>> = {
  'merges.ofClient': { ask: ({ clientId }) => ({ id: clientId }), answers: administrators(), colleagues },
  'merges.preview': {
    ask: ({ clientId }) => ({ id: clientId, otherId: clientId }),
    answers: administrators(),
    colleagues,
  },
  // A record cannot be merged with itself, so 409 shows that the user is authorised.
  'merges.merge': {
    ask: ({ clientId }) => ({ id: clientId, otherId: clientId, isConfirmed: true }),
    answers: administrators(409),
    colleagues,
  },
  'merges.undo': { ask: () => ({ id: nobodys }), answers: administrators(404) },
}
