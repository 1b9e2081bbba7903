import { z } from 'zod'
import { command, day, file, id, instant, line, list, read, remove, upload } from '../kit/endpoint.ts'
import { documentTypesFor, isFinished, type Task, TaskId } from '../tasks.ts'
import { residencePermits } from './extracted.ts'
import { saveAsJpeg } from './photo.ts'
import { DocumentType, Validation } from './validation.ts'

declare module '../kit/portal.ts' {
  interface Topics {
    documents: true
  }
}

export const DocumentId = id('document')
export type DocumentId = z.infer<typeof DocumentId>

/** The fields that are read from a document and can be misread. */
export const ReadField = z.enum([
  'fullName',
  'dateOfBirth',
  'documentNumber',
  'expiryDate',
  'documentDate',
  'issuer',
  'address',
])
export type ReadField = z.infer<typeof ReadField>

/** A value that the client says was misread. Both values are kept, so that a person of the firm can compare them. */
export const Correction = z.strictObject({
  field: ReadField,
  /** What the inspector read. The verdict is still based on it. */
  read: z.string(),
  /** What the document says according to the client. */
  value: z.string(),
})
export type Correction = z.infer<typeof Correction>

export const ClientDocument = z.strictObject({
  id: DocumentId,
  taskId: TaskId.nullable(),
  /**
   * `evidence` was sent by the client, `signature` was sent by the firm to be signed, `letter` by the firm to be read.
   */
  purpose: z.enum(['evidence', 'signature', 'letter']),
  filename: z.string(),
  /** The type of the content: image/jpeg, image/png or application/pdf. */
  fileType: z.enum(['image/jpeg', 'image/png', 'application/pdf']),
  fileSize: z.number().int(),
  /** What the sender says it is: a document type, or the title of its task. */
  documentType: z.string(),
  status: z.enum(['pending', 'verified', 'rejected']),
  /** Why a person of the firm rejected it. */
  reason: z.string().nullable(),
  /** The PDF contains scripts or attachments, so it can only be downloaded, never displayed. */
  hasActiveContent: z.boolean(),
  pages: z.number().int().nullable(),
  /** It is waiting for a virus scan, and cannot be opened until then. */
  awaitsScan: z.boolean(),
  /** A person of the firm has accepted it, so the client cannot delete it. */
  isAccepted: z.boolean(),
  /**
   * A person of the firm decides regardless of the checks, because the client sent it as it is or the firm reopened it.
   */
  isForReview: z.boolean(),
  validation: Validation.nullable(),
  /** At most one per field, the latest. */
  corrections: z.array(Correction),
  createdAt: instant,
  verifiedAt: instant.nullable(),
})
export type ClientDocument = z.infer<typeof ClientDocument>

const names: Record<DocumentType, string> = {
  passport: 'Passport',
  drivers_license: 'Driving licence',
  identity: 'National ID card',
  address_proof: 'Proof of address',
  utility_bill: 'Utility bill',
  bank_statement: 'Bank statement',
  funds_proof: 'Proof of funds',
  selfie: 'Selfie',
  photo: 'Photo with a number',
  legal: 'Legal document',
}

/**
 * Returns the display name of a document: what kind of card it was read as, the name of its type, or the sender's own
 * words, such as the task's title.
 */
export const documentName = ({ documentType, validation }: Named) =>
  permitName(documentType, validation) ??
  names[documentType as DocumentType] ??
  documentType.replace(/^Upload (\w)/, (_, first: string) => first.toUpperCase())

type Named = Pick<ClientDocument, 'documentType'> & Partial<Pick<ClientDocument, 'validation'>>

const permitName = (documentType: string, validation: Named['validation']) => {
  const noun = validation?.metadata.extractedData.documentDetails?.DocumentType
  const isPermit = Object.values(residencePermits).some((permit) => permit === noun)
  return documentType === 'identity' && isPermit
    ? noun?.replace(/^./, (first) => first.toUpperCase())
    : undefined
}

/** Converts megabytes of 1,048,576 bytes each to bytes. */
export const megabytes = (count: number) => count * 1024 * 1024
export const uploadLimit = megabytes(10)
/** The limit of the identity page, the chat and the test tool. */
export const smallUploadLimit = megabytes(5)
export const acceptedTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const

const otherPicture = /^image\/(?!svg)|\.(hei[cf]s?|webp|avif|tiff?|bmp|gif|jxl|jp2|dng)$/i

/**
 * Returns what is wrong with a chosen file's type, by its declared type or name, before it is sent. The server checks
 * the content.
 */
export const faultOfKind = (
  { name, type }: { name: string; type: string },
  { takesPdf = true }: { takesPdf?: boolean } = {},
): string | null => {
  const ending = /\.(?:(pdf)|(png)|(jpe?g))$/i.exec(name)
  const byName = ending && acceptedTypes[ending[1] ? 2 : ending[2] ? 1 : 0]
  const kind = acceptedTypes.find((known) => known === (type || byName))
  if (kind && (takesPdf || kind !== 'application/pdf')) return null
  const wanted = takesPdf ? 'Please upload a JPG, PNG, or PDF file' : 'Please upload a JPG or PNG picture'
  return otherPicture.test(type || name) ? `${saveAsJpeg} ${wanted}` : wanted
}
export const documentsPerClient = 200

export const canDelete = ({ isAccepted }: Pick<ClientDocument, 'isAccepted'>) => !isAccepted

/**
 * Returns the fields that the client may correct: those that were read, until a person of the firm has accepted the
 * document.
 */
