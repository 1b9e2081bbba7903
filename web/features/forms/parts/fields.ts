import { choiceWords, type FormField } from '#contract/form-words.ts'
import type { Wizard } from '../wizard.ts'

export type WizardForm = Wizard['form']

/** The offers of a choice, for a select, radio buttons or ticks. */
export const offersOf = (name: keyof typeof choiceWords & FormField) =>
  Object.entries(choiceWords[name]).map(([value, label]) => ({ value, label }))

export const nothingChosen = 'Please choose'
