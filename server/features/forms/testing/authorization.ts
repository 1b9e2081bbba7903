import type { api } from '#contract/api.ts'
import { overseers, owners, type RowsOf } from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'forms'>> = {
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
}
