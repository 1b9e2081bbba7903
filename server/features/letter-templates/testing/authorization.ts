import type { api } from '#contract/api.ts'
import { administrators, firms, type RowsOf } from '#server/testing/authorization.ts'

const template = { name: 'Authority', kind: 'letter', text: 'Dear {{client.name}}', questions: [] }
const key = 'completion'

export const rows: RowsOf<Pick<typeof api, 'letterTemplates'>> = {
  'letterTemplates.list': { answers: firms() },
  'letterTemplates.versions': { ask: () => ({ key }), answers: administrators() },
  'letterTemplates.add': {
    // Two templates in use never share a name.
    ask: ({ clientId }) => ({ ...template, name: `Authority ${clientId}` }),
    answers: administrators(201),
    spends: true,
  },
  // Another version has been published since, so this request publishes none.
  'letterTemplates.publish': {
    ask: () => ({ key, basedOn: 99, note: 'Shorter', ...template }),
    answers: administrators(409),
  },
  'letterTemplates.retire': { ask: () => ({ key, isRetired: false }), answers: administrators() },
}
