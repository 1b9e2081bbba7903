import type { api } from '#contract/api.ts'
import { clients, firms, overseers, owners, type RowsOf } from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'documents' | 'reviews'>> = {
  'documents.list': { answers: clients() },
  'documents.upload': {
    ask: ({ task }) => ({ taskId: task('proof_of_funds').id, documentType: 'Upload proof of funds' }),
    answers: owners(201),
    spends: true,
  },
  'documents.one': { ask: ({ documentId }) => ({ id: documentId }), answers: owners() },
  'documents.correct': {
    ask: ({ documentId }) => ({ id: documentId, field: 'fullName', value: 'Amara Okafor' }),
    answers: owners(),
  },
  'documents.keep': { ask: ({ documentId }) => ({ id: documentId }), answers: owners() },
  'documents.remove': { ask: ({ documentId }) => ({ id: documentId }), answers: owners(204), spends: true },
  'documents.file': { ask: ({ documentId }) => ({ id: documentId }), answers: owners() },
  'documents.download': { ask: ({ documentId }) => ({ id: documentId }), answers: owners() },
  'documents.preview': { ask: ({ documentId }) => ({ id: documentId }), answers: owners() },
  'documents.page': { ask: ({ documentId }) => ({ id: documentId, page: 1 }), answers: owners() },
  'documents.pageText': { ask: ({ documentId }) => ({ id: documentId, page: 1 }), answers: owners() },
  'reviews.list': { answers: firms() },
  'reviews.ofClient': { ask: ({ clientId }) => ({ id: clientId }), answers: overseers() },
  'reviews.one': { ask: ({ documentId }) => ({ id: documentId }), answers: overseers() },
  'reviews.accept': { ask: ({ documentId }) => ({ id: documentId }), answers: overseers(), spends: true },
  'reviews.reject': {
    ask: ({ documentId }) => ({ id: documentId, reason: 'Please send a sharper photo.' }),
    answers: overseers(),
    spends: true,
  },
  // Nobody has decided yet.
  'reviews.reopen': { ask: ({ documentId }) => ({ id: documentId }), answers: overseers(409) },
  'reviews.file': { ask: ({ documentId }) => ({ id: documentId }), answers: overseers() },
  'reviews.download': { ask: ({ documentId }) => ({ id: documentId }), answers: overseers() },
  'reviews.preview': { ask: ({ documentId }) => ({ id: documentId }), answers: overseers() },
  'reviews.page': { ask: ({ documentId }) => ({ id: documentId, page: 1 }), answers: overseers() },
  'reviews.pageText': { ask: ({ documentId }) => ({ id: documentId, page: 1 }), answers: overseers() },
}
