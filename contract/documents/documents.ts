import { z } from 'zod'
import { command, day, file, id, instant, line, list, read, remove, upload } from '../kit/endpoint.ts'
import { documentTypesFor, isFinished, type Task, TaskId } from '../tasks.ts'
import { saveAsJpeg } from './photo.ts'
import { DocumentType, Validation } from './validation.ts'

declare module '../kit/portal.ts' {
  interface Topics {
    documents: true
  }
}

export const DocumentId = id('document')
export type DocumentId = z.infer<typeof DocumentId>

/** What is read from a document and can be misread. */
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

/** A value that the client says was misread. Both are kept, for a person of the firm to compare. */
export const Correction = z.strictObject({
  field: ReadField,
  /** What the inspector read; the verdict stays built on it. */
  read: z.string(),
  /** What the document says, by the client's word. */
  value: z.string(),
})
export type Correction = z.infer<typeof Correction>

export const ClientDocument = z.strictObject({
  id: DocumentId,
  taskId: TaskId.nullable(),
  /** What its client sent, what the firm sent to be signed, or what the firm sent to be read. */
  purpose: z.enum(['evidence', 'signature', 'letter']),
  filename: z.string(),
  /** What the bytes are: image/jpeg, image/png or application/pdf. */
  fileType: z.enum(['image/jpeg', 'image/png', 'application/pdf']),
  fileSize: z.number().int(),
  /** What the sender says it is: a document type, or the title of its task. */
  documentType: z.string(),
  status: z.enum(['pending', 'verified', 'rejected']),
  /** Why a person of the firm rejected it. */
  reason: z.string().nullable(),
  /** Scripts or attachments inside a PDF: it is only ever handed out as a download. */
  hasActiveContent: z.boolean(),
  pages: z.number().int().nullable(),
  /** It waits for a virus scan: nobody can open it until then. */
  awaitsScan: z.boolean(),
  /** A person of the firm has accepted it, so it is kept. */
  isAccepted: z.boolean(),
  /** A person of the firm decides whatever was found: its client sends it as it is, or the firm looks again. */
  isForReview: z.boolean(),
  validation: Validation.nullable(),
  /** At most one a field, the last one. */
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
  photo: 'Picture with a number',
  legal: 'Legal document',
}

/** What people call a document: the name of its type, else what its sender says it is, such as its task's title. */
export const documentName = ({ documentType }: Pick<ClientDocument, 'documentType'>) =>
  names[documentType as DocumentType] ??
  documentType.replace(/^Upload (\w)/, (_, first: string) => first.toUpperCase())

/** Megabytes are counted in 1,048,576 bytes. */
export const megabytes = (count: number) => count * 1024 * 1024
export const uploadLimit = megabytes(10)
/** What the identity page, the chat and the test tool take. */
export const smallUploadLimit = megabytes(5)
export const acceptedTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const

const otherPicture = /^image\/(?!svg)|\.(hei[cf]s?|webp|avif|tiff?|bmp|gif|jxl|jp2|dng)$/i

/** What is wrong with the kind of a chosen file before it is sent: the server looks at its content. */
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

/** What the client may say was misread: only what was read, until a person of the firm has accepted it. */
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

/** A task may hold several files, until a person of the firm has accepted one. */
export const canAddTo = (held: readonly Pick<ClientDocument, 'isAccepted'>[]) =>
  held.every(({ isAccepted }) => !isAccepted)

/**
 * How a task stands that holds these documents: checked when one of them is, else waiting for a person;
 * null when it holds none that counts, and is open.
 */
export const outcomeOf = (held: readonly Pick<ClientDocument, 'status'>[]): Task['outcome'] => {
  const standing = held.filter(({ status }) => status !== 'rejected')
  if (standing.length === 0) return null
  return standing.some(({ status }) => status === 'verified') ? 'verified' : 'review'
}

/** The document tasks of a client: what the page counts as required documents. */
export const requiredDocuments = <T extends Pick<Task, 'category'>>(all: readonly T[]) =>
  all.filter(({ category }) => category === 'documents')

/** Where a document goes whose sender names no task: the first unfinished one that asks for such a document. */
export const taskFor = <T extends Pick<Task, 'category' | 'status' | 'reason' | 'title' | 'kind'>>(
  documentType: string,
  all: readonly T[],
): T | null => {
  const type = DocumentType.safeParse(documentType).data
  const fits = ({ title, kind }: T) =>
    title === documentType || (type !== undefined && (documentTypesFor[kind] ?? []).includes(type))
  return requiredDocuments(all).find((task) => !isFinished(task) && fits(task)) ?? null
}

/** The words of a PDF page in reading order; places are fractions of the page, origin top left. */
export const PageText = z.strictObject({
  items: z.array(
    z.strictObject({ text: z.string(), x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  ),
})
export type PageText = z.infer<typeof PageText>

/** Pictures are made this wide unless another width is asked for, in pixels. */
export const pictureWidth = 1200
export const pictureWidthAsked = z.coerce.number().int().min(64).max(2400).optional()
const width = pictureWidthAsked

const one = z.strictObject({ id: DocumentId })
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
      /** Sent beside what the task holds already: without it, a file that had to be sent again is replaced. */
      isAddition: z.enum(['true', 'false']).optional(),
      /** Cache busting of older pages; ignored. */
      timestamp: z.string().max(40).optional(),
    }),
    output: z.strictObject({
      document: ClientDocument,
      validation: Validation,
      /** Sentences for the client that are no fault of the document: "You sent this on 3 November." */
      notices: z.array(z.string()).optional(),
      /** While it is still being read, and where that is known: "It should take about two minutes." */
      wait: z.string().optional(),
    }),
    audience: 'client',
    forGuests: true,
    summary:
      'Takes one file (part `file`, JPEG, PNG or PDF, 10 MB; an Idempotency-Key header) and answers within 8 s: with the verdict, or that it is still being read; the document then gets its verdict',
  }),
  one: read('/api/documents/:id', {
    input: one,
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
    input: one,
    output: ClientDocument,
    audience: 'client',
    summary: 'The client sends a doubtful document as it is: someone at the firm decides',
  }),
  remove: remove('/api/documents/:id', {
    input: one,
    audience: 'client',
    summary: 'Deletes a document the firm has not yet accepted',
  }),
  file: file('/api/documents/:id/file', { input: one, audience: 'client', summary: 'The original, inline' }),
  download: file('/api/documents/:id/download', {
    input: one,
    audience: 'client',
    summary: 'The original, as an attachment',
  }),
  preview: file('/api/documents/:id/preview', {
    input: one.extend({ width }),
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
