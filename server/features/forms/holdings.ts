import { held } from '#server/platform/holdings.ts'
import { formAnswers, formDrafts } from './schema.ts'

export const holdings = [
  held(formAnswers, {
    title: 'Your answers in forms',
    whose: formAnswers.clientId,
    columns: {
      id: true,
      taskId: true,
      clientId: 'Your own number.',
      form: true,
      version: true,
      formData: true,
      isAccepted: true,
      submittedAt: true,
    },
  }),
  held(formDrafts, {
    title: 'Forms that you have begun',
    whose: formDrafts.clientId,
    columns: { taskId: true, clientId: 'Your own number.', formData: true, step: true, savedAt: true },
  }),
]
