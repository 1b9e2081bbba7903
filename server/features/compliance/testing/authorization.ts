import type { api } from '#contract/api.ts'
import { nobodys, overseers, type RowsOf } from '#server/testing/authorization.ts'

/** Only the compliance officer decides risks. */
const nobodyElse = { visitor: 401, owner: 403, otherClient: 403, feeEarner: 403, administrator: 403 }

export const rows: RowsOf<Pick<typeof api, 'compliance'>> = {
  'compliance.items': {
    ask: () => ({ state: 'open' }),
    answers: nobodyElse,
    colleagues: { complianceOfficer: 200 },
  },
  'compliance.item': {
    ask: () => ({ id: nobodys }),
    answers: nobodyElse,
    colleagues: { complianceOfficer: 404 },
  },
  'compliance.reopen': {
    ask: () => ({ id: nobodys }),
    answers: nobodyElse,
    colleagues: { complianceOfficer: 404 },
  },
  'compliance.decide': {
    ask: () => ({ id: nobodys, words: 'Looked at and recorded.' }),
    answers: nobodyElse,
    colleagues: { complianceOfficer: 404 },
  },
  'compliance.risk': { ask: ({ matterId }) => ({ id: matterId }), answers: overseers() },
  'compliance.mark': {
    ask: ({ matterId }) => ({ id: matterId, level: 'high', reason: 'Funds from abroad.' }),
    answers: nobodyElse,
    colleagues: { complianceOfficer: 200 },
  },
}