export const correctableFields = ({
  isAccepted,
  validation,
}: Pick<ClientDocument, 'isAccepted' | 'validation'>): ReadField[] =>
  isAccepted || validation === null
    ? []
    : ReadField.options.filter((field) => validation.metadata[field] !== null)

const dayFields: readonly ReadField[] = ['dateOfBirth', 'expiryDate', 'documentDate']
/** Whether a value of this field is a calendar day. */
export const isDayField = (field: ReadField) => dayFields.includes(field)

const missingValue = 'Please type what the document says'

const corrected = z
  .strictObject({ id: DocumentId, field: ReadField, value: line(300, missingValue) })
  .refine(({ field, value }) => !isDayField(field) || day.safeParse(value).success, {
    message: 'Please enter a date',
    path: ['value'],
  })

/** Whether a task can take another file: it may hold several, until a person of the firm has accepted one. */
export const canAddTo = (held: readonly Pick<ClientDocument, 'isAccepted'>[]) =>
  held.every(({ isAccepted }) => !isAccepted)

/**
 * Returns the outcome of a task with these documents: `verified` if one of them is, otherwise `review`. Null, so that
 * the task is open, if all were rejected or there are none.
 */
export const outcomeOf = (held: readonly Pick<ClientDocument, 'status'>[]): Task['outcome'] => {
  const standing = held.filter(({ status }) => status !== 'rejected')
  if (standing.length === 0) return null
  return standing.some(({ status }) => status === 'verified') ? 'verified' : 'review'
}

/** Returns the client's document tasks, which the page counts as required documents. */
export const requiredDocuments = <T extends Pick<Task, 'category'>>(all: readonly T[]) =>
  all.filter(({ category }) => category === 'documents')

/** Returns the task for a document whose sender names none: the first unfinished one that asks for this type. */
export const taskFor = <T extends Pick<Task, 'category' | 'status' | 'reason' | 'title' | 'kind'>>(
  documentType: string,
  all: readonly T[],
): T | null => {
  const type = DocumentType.safeParse(documentType).data
  const fits = ({ title, kind }: T) =>
    title === documentType || (type !== undefined && (documentTypesFor[kind] ?? []).includes(type))
  return requiredDocuments(all).find((task) => !isFinished(task) && fits(task)) ?? null
}

/** The words of a PDF page in reading order. Positions are fractions of the page, with the origin at the top left. */
export const PageText = z.strictObject({
  items: z.array(
    z.strictObject({ text: z.string(), x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  ),
})
export type PageText = z.infer<typeof PageText>

/** The default width of a page picture, in pixels. */
export const pictureWidth = 1200
/** The width of a page picture that a request names. */
export const PictureWidth = z.coerce.number().int().min(64).max(2400).optional()
const width = PictureWidth

const byId = z.strictObject({ id: DocumentId })
const onePage = z.strictObject({ id: DocumentId, page: z.coerce.number().int().min(1).max(50_000) })

export const documents = {
  list: list('/api/documents', {
    item: ClientDocument,
    audience: 'client',
    forGuests: true,
    summary: "The client's documents, newest first",
  }),
  upload: upload('/api/documents/upload', {
    input: z.strictObject({
      taskId: TaskId.optional(),
      documentType: line(200),
      /** Adds the file to those of the task. Without it, the file replaces one that had to be sent again. */
      isAddition: z.enum(['true', 'false']).optional(),
      /** Older pages send it for cache busting. Ignored. */
      timestamp: z.string().max(40).optional(),
    }),
    output: z.strictObject({
      document: ClientDocument,
      validation: Validation,
      /** Sentences for the client that are no fault of the document: "You sent this on 3 November." */
      notices: z.array(z.string()).optional(),
      /** An estimate, if known, while the document is still being read: "It should take about two minutes." */
      wait: z.string().optional(),
    }),
    audience: 'client',
    forGuests: true,
    summary:
      'Takes one file (part `file`, JPEG, PNG or PDF, 10 MB; an Idempotency-Key header) and answers within 8 s: with the verdict, or that it is still being read; the document then gets its verdict',
  }),
  one: read('/api/documents/:id', {
    input: byId,
    output: ClientDocument,
    audience: 'client',
    summary: 'One document',
  }),
  correct: command('/api/documents/:id/corrections', {
    input: corrected,
    output: ClientDocument,
    audience: 'client',
    summary: 'Corrects a misread value; both are kept and the verdict stays',
  }),
  keep: command('/api/documents/:id/keep', {
    input: byId,
    output: ClientDocument,
    audience: 'client',
    summary: 'The client sends a doubtful document as it is: someone at the firm decides',
  }),
  remove: remove('/api/documents/:id', {
    input: byId,
    audience: 'client',
    summary: 'Deletes a document the firm has not yet accepted',
  }),
  file: file('/api/documents/:id/file', { input: byId, audience: 'client', summary: 'The original, inline' }),
  download: file('/api/documents/:id/download', {
    input: byId,
    audience: 'client',
    summary: 'The original, as an attachment',
  }),
  preview: file('/api/documents/:id/preview', {
    input: byId.extend({ width }),
    audience: 'client',
    summary: 'A picture of the document (the first page of a PDF) without its metadata',
  }),
  page: file('/api/documents/:id/pages/:page', {
    input: onePage.extend({ width }),
    audience: 'client',
    summary: 'One page of a PDF as a picture',
  }),
  pageText: read('/api/documents/:id/pages/:page/text', {
    input: onePage,
    output: PageText,
    audience: 'client',
    summary: 'The text of one page of a PDF, with its places',
  }),
}
