import { careLetterKey, TemplateKey, type TemplateText } from '#contract/letter-templates/letter-templates.ts'
import {
  clientCareText,
  completionText,
  deedOfGiftText,
  deedOfTransferText,
  reportOnTitleText,
} from './texts.ts'

/** When these texts last changed, so that a firm can tell which client was sent which text. */
export const shippedEdition = '2026-11-30'

const shippedTexts: Record<string, TemplateText> = {
  [careLetterKey]: { name: 'Client care letter', kind: 'letter', text: clientCareText, questions: [] },
  'report-on-title': {
    name: 'Report on title',
    kind: 'letter',
    text: reportOnTitleText,
    questions: [
      { key: 'property', label: 'Address of the property' },
      { key: 'title_number', label: 'Title number' },
      { key: 'tenure', label: 'Tenure (for example, freehold, or leasehold with 118 years left)' },
      { key: 'lease', label: 'The lease: term, ground rent, service charge (leave blank if freehold)' },
      { key: 'restrictions', label: 'Rights and restrictions (if there are none to report, say so)' },
      { key: 'searches', label: 'What the searches say' },
    ],
  },
  completion: {
    name: 'Completion letter',
    kind: 'letter',
    text: completionText,
    questions: [
      { key: 'property', label: 'Address of the property' },
      // The date on the case is a plan, which passes without the purchase having completed.
      { key: 'completed_on', label: 'Date on which the purchase completed (for example, 11 January 2027)' },
      // Whether tax is due, and from whose money it is paid, nobody can know but the person who checked.
      { key: 'tax', label: 'Stamp Duty Land Tax (for example, who pays it and when, or that none is due)' },
      { key: 'keys', label: 'Where the keys are (leave blank if they have them)' },
    ],
  },
  'deed-of-gift': {
    name: 'Deed of gift',
    kind: 'deed',
    text: deedOfGiftText,
    questions: [
      { key: 'recipient', label: 'Name and address of the recipient' },
      { key: 'gift', label: 'What is given (for example, the sum of £20,000)' },
      { key: 'purpose', label: 'What it is towards (leave blank if nothing in particular)' },
    ],
  },
  'deed-of-transfer': {
    name: 'Deed of transfer of a share',
    kind: 'deed',
    text: deedOfTransferText,
    questions: [
      { key: 'recipient', label: 'Name and address of the recipient' },
      { key: 'property', label: 'Address of the property' },
      { key: 'title_number', label: 'Title number (leave blank if unregistered)' },
      { key: 'share', label: 'The share (for example, one half)' },
      { key: 'price', label: 'The price (leave blank if it is a gift)' },
    ],
  },
}

export const shippedTemplates = Object.entries(shippedTexts).map(([key, text]) => ({
  key: TemplateKey.parse(key),
  ...text,
}))
