import type { api } from '#contract/api.ts'
import { all, clients, firms, owners, type RowsOf } from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'assistant' | 'knowledge' | 'guideSearch'>> = {
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
  'guideSearch.find': { ask: () => ({ question: 'How do I pay?' }), answers: all(200) },
}
