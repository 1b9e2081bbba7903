import type { api } from '#contract/api.ts'
import { type Belongings, firms, overseers, type RowsOf } from '#server/testing/authorization.ts'

/** A document that is waiting. Users who may only read cannot take it from those who decide. */
const ofDocument = ({ documentId }: Pick<Belongings, 'documentId'>) => ({ kind: 'document', id: documentId })
const decided = (spends = false) => ({
  answers: overseers(),
  colleagues: { complianceOfficer: 403, cashier: 403, auditor: 403 },
  ...(spends && { spends: true as const }),
})

export const rows: RowsOf<Pick<typeof api, 'home' | 'queue'>> = {
  'home.show': { answers: firms() },
  'queue.list': { answers: firms() },
  'queue.people': { ask: ofDocument, ...decided() },
  'queue.take': { ask: ofDocument, ...decided(true) },
  'queue.release': { ask: ofDocument, ...decided() },
  'queue.snooze': {
    ask: (things) => ({ ...ofDocument(things), until: '2026-11-12' }),
    ...decided(true),
  },
  'queue.unsnooze': { ask: ofDocument, ...decided() },
  'queue.assign': { ask: (things) => ({ ...ofDocument(things), toId: null }), ...decided() },
}
