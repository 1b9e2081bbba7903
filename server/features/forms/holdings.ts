import { held } from '#server/platform/holdings.ts'
import { formAnswers, formDrafts } from './schema.ts'

export const holdings = [
  held(formAnswers, {
    title: 'Your answers to our forms',
    whose: formAnswers.clientId,
    columns: {
      id: true,
      taskId: true,
      clientId: 'Your own reference number.',
      form: true,
      version: true,
      formData: true,
      isAccepted: true,
      submittedAt: true,
    },
  }),
  held(formDrafts, {
    title: "Forms you've started",
    whose: formDrafts.clientId,
    columns: {
      taskId: true,
      clientId: 'Your own reference number.',
      formData: true,
      step: true,
      savedAt: true,
    },
  }),
]
