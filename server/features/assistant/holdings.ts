import { held } from '#server/platform/holdings.ts'
import { assistantMessages } from './schema.ts'

export const holdings = [
  held(assistantMessages, {
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
