import type { ReviewedDocument } from '#contract/documents/reviews.ts'
import type { IdentityDocument, Verification } from '#contract/identity/identity.ts'
import type { Payment } from '#contract/payments/payments.ts'

export const checkWords: Record<Verification['verificationType'], string> = {
  id: 'Identity',
  bank: 'Bank account',
}

export const documentNames: Record<IdentityDocument, string> = {
  passport: 'Passport',
  driving_license: 'Driving licence',
}

export const modulusNames: Record<NonNullable<Verification['modulus']>, string> = {
  possible: 'Sort code and account number can go together',
  not_checkable: 'No published rule covers this sort code',
}

export const paymentWords: Record<
  Payment['status'],
  { tone: 'ok' | 'info' | 'stop' | 'warn' | 'neutral'; words: string }
> = {
  completed: { tone: 'ok', words: 'Completed' },
  open: { tone: 'neutral', words: 'Not finished' },
  checking: { tone: 'info', words: 'Checking' },
  declined: { tone: 'stop', words: 'Declined' },
  failed: { tone: 'warn', words: 'Failed' },
  refund_due: { tone: 'warn', words: 'Refund due' },
  disputed: { tone: 'stop', words: 'Disputed' },
  charged_back: { tone: 'stop', words: 'Charged back' },
  refunding: { tone: 'info', words: 'Refund on its way' },
  refunded: { tone: 'info', words: 'Refunded' },
}

const documentWords = {
  verified: { tone: 'ok', words: 'Verified' },
  rejected: { tone: 'stop', words: 'Rejected' },
  pending: { tone: 'warn', words: 'Awaiting review' },
} as const
const replaced = { tone: 'over', words: 'Replaced or left out' } as const

/** The status of a document, in the firm's words. */
export const standingOf = ({ status, isSuperseded }: Pick<ReviewedDocument, 'status' | 'isSuperseded'>) =>
  isSuperseded ? replaced : documentWords[status]
