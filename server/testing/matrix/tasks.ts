import { clients, firms, members, overseers, owners, type Row } from './row.ts'

export const tasksRows: Record<string, Row> = {
  'tasks.list': { answers: clients() },
  'activities.list': { answers: clients() },
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
  'payments.refunds': { answers: firms() },
  'payments.ofClient': { ask: ({ clientId }) => ({ id: clientId }), answers: overseers() },
  // It was paid once, so nothing is owed back.
  'payments.refund': { ask: ({ payment }) => ({ id: payment.id }), answers: overseers(409) },
  'payments.list': { answers: clients() },
  'payments.pay': {
    ask: ({ task }) => {
      const { id, amount } = task('payment')
      return { taskId: id, amount, currency: 'GBP', paymentMethod: 'card' }
    },
    // The owner has paid already: what matters is that another client learns nothing of it.
    answers: owners(409),
  },
  'payments.processor': { answers: clients() },
  'payments.receipt': { ask: ({ payment }) => ({ id: payment.id }), answers: owners() },
  'forms.complete': {
    ask: ({ task, answers }) => ({ id: task('client_questionnaire').id, formData: answers.formData }),
    answers: owners(),
  },
  'forms.draft': { ask: ({ task }) => ({ id: task('risk_assessment').id }), answers: owners() },
  'forms.saveDraft': {
    ask: ({ task }) => ({ id: task('risk_assessment').id, formData: {}, step: 1 }),
    answers: owners(),
  },
  'forms.answers': { ask: ({ task }) => ({ id: task('client_questionnaire').id }), answers: owners() },
  'forms.answersFile': { ask: ({ task }) => ({ id: task('client_questionnaire').id }), answers: owners() },
  'forms.ofClient': { ask: ({ clientId }) => ({ id: clientId }), answers: overseers() },
  'identity.complete': {
    ask: ({ task }) => ({ taskId: task('identity_check').id, verificationType: 'id', document: 'passport' }),
    answers: owners(),
  },
  'identity.waiting': { answers: firms() },
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
    // Nothing was submitted yet.
    answers: overseers(409),
  },
  'identity.verifications': { answers: clients() },
  'identity.faceConsent': { answers: clients() },
  'identity.withdrawFaceConsent': { answers: clients() },
  'identity.comparisons': {
    ask: ({ clientId }) => ({ clientId }),
    // This fee earner came after the client, and answers for nobody yet.
    answers: overseers(),
  },
  'documentSandbox.checkKey': { answers: members() },
  'documentSandbox.run': {
    ask: () => ({ documentType: 'bank_statement', imageData: 'data:application/pdf;base64,JVBERi0x' }),
    // In the demo everybody may try; this file is no whole PDF, which the checks have reached.
    answers: members(422),
  },
  'demoInbox.list': { answers: clients() },
  'dashboard.resetTestUser': { answers: clients(403) },
}
