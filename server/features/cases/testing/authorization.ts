import type { api } from '#contract/api.ts'
import { clients, firms, overseers, owners, type RowsOf } from '#server/testing/authorization.ts'

const nextStep = { whose: 'client', nextStep: 'Send us your payslips' }
const matter = { title: 'Purchase', type: 'Property', priority: 'low', description: 'A flat' }

export const rows: RowsOf<Pick<typeof api, 'cases'>> = {
  'cases.list': { answers: clients() },
  'cases.one': { ask: ({ caseId }) => ({ id: caseId }), answers: owners() },
  'cases.request': { ask: () => matter, answers: clients(201) },
  'cases.close': { ask: ({ caseId }) => ({ id: caseId }), answers: owners(), spends: true },
  'cases.firmList': { answers: firms() },
  'cases.firmOne': { ask: ({ caseId }) => ({ id: caseId }), answers: overseers() },
  'cases.clients': { answers: firms() },
  'cases.start': {
    ask: ({ clientId }) => ({ clientId, ...matter, ...nextStep }),
    answers: overseers(201),
  },
  'cases.open': {
    ask: ({ pendingCaseId }) => ({ id: pendingCaseId, ...nextStep }),
    answers: overseers(),
    spends: true,
  },
  'cases.reject': {
    ask: ({ pendingCaseId }) => ({ id: pendingCaseId, reason: 'We act for the other side.' }),
    answers: overseers(),
    spends: true,
  },
  'cases.move': { ask: ({ caseId }) => ({ id: caseId, ...nextStep }), answers: overseers() },
  'cases.note': { ask: ({ caseId }) => ({ id: caseId, note: 'All is well.' }), answers: overseers() },
  'cases.firmClose': { ask: ({ caseId }) => ({ id: caseId }), answers: overseers(), spends: true },
  'cases.reopen': {
    ask: ({ closedCaseId }) => ({ id: closedCaseId, ...nextStep }),
    answers: overseers(),
    spends: true,
  },
}
