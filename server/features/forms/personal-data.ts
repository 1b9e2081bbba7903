import { registerTable } from '#server/platform/audit/personal-data.ts'
import { formAnswers, formDrafts } from './schema.ts'

export const personalData = [
  registerTable(formAnswers, {
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
  registerTable(formDrafts, {
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
