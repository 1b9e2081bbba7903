import type { api } from '#contract/api.ts'
import {
  administrators,
  clients,
  firms,
  nobodys,
  overseers,
  owners,
  type RowsOf,
} from '#server/testing/authorization.ts'

const report = {
  provider: 'Certified Checks Ltd',
  registerEntry: '',
  reference: 'CC-1',
  level: '',
  checkedOn: '2026-01-05',
  result: 'Pass',
}
const nothing = { region: 'eu', clientId: '', journey: '' } as const

export const rows: RowsOf<Pick<typeof api, 'identity' | 'identityReports' | 'identityProvider'>> = {
  'identityReports.ofClient': { ask: ({ clientId }) => ({ id: clientId }), answers: overseers() },
  'identityReports.add': { ask: ({ clientId }) => ({ id: clientId, ...report }), answers: overseers(201) },
  'identityReports.receive': {
    ask: ({ clientId }) => ({ id: clientId, ...report }),
    answers: overseers(201),
  },
  'identityReports.file': {
    ask: ({ clientId }) => ({ id: clientId, reportId: nobodys }),
    answers: overseers(404),
  },
  'identityReports.remove': {
    ask: ({ clientId }) => ({ id: clientId, reportId: nobodys }),
    answers: overseers(404),
  },
  // A demo does not call the provider.
  'identityReports.ask': { ask: ({ clientId }) => ({ id: clientId }), answers: overseers(409) },
  'identityReports.look': {
    ask: ({ clientId }) => ({ id: clientId, reportId: nobodys }),
    answers: overseers(404),
  },
  'identityProvider.show': { answers: administrators() },
  'identityProvider.removeSecret': { ask: ({ password }) => ({ password }), answers: administrators() },
  'identityProvider.save': { ask: () => ({ isOn: false, ...nothing }), answers: administrators() },
  // There is no connection to test.
  'identityProvider.test': { ask: () => nothing, answers: administrators(400) },

  'identity.complete': {
    ask: ({ task }) => ({ taskId: task('identity_check').id, verificationType: 'id', document: 'passport' }),
    answers: owners(),
  },
  'identity.waiting': { answers: firms() },
  // Nothing has been submitted yet.
  'identity.check': { ask: ({ task }) => ({ id: task('identity_check').id }), answers: overseers() },
  'identity.reopen': { ask: ({ task }) => ({ id: task('bank_check').id }), answers: overseers(404) },
  'identity.ofClient': { ask: ({ clientId }) => ({ id: clientId }), answers: overseers() },
  'identity.accept': {
    ask: ({ clientId, task }) => ({
      id: clientId,
      taskId: task('identity_check').id,
      note: 'Seen in person',
    }),
    answers: overseers(),
    spends: true,
  },
  'identity.askAgain': {
    ask: ({ clientId, task }) => ({ id: clientId, taskId: task('bank_check').id, reason: 'Please check' }),
    // Nothing has been submitted yet.
    answers: overseers(409),
  },
  'identity.verifications': { answers: clients() },
  'identity.faceConsent': { answers: clients() },
  'identity.withdrawFaceConsent': { answers: clients() },
  'identity.comparisons': {
    ask: ({ clientId }) => ({ clientId }),
    // This fee earner joined after the client, and is not responsible for anybody yet.
    answers: overseers(),
  },
}
