import type { api } from '#contract/api.ts'
import { clients, firms, overseers, owners, type RowsOf } from '#server/testing/authorization.ts'

const nextStep = { whose: 'client', nextStep: 'Send us your payslips' }
const matter = { title: 'Purchase', type: 'Property', priority: 'low', description: 'A flat' }

export const rows: RowsOf<Pick<typeof api, 'cases'>> = {
  'cases.list': { answers: clients() },
  'cases.one': { ask: ({ matterId }) => ({ id: matterId }), answers: owners() },
  'cases.request': { ask: () => matter, answers: clients(201) },
  'cases.close': { ask: ({ matterId }) => ({ id: matterId }), answers: owners(), spends: true },
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
  'cases.firmClose': { ask: ({ matterId }) => ({ id: matterId }), answers: overseers(), spends: true },
  'cases.reopen': {
    ask: ({ closedMatterId }) => ({ id: closedMatterId, ...nextStep }),
    answers: overseers(),
    spends: true,
  },
}
