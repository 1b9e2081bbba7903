import { registerTable } from '#server/platform/audit/personal-data.ts'
import { consents, conversations, messages, verificationSessions } from './schema.ts'

export const personalData = [
  registerTable(conversations, {
    title: 'Your conversation with the assistant',
    whose: conversations.clientId,
    columns: {
      clientId: 'Your own reference number.',
      stage: true,
      road: true,
      facts:
        'How the conversation keeps its place; what you said and sent is given with its messages and documents.',
      sessionId: true,
      startedAt: true,
      updatedAt: true,
      completedAt: true,
    },
  }),
  registerTable(messages, {
    title: 'What was said in it',
    whose: messages.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      position: true,
      stage: true,
      isUser: true,
      content: true,
      options: true,
      actionType: true,
      attachmentType: true,
      formId: true,
      sessionId: true,
      facts: true,
      badge: true,
      answers: true,
      at: true,
    },
  }),
  registerTable(consents, {
    title: 'Your consents',
    whose: consents.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      kind: true,
      isGiven: true,
      textVersion: true,
      at: true,
    },
  }),
  registerTable(verificationSessions, {
    title: 'Verification sessions',
    whose: verificationSessions.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      provider: true,
      state: true,
      providerId: "The provider's number for the session, which opens it there.",
      sealedUrl: 'A key: anyone who has the address can open the session.',
      expiresAt: true,
      createdAt: true,
    },
  }),
]
