import type { api } from '#contract/api.ts'
import {
  administrators,
  firms,
  nobodys,
  overseers,
  owners,
  type RowsOf,
} from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'templates' | 'caseTemplates' | 'doubledTasks'>> = {
  'templates.list': { answers: administrators() },
  'templates.one': { ask: () => ({ id: nobodys }), answers: administrators(404) },
  'templates.add': {
    ask: ({ clientId }) => ({ type: `Lease ${clientId}` }),
    answers: administrators(201),
    spends: true,
  },
  'templates.saveDraft': {
    ask: () => ({ id: nobodys, steps: [], revision: 0 }),
    answers: administrators(404),
  },
  'templates.discardDraft': { ask: () => ({ id: nobodys }), answers: administrators(404) },
  'templates.publish': {
    ask: () => ({ id: nobodys, revision: 1, note: 'Searches come first.' }),
    answers: administrators(404),
  },
  // Whoever asks a client once works with that client.
  'doubledTasks.list': {
    ask: ({ clientId }) => ({ id: clientId }),
    answers: administrators(),
    colleagues: { unassignedAdministrator: 404 },
  },
  'doubledTasks.askOnce': {
    ask: ({ clientId }) => ({ id: clientId, taskIds: [nobodys] }),
    answers: administrators(),
    colleagues: { unassignedAdministrator: 404 },
  },
  'caseTemplates.types': { answers: firms() },
  'caseTemplates.one': { ask: ({ matterId }) => ({ id: matterId }), answers: overseers() },
  'caseTemplates.reused': {
    ask: ({ matterId }) => ({ id: matterId }),
    answers: owners(),
    beside: { jointClient: 200 },
  },
  'caseTemplates.preview': {
    ask: ({ matterId }) => ({ id: matterId, type: 'Sale' }),
    answers: overseers(),
  },
  'caseTemplates.untouched': {
    ask: ({ clientId }) => ({ id: clientId, type: 'Sale' }),
    answers: overseers(),
  },
  'caseTemplates.unneeded': { ask: ({ matterId }) => ({ id: matterId }), answers: overseers() },
  'caseTemplates.closeUnneeded': {
    ask: ({ matterId }) => ({ id: matterId, taskIds: [nobodys] }),
    answers: overseers(),
  },
  // There is no such party. Only users who may run the matter get as far as that.
  'caseTemplates.removal': {
    ask: ({ matterId }) => ({ id: matterId, partyId: nobodys }),
    answers: overseers(404),
  },
  // This version does not exist. Only users who may run the matter get that answer.
  'caseTemplates.move': {
    ask: ({ matterId }) => ({ id: matterId, version: 999 }),
    answers: overseers(409),
  },
}
