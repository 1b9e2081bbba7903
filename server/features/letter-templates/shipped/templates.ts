import { careLetterKey, TemplateKey, type TemplateText } from '#contract/letter-templates/letter-templates.ts'
import { clientCareText } from './client-care.ts'
import { completionText, reportOnTitleText } from './purchase-letters.ts'

/** When these texts were last changed: a firm can tell which clients were sent which. */
export const shippedEdition = '2026-11-23'

const shippedTexts: Record<string, TemplateText> = {
  [careLetterKey]: { name: 'Client care letter', kind: 'letter', text: clientCareText, questions: [] },
  'report-on-title': {
    name: 'Report on title',
    kind: 'letter',
    text: reportOnTitleText,
    questions: [
      { key: 'property', label: 'Address of the property' },
      { key: 'title_number', label: 'Title number' },
      { key: 'tenure', label: 'Tenure, for example “freehold” or “leasehold with 118 years left”' },
      { key: 'lease', label: 'The lease: term, ground rent, service charge (leave blank if freehold)' },
      { key: 'restrictions', label: 'Rights and restrictions (leave blank if there are none to report)' },
      { key: 'searches', label: 'What the searches say' },
    ],
  },
  completion: {
    name: 'Completion letter',
    kind: 'letter',
    text: completionText,
    questions: [
      { key: 'property', label: 'Address of the property' },
      { key: 'keys', label: 'Where the keys are (leave blank if they have them)' },
    ],
  },
}

export const shippedTemplates = Object.entries(shippedTexts).map(([key, text]) => ({
  key: TemplateKey.parse(key),
  ...text,
}))
