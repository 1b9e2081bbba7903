import type { api } from '#contract/api.ts'
import { all, overseers, type RowsOf } from '#server/testing/authorization.ts'

const nobodysKey = 'n'.repeat(43)

export const rows: RowsOf<Pick<typeof api, 'guests'>> = {
  'guests.list': { ask: ({ matterId }) => ({ id: matterId }), answers: overseers() },
  // The party in the matrix is a bank without an email address.
  'guests.invite': {
    ask: ({ matterId, partyId }) => ({ id: matterId, partyId, documents: [{ title: 'A gift letter' }] }),
    answers: overseers(422),
  },
  'guests.renew': { ask: ({ matterId, partyId }) => ({ id: matterId, partyId }), answers: overseers(404) },
  'guests.end': { ask: ({ matterId, partyId }) => ({ id: matterId, partyId }), answers: overseers(404) },
  // Access is by link, and nobody in the matrix has a valid one.
  'guests.look': { ask: () => ({ token: nobodysKey }), answers: all(404) },
  'guests.enter': { ask: () => ({ token: nobodysKey, code: '123456' }), answers: all(404) },
}
