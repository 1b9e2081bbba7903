import type { api } from '#contract/api.ts'
import { administrators, firms, nobodys, overseers, type RowsOf } from '#server/testing/authorization.ts'

const answers = {}
const text = { name: 'Authority', kind: 'letter', text: 'Dear {{client.name}}', questions: [] }

export const rows: RowsOf<Pick<typeof api, 'letters'>> = {
  'letters.ofMatter': { ask: ({ matterId }) => ({ id: matterId }), answers: overseers() },
  'letters.preview': {
    ask: ({ matterId, clientId }) => ({
      id: matterId,
      templateKey: 'client-care',
      recipientId: clientId,
      answers,
    }),
    answers: overseers(),
  },
  // Nobody has read it, so it is not sent. This only tests who may ask.
  'letters.send': {
    ask: ({ matterId, clientId }) => ({
      id: matterId,
      templateKey: 'client-care',
      templateVersion: 0,
      recipientId: clientId,
      answers,
      dataDigest: '',
      delivery: 'document',
    }),
    answers: overseers(409),
  },
  // The matrix has no letter. This only tests that nobody learns more from the response.
  'letters.copy': { ask: () => ({ id: nobodys }), answers: { ...firms(404), administrator: 404 } },
  'letters.tryTemplate': { ask: () => ({ matterId: null, ...text }), answers: administrators() },
}
