import { acceptedTypes, smallUploadLimit } from '#contract/documents.ts'
import { type Problem, statusOf } from '#contract/problem.ts'
import type { DocumentType, Validation } from '#contract/validation.ts'
import type { ToastWords } from '#web/ui/toast.ts'

/** Part 2 sections 2, 4, 5 and 8: the words of the identity page. */
export const identityTypes: { value: DocumentType; label: string }[] = [
  { value: 'passport', label: 'Passport' },
  { value: 'drivers_license', label: 'Driving licence' },
  { value: 'identity', label: 'National ID Card' },
]

export const identityFileHint = 'JPG, JPEG, PNG or PDF up to 5MB'
export const identityFileAccept = '.jpg,.jpeg,.png,.pdf'
export const issuesShown = 5
/** Above this share, confidence is shown in green. */
const goodConfidence = 0.7

/** Letters, digits, dot and hyphen; any other character becomes an underscore. */
export const plainName = (name: string) => name.replace(/[^a-zA-Z0-9.-]/g, '_')

const failed = (title: string, description: string): ToastWords => ({
  title,
  description,
  variant: 'destructive',
})

const knownEnding = /\.(pdf|jpe?g|png)$/i

/** What is wrong with a chosen file before it is sent; the server looks at its content. */
export const faultOfIdentityFile = ({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>) => {
  const isKnown = type === '' ? knownEnding.test(name) : (acceptedTypes as readonly string[]).includes(type)
  if (!isKnown) return failed('Invalid file type', 'Please upload a JPG, PNG, or PDF file')
  if (size <= smallUploadLimit) return null
  return failed('File too large', 'Maximum file size is 5MB. Please choose a smaller file.')
}

export const uploadRefused = (problem: Problem) => failed('Upload Failed', reasonOf(problem))

const reasonOf = (problem: Problem) => {
  if (problem.reason === 'no_connection') return problem.message
  const status = statusIn(problem)
  if (status === 400)
    return "The file couldn't be uploaded. Please make sure it's a valid image file and try again."
  if (status === 413) return 'The file is too large. Please use a smaller file (max 5MB).'
  if (status >= 500) return 'The server encountered an error. Please try again or use a different file.'
  return problem.message || 'Failed to upload document'
}

// An answer that is not ours begins with its own status.
const statusIn = ({ code, message }: Problem) => Number(/^(\d{3}): /.exec(message)?.[1] ?? statusOf[code])

export const notVerified = ({ issues }: Validation): ToastWords => ({
  title: 'Document Not Verified',
  description: issues[0] ?? 'A person at the firm will look at this document.',
  variant: 'warning',
})

interface OutcomeWords {
  tone: 'ok' | 'warn' | 'stop' | 'info'
  title: string
  words: string
  /** The way to another upload. */
  again: string
}

/** How an upload stands; a document that a person is to look at is never said to be verified. */
export const outcomeOfUpload = (validation: Validation | null): OutcomeWords => {
  if (validation === null) return reading
  if (validation.metadata.verificationFlags.requiresManualReview) return review
  return validation.valid ? verified : refused
}

const another = 'Upload Another Document'
const clearer = 'Try Again with a Clearer Document'

const reading: OutcomeWords = {
  tone: 'info',
  title: 'We are still reading this document.',
  words: 'You can carry on. The result appears here and under Documents.',
  again: another,
}
const verified: OutcomeWords = {
  tone: 'ok',
  title: 'Document Verified Successfully',
  words: 'We read your document and everything matches.',
  again: another,
}
const review: OutcomeWords = {
  tone: 'warn',
  title: 'Manual Review Required',
  words: 'A person at the firm will look at this document. You can carry on.',
  again: clearer,
}
const refused: OutcomeWords = {
  tone: 'stop',
  title: 'Document Verification Failed',
  words: 'Please try another picture, or another document.',
  again: clearer,
}

export const confidenceTone = (share: number) => (share > goodConfidence ? 'ok' : 'warn')
