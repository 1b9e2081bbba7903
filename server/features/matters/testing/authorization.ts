import type { api } from '#contract/api.ts'
import { clients, firms, overseers, owners, type RowsOf } from '#server/testing/authorization.ts'

const nextStep = { whose: 'client', nextStep: 'Send us your payslips' }
const matter = { title: 'Purchase', type: 'Property', priority: 'low', description: 'A flat' }

const facts = {
  type: 'Purchase',
  feeEarnerId: null,
  supervisorId: null,
  teamId: null,
  value: 45_000_000,
  dates: [],
  scope: 'yes',
  scopeReason: 'We act in the purchase of land.',
  costsEstimate: 174_000,
  costsSoFar: null,
}

const party = {
  role: 'lender',
  kind: 'organisation',
  name: 'A building society',
  email: '',
  phone: '',
  number: '',
  detail: '',
}

export const rows: RowsOf<Pick<typeof api, 'cases' | 'caseParties'>> = {
  'cases.list': { answers: clients() },
  'cases.one': {
    ask: ({ matterId }) => ({ id: matterId }),
    answers: owners(),
    beside: { jointClient: 200 },
  },
  'cases.request': { ask: () => matter, answers: clients(201) },
  'cases.closing': {
    ask: ({ matterId }) => ({ id: matterId }),
    answers: owners(),
    beside: { jointClient: 200 },
  },
  // Each of the clients may close it, and the firm can reopen it.
  'cases.close': {
    ask: ({ matterId }) => ({ id: matterId }),
    answers: owners(),
    beside: { jointClient: 200 },
    spends: true,
  },
  'cases.firmList': { answers: firms() },
  'cases.firmOne': { ask: ({ matterId }) => ({ id: matterId }), answers: overseers() },
  'cases.clients': { answers: firms() },
  'cases.start': {
    ask: ({ clientId }) => ({ clientId, ...matter, ...nextStep }),
    answers: overseers(201),
  },
  'cases.open': {
    ask: ({ pendingMatterId }) => ({ id: pendingMatterId, ...nextStep }),
    answers: overseers(),
    spends: true,
  },
  'cases.reject': {
    ask: ({ pendingMatterId }) => ({ id: pendingMatterId, reason: 'We act for the other side.' }),
    answers: overseers(),
    spends: true,
  },
  'cases.move': { ask: ({ matterId }) => ({ id: matterId, ...nextStep }), answers: overseers() },
  'cases.note': { ask: ({ matterId }) => ({ id: matterId, note: 'All is well.' }), answers: overseers() },
  'cases.saveFacts': { ask: ({ matterId }) => ({ id: matterId, ...facts }), answers: overseers() },
  'cases.setStage': {
    ask: ({ matterId }) => ({ id: matterId, stage: 'instruction', words: '' }),
    answers: overseers(),
  },
  // The user has set no stage, so there is none to undo.
  'cases.undoStage': { ask: ({ closedMatterId }) => ({ id: closedMatterId }), answers: overseers(409) },
  'cases.addInternalNote': {
    ask: ({ matterId }) => ({ id: matterId, words: 'Ask about the gift.' }),
    answers: overseers(201),
  },
  'caseParties.people': { answers: firms() },
  'caseParties.colleagues': { answers: firms() },
  // An organisation is on a case once in a role.
  'caseParties.add': {
    ask: ({ matterId }) => ({ id: matterId, ...party }),
    answers: overseers(201),
    spends: true,
  },
  'caseParties.save': {
    ask: ({ matterId, partyId }) => ({ id: matterId, partyId, ...party, role: 'agent' }),
    answers: overseers(),
  },
  'caseParties.remove': {
    ask: ({ matterId, partyId }) => ({ id: matterId, partyId }),
    answers: overseers(204),
    spends: true,
  },
  // The other party is no client of the case, so 409 shows that the user is authorised.
  'caseParties.nameFirst': {
    ask: ({ matterId, partyId }) => ({ id: matterId, partyId }),
    answers: overseers(409),
  },
  'caseParties.saveAccess': {
    ask: ({ matterId }) => ({ id: matterId, isRestricted: false, memberIds: [] }),
    answers: overseers(),
  },
  'cases.firmClose': { ask: ({ matterId }) => ({ id: matterId }), answers: overseers(), spends: true },
  'cases.reopen': {
    ask: ({ closedMatterId }) => ({ id: closedMatterId, ...nextStep }),
    answers: overseers(),
    spends: true,
  },
}
