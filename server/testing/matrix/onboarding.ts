import { clients, firms, keyholders, owners, type Row } from './row.ts'

export const onboardingRows: Record<string, Row> = {
  'onboarding.show': { answers: clients() },
  'onboarding.answer': {
    ask: ({ messageId }) => ({ messageId, answer: { kind: 'option', option: 'Upload documents instead' } }),
    answers: owners(),
    spends: true,
  },
  'onboarding.upload': {
    // The chat of none of them asks for a file yet: what matters is that a message of another opens nothing.
    ask: ({ messageId }) => ({ messageId }),
    answers: clients(409),
  },
  'onboarding.chat': { ask: () => ({ message: 'Is my data secure?' }), answers: clients() },
  'onboarding.remind': { answers: clients() },
  // Only a conversation that has come so far has a session, and data to compare.
  'onboarding.generateSession': { answers: { ...clients(409), owner: 200 } },
  'onboarding.status': { answers: clients() },
  'onboarding.verifyData': {
    ask: () => ({ userData: {}, verificationSource: 'system_collected' }),
    answers: clients(409),
  },
  'onboarding.complete': { answers: clients() },
  // The address is the key, on a phone that nobody is signed in on too; but nobody else may turn it.
  'onboarding.capture': { ask: ({ token }) => ({ token }), answers: keyholders() },
  'onboarding.chooseDocument': {
    ask: ({ token }) => ({ token, document: 'passport' }),
    answers: keyholders(),
    spends: true,
  },
  'onboarding.takePicture': {
    ask: ({ token }) => ({ token, step: 'ADDRESSDOCUMENT' }),
    answers: keyholders(201),
    spends: true,
  },
  'onboarding.skipStep': {
    ask: ({ token }) => ({ token, step: 'ADDRESSDOCUMENT' }),
    answers: keyholders(),
    spends: true,
  },
  // No picture has been taken yet.
  'onboarding.submitSession': { ask: ({ token }) => ({ token }), answers: keyholders(409) },
  'assistant.messages': { answers: clients() },
  'assistant.ask': { ask: () => ({ content: 'What is left?' }), answers: clients() },
  'assistant.suggestions': { answers: clients() },
  'assistant.rate': {
    ask: ({ answerId }) => ({ id: answerId, verdict: 'helpful' }),
    answers: owners(),
  },
  'assistant.handOver': { answers: clients(201) },
  'assistant.clear': { answers: clients(204), spends: 'asker' },
  'knowledge.articles': { answers: firms() },
  'knowledge.save': {
    ask: () => ({ id: 'fees', title: 'Fees', body: '## What it costs\n\nAsk us.', isReviewed: true }),
    answers: firms(),
  },
  'knowledge.restore': { ask: () => ({ id: 'fees' }), answers: firms() },
  'knowledge.model': { answers: firms() },
  'knowledge.switchModel': { ask: () => ({ isOn: true }), answers: { ...firms(), feeEarner: 403 } },
  'knowledge.gaps': { answers: firms() },
  'knowledge.closeGap': { ask: ({ documentId }) => ({ id: documentId }), answers: firms(404) },
}
