import type { TemplateStep } from '../step.ts'

/** A step that asks the client for a document, as soon as the case opens. */
export const documentStep = (key: string, facts: Partial<TemplateStep> = {}): TemplateStep => ({
  key,
  asks: 'requested_document',
  title: `Send ${key}`,
  description: '',
  roles: ['client'],
  everyone: 'any',
  amount: null,
  account: null,
  due: { from: 'none' },
  reminders: [],
  waitsFor: [],
  condition: null,
  form: null,
  ...facts,
})
