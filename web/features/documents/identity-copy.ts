import { type ClientDocument, faultOfKind, smallUploadLimit } from '#contract/documents/documents.ts'
import type { DocumentType } from '#contract/documents/validation.ts'
import { type ClientVerdict, verdictFor } from '#contract/documents/verdict.ts'
import { type Problem, statusOf } from '#contract/kit/problem.ts'
import type { ToastWords } from '#web/ui/overlays/toast.ts'

/** Texts of the identity page (part 2, sections 2, 4, 5 and 8). */
export const identityTypes: { value: DocumentType; label: string }[] = [
  { value: 'passport', label: 'Passport' },
  { value: 'drivers_license', label: 'Driving licence' },
  { value: 'identity', label: 'National ID Card' },
]

export const identityFileHint = 'JPG, JPEG, PNG or PDF up to 5MB'
export const identityFileAccept = '.jpg,.jpeg,.png,.pdf'

/** Replaces every character except letters, digits, dots and hyphens by an underscore. */
export const plainName = (name: string) => name.replace(/[^a-zA-Z0-9.-]/g, '_')

const failed = (title: string, description: string): ToastWords => ({
  title,
  description,
  variant: 'destructive',
})

/** Returns what is wrong with a chosen file before it is sent. The server then checks its content. */
export const faultOfIdentityFile = ({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>) => {
  const wrong = faultOfKind({ name, type })
  if (wrong !== null) return failed('Invalid file type', wrong)
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

// A response from something in front of the portal begins with its own status.
const statusIn = ({ code, message }: Problem) => Number(/^(\d{3}): /.exec(message)?.[1] ?? statusOf[code])

export const notVerified = (document: ClientDocument): ToastWords => ({
  title: 'Document Not Verified',
  description: verdictFor(document).sentence,
  variant: 'warning',
})

/** Returns the title for an upload. Never calls a document verified if a person still has to look at it. */
export const titleOfUpload = ({ status, validation }: ClientDocument) => {
  if (status === 'verified') return 'Document Verified Successfully'
  if (validation === null) return "We're still reading this document."
  const { requiresManualReview } = validation.metadata.verificationFlags
  return requiresManualReview || validation.valid ? 'Manual Review Required' : 'Document Verification Failed'
}

/** Labels of the button for another upload. */
export const againWords: Record<ClientVerdict['action'], string> = {
  continue: 'Upload Another Document',
  choose_another: 'Upload Another Document',
  take_again: 'Try Again with a Clearer Document',
}
