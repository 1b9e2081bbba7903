import { registerTable } from '#server/platform/audit/personal-data.ts'
import { assistantMessages } from './schema.ts'

export const personalData = [
  registerTable(assistantMessages, {
    title: 'Your conversation with Obi',
    whose: assistantMessages.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      isUser: true,
      content: true,
      answer: true,
      verdict: true,
      verdictReason: true,
      createdAt: true,
    },
  }),
]
