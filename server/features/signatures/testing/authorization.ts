import type { api } from '#contract/api.ts'
import { all, clients, firms, overseers, owners, type RowsOf } from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'signatures' | 'witness'>> = {
  'signatures.create': {
    ask: ({ sentId }) => ({
      documentId: sentId,
      typedName: 'Amara Okafor',
      signaturePosition: 'bottom_right',
    }),
    answers: owners(201),
    spends: true,
  },
  // None of these documents is a deed. The point is that nobody else learns of the document.
  'witness.invite': { ask: ({ sentId }) => ({ id: sentId }), answers: owners(409) },
  'witness.standing': { ask: ({ sentId }) => ({ id: sentId }), answers: owners() },
  'witness.sign': {
    ask: ({ sentId }) => ({ id: sentId, typedName: 'Amara Okafor', signaturePosition: 'bottom_right' }),
    answers: owners(409),
  },
  'witness.look': { ask: () => ({ token: 'none' }), answers: all(200) },
  'witness.enter': {
    ask: () => ({ token: 'none', code: '000000' }),
    answers: all(404),
  },
  'witness.introduce': {
    ask: () => ({ token: 'none', key: 'none', name: 'Ana Silva', address: 'Leeds', occupation: 'Nurse' }),
    answers: all(404),
  },
  'witness.attest': {
    ask: () => ({ token: 'none', key: 'none', typedName: 'Ana Silva', statementVersion: '' }),
    answers: all(404),
  },
  'witness.decline': { ask: () => ({ token: 'none' }), answers: all(404) },
  'signatures.list': { answers: clients() },
  'signatures.requests': { answers: clients() },
  'signatures.ofDocument': { ask: ({ sentId }) => ({ id: sentId }), answers: owners() },
  'signatures.opened': { ask: ({ sentId }) => ({ id: sentId }), answers: owners() },
  // It is not signed yet. The point is that nobody else learns of it.
  'signatures.signedCopy': { ask: ({ sentId }) => ({ id: sentId }), answers: owners(409) },
  'signatures.verify': { ask: () => ({ sha256: '0'.repeat(64) }), answers: all(200) },
  'signatures.recipients': { answers: firms() },
  'signatures.steps': { ask: ({ clientId }) => ({ clientId }), answers: overseers() },
  'signatures.sent': { answers: firms() },
  // This fee earner joined after the client and is responsible for nobody yet.
  'signatures.send': {
    ask: ({ clientId }) => ({ clientId, name: 'Transfer deed' }),
    answers: overseers(201),
  },
  'signatures.evidence': {
    ask: ({ sentId }) => ({ id: sentId }),
    answers: overseers(),
  },
  'signatures.copy': {
    ask: ({ sentId }) => ({ id: sentId }),
    answers: overseers(),
  },
  // A client care letter belongs to its task and can't be withdrawn.
  'signatures.cancel': {
    ask: ({ sentId }) => ({ id: sentId }),
    answers: overseers(409),
  },
}
