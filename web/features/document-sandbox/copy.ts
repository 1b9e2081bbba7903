import type { TrialResult, TrialStatus } from '#contract/document-sandbox.ts'
import { faultOfKind, smallUploadLimit } from '#contract/documents/documents.ts'
import type { DocumentType, Flag } from '#contract/documents/validation.ts'
import type { Problem } from '#contract/kit/problem.ts'
import type { ToastWords } from '#web/ui/overlays/toast.ts'
import type { Tone } from '#web/ui/tone.ts'

export const typeWords: Record<DocumentType, string> = {
  passport: 'Passport',
  drivers_license: 'Driving licence',
  identity: 'National ID Card',
  address_proof: 'Proof of address',
  utility_bill: 'Utility bill',
  bank_statement: 'Bank statement',
  funds_proof: 'Proof of funds',
  selfie: 'Selfie',
  photo: 'Photo',
  legal: 'Legal document',
}

export const statusTone: Record<TrialStatus, Tone> = {
  PASS: 'ok',
  CAUTION: 'warn',
  FAIL: 'stop',
  PENDING_REVIEW: 'info',
}

/** Part 2 section 9: green above 80, amber above 60, red otherwise. */
export const scoreTone = (score: number) => {
  if (score > 80) return 'ok'
  return score > 60 ? 'warn' : 'stop'
}

export const flagWords: Record<Flag, string> = {
  isTampered: 'Signs of editing',
  isExpired: 'Out of date',
  isFraudulent: 'Contradicts itself',
  hasMissingElements: 'Something is missing',
  requiresManualReview: 'A person should look',
}

export const groupWords: Record<keyof TrialResult['extractedData'], string> = {
  personalDetails: 'Personal details',
  documentDetails: 'Document details',
  addressDetails: 'Address details',
  financialDetails: 'Financial details',
}

const stop = (title: string, description?: string): ToastWords => ({
  title,
  ...(description !== undefined && { description }),
  variant: 'destructive',
})

export const noImage = stop('No image selected')
export const keyFault = 'Error checking GBG API configuration'

export const faultOfTrial = ({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>) => {
  const wrong = faultOfKind({ name, type })
  if (wrong !== null) return stop('Invalid file type', wrong)
  return size > smallUploadLimit ? stop('File too large', 'Maximum file size is 5MB') : null
}

/** The portal's own message if it has one, else the text of part 2 section 8. */
export const trialFailed = ({ code, message, reason }: Problem) => {
  const isAway = reason === 'no_connection' || /^\d{3}: /.test(message)
  if (isAway) return stop('Validation failed', 'An error occurred while communicating with the server')
  return stop('Validation failed', code === 'internal' ? 'An error occurred during validation' : message)
}
