import { registerTable } from '#server/platform/audit/personal-data.ts'
import { exports, requests } from './schema.ts'

export const personalData = [
  registerTable(requests, {
    title: 'Your requests and complaints',
    whose: requests.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      kind: true,
      reference: true,
      words: true,
      wish: true,
      createdAt: true,
      dueOn: true,
      answer: true,
      keptUntil: true,
      answeredAt: true,
      answeredBy: "Someone else's reference number: who answered for the firm.",
    },
  }),
  registerTable(exports, {
    title: 'Exports of your data',
    whose: exports.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      sessionId: true,
      askedAt: true,
      expiresAt: true,
      takenAt: true,
    },
  }),
]
