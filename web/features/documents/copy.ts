import {
  type ClientDocument,
  documentName,
  type documents,
  faultOfKind,
  isDayField,
  type ReadField,
  uploadLimit,
} from '#contract/documents/documents.ts'
import type { Total } from '#contract/documents/validation.ts'
import { verdictFor } from '#contract/documents/verdict.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { addressInNormalCase, issuerInNormalCase, nameInNormalCase } from '#contract/kit/names.ts'
import { dateText } from '#web/platform/clock.ts'
import { fileSizeText } from '#web/platform/file-size.ts'
import type { ToastWords } from '#web/ui/overlays/toast.ts'

export const fileHint = 'PNG, JPG, PDF up to 10MB'
export const fileAccept = '.pdf,.jpg,.jpeg,.png'

/** Returns what is wrong with a chosen file before it is sent. The server then checks its content. */
export const faultOf = ({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): ToastWords | null => {
  const wrong = faultOfKind({ name, type })
  if (wrong !== null) return refused('Invalid file type', wrong)
  if (size > uploadLimit) return refused('File too large', 'Please select a file smaller than 10MB')
  return null
}

const refused = (title: string, description: string): ToastWords => ({
  title,
  description,
  variant: 'destructive',
})

export const noFile = refused('No file selected', 'Please select a file to upload.')
export const uploadFailed = (description: string) => refused('Upload failed', description)
export const deleteFailed = (description: string) => refused('Delete failed', description)
export const keepFailed = (description: string) => refused('Not sent', description)
export const deleted: ToastWords = { title: 'Document deleted', variant: 'success' }

const uploaded: ToastWords = {
  title: 'Document uploaded successfully',
  description: 'It is pending verification.',
  variant: 'success',
}

/** Returns the one toast of an upload: what is wrong, that the document is fine, or that it has arrived. */
export const uploadToast = (document: ClientDocument): ToastWords => {
  const { kind, action, sentence, lines } = verdictFor(document)
  if (kind === 'clear')
    return { title: 'Document Validation Successful', description: sentence, variant: 'success' }
  if (action === 'continue') return uploaded
  const more = (document.validation?.issues.length ?? 0) - 1
  const reason = (kind === 'doubtful' && lines[0]) || sentence
  const description = more > 0 ? `${reason} (+${more} more)` : reason
  return { title: 'Document Validation Issues', description, variant: 'warning' }
}

export const fieldWords: Record<ReadField, string> = {
  fullName: 'Name',
  dateOfBirth: 'Date of birth',
  documentNumber: 'Document number',
  expiryDate: 'Expiry date',
  documentDate: 'Date of the document',
  issuer: 'Issuer',
  address: 'Address',
}

export const correctionSaved: ToastWords = {
  title: 'Correction saved',
  description: "We'll keep both values.",
  variant: 'success',
}

const writing: Partial<Record<ReadField, (value: string) => string>> = {
  fullName: nameInNormalCase,
  issuer: issuerInNormalCase,
  address: addressInNormalCase,
}

/** Formats a value that was read, as documents print dates and names in their own ways. */
export const readText = (field: ReadField, value: string) => {
  if (isDayField(field)) return dateText(value)
  return writing[field]?.(value) ?? value
}

/** "£117.48", or without a currency sign if none is printed. */
export const totalText = ({ amount, currency }: Total) =>
  (amount / 100).toLocaleString('en-GB', {
    minimumFractionDigits: 2,
    ...(currency !== null && { style: 'currency', currency }),
  })

export const percentText = (share: number) => `${Math.round(share * 100)}%`

/**
 * Returns the notices of an upload, such as that it was sent before, and how long reading may take while it is under
 * way.
 */
export const notesOf = ({ notices = [], wait }: Output<typeof documents.upload>, isRead: boolean) =>
  [...notices, ...(!isRead && wait ? [wait] : [])].join(' ')

/** Returns a document's name, such as "Proof of address", even if the sender used the title of its task. */
export const titleOf = (document: Parameters<typeof documentName>[0]) =>
  documentName(document).replace(/^Upload (\w)/, (_, first: string) => first.toUpperCase())

/** The documents' pages show kilobytes, as the specification has it: "212 KB". */
export const sizeText = (bytes: number) => fileSizeText(bytes, 'KB')

export const typeText = (type: string) =>
  ({ 'application/pdf': 'PDF', 'image/jpeg': 'JPEG', 'image/png': 'PNG' })[type] ?? 'File'

/** Formats a day, or returns N/A if it is unknown. */
export const dayText = (date: Date | null) => (date === null ? 'N/A' : dateText(date))

export const deleteWords = (filename: string) =>
  `Are you sure you want to delete this document? This action cannot be undone and will permanently remove ${filename}.`
