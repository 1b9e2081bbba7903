import type { TemplateItem } from '../schema.ts'

const free = { amount: null, account: null, vat: null }

/** The tasks of a new client, until the firm writes a template of its own. */
export const defaultTemplate: TemplateItem[] = [
  {
    ...free,
    kind: 'proof_of_identity',
    category: 'documents',
    title: 'Upload proof of identity',
    description: 'Passport, driving licence or national ID card',
  },
  {
    ...free,
    kind: 'proof_of_address',
    category: 'documents',
    title: 'Upload proof of address',
    description: 'Utility bill or bank statement from the last 3 months',
  },
  {
    ...free,
    kind: 'proof_of_funds',
    category: 'documents',
    title: 'Upload proof of funds',
    description: 'Bank or savings statement that shows the money for your case',
  },
  {
    kind: 'payment',
    category: 'payments',
    title: 'Pay search fees',
    description: 'Local authority and drainage searches · {amount}',
    amount: 34_250,
    account: 'client',
    vat: 0,
  },
  {
    ...free,
    kind: 'identity_check',
    category: 'verification',
    title: 'Verify your identity',
    description: 'Choose which identity document we should check',
  },
  {
    ...free,
    kind: 'bank_check',
    category: 'verification',
    title: 'Verify your bank account',
    description: 'We check the sort code and account number before any money moves',
  },
  {
    ...free,
    kind: 'client_questionnaire',
    category: 'forms',
    title: 'Client Questionnaire',
    description: 'About you and your case. About 5 minutes',
  },
  {
    ...free,
    kind: 'risk_assessment',
    category: 'forms',
    title: 'Risk Assessment',
    description: "Questions we're legally required to ask every client. About 5 minutes",
  },
  {
    ...free,
    kind: 'care_letter',
    category: 'legal_services',
    title: 'Sign your client care letter',
    description: "How we'll work together, and how you'll be told what it costs",
  },
]

const inFormerWords = defaultTemplate.map((item) =>
  item.kind === 'risk_assessment'
    ? { ...item, description: "Questions we're legally required to ask every client. About 4 minutes" }
    : item,
)

/** The defaults of earlier versions of the portal. A firm that still has one of them gets the newest. */
export const earlierDefaults: TemplateItem[][] = [inFormerWords.slice(0, 8), inFormerWords]
