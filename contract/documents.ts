import { z } from 'zod'
import { file, id, instant, line, list, read, remove, upload } from './kit.ts'
import { TaskId } from './tasks.ts'
import { Validation } from './validation.ts'

export const DocumentId = id('document')
export type DocumentId = z.infer<typeof DocumentId>

export const ClientDocument = z.strictObject({
  id: DocumentId,
  taskId: TaskId.nullable(),
  purpose: z.enum(['evidence', 'signature']),
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
  /** A person of the firm has accepted it, so it is kept. */
  isAccepted: z.boolean(),
  validation: Validation.nullable(),
  createdAt: instant,
  verifiedAt: instant.nullable(),
})
export type ClientDocument = z.infer<typeof ClientDocument>

/** Megabytes are counted in 1,048,576 bytes. */
export const megabytes = (count: number) => count * 1024 * 1024
export const uploadLimit = megabytes(10)
export const acceptedTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const
export const documentsPerClient = 200

export const canDelete = ({ isAccepted }: Pick<ClientDocument, 'isAccepted'>) => !isAccepted

/** A text item of a PDF page, in fractions of the page's width and height, origin top left. */
export const PageText = z.strictObject({
  width: z.number(),
  height: z.number(),
  items: z.array(
    z.strictObject({ text: z.string(), x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  ),
})
export type PageText = z.infer<typeof PageText>

const one = z.strictObject({ id: DocumentId })
const onePage = z.strictObject({ id: DocumentId, page: z.coerce.number().int().min(1).max(50_000) })

export const documents = {
  list: list('/api/documents', {
    item: ClientDocument,
    audience: 'client',
    summary: "The client's documents, newest first",
  }),
  upload: upload('/api/documents/upload', {
    input: z.strictObject({
      taskId: TaskId.optional(),
      documentType: line(200),
      /** Cache busting of older pages; ignored. */
      timestamp: z.string().max(40).optional(),
    }),
    output: z.strictObject({ document: ClientDocument, validation: Validation }),
    audience: 'client',
    summary: 'Takes one file (part `file`, JPEG, PNG or PDF, 10 MB), reads it and answers with the verdict',
  }),
  one: read('/api/documents/:id', {
    input: one,
    output: ClientDocument,
    audience: 'client',
    summary: 'One document',
  }),
  remove: remove('/api/documents/:id', {
    input: one,
    audience: 'client',
    summary: 'Deletes a document that nobody of the firm has accepted',
  }),
  file: file('/api/documents/:id/file', { input: one, audience: 'client', summary: 'The original, inline' }),
  download: file('/api/documents/:id/download', {
    input: one,
    audience: 'client',
    summary: 'The original, as an attachment',
  }),
  preview: file('/api/documents/:id/preview', {
    input: one,
    audience: 'client',
    summary: 'A picture of the document (the first page of a PDF) without its metadata',
  }),
  page: file('/api/documents/:id/pages/:page', {
    input: onePage,
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
