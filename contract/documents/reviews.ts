import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import { command, file, instant, newInOutput, prose, read } from '../kit/endpoint.ts'
import { ClosedRoles } from '../kit/rights.ts'
import { MatterName } from '../matters/parties.ts'
import { QueueFacts, undone } from '../queue.ts'
import { ClientDocument, DocumentId, PageText, PictureWidth } from './documents.ts'
import { type Flag, isFaceType } from './validation.ts'

/** A client's id and name for the firm's lists. */
export const ClientName = z.strictObject({ id: UserId, firstName: z.string(), lastName: z.string() })
export type ClientName = z.infer<typeof ClientName>

/** A document as a person of the firm sees it, including the evidence of suspicions. */
export const ReviewedDocument = ClientDocument.extend({
  /** It shows who the client is: an identity document, a selfie or a picture with a number. */
  isOfIdentity: z.boolean(),
  /** The number that a client was asked to show. Null for anything but a picture with a number. */
  numberAsked: z.string().nullable(),
  /** When a single picture of a face is shown: the documents it is compared with, newest first. */
  beside: z.array(ClientDocument.pick({ id: true, documentType: true, filename: true, createdAt: true })),
  client: ClientName,
  taskTitle: z.string().nullable(),
  /** When a single document is shown: what somebody of the firm wrote when they requested it. Null if they wrote nothing. */
  requestWords: newInOutput(z.string().nullable(), null),
  /** The client has sent another document instead. This one is kept for the record, and no longer needs a decision. */
  isSuperseded: z.boolean(),
  /** Only for the firm, when a single document is shown: who else sent the same picture or file. */
  notes: z.array(z.string()),
  /** The person of the firm who decided. Null if nobody has, or if the check decided automatically. */
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  ...QueueFacts.shape,
})
export type ReviewedDocument = z.infer<typeof ReviewedDocument>

/** The same with the cases that it was sent for, among those that the user may see. */
export const PlacedDocument = ReviewedDocument.extend({
  matters: newInOutput(z.array(MatterName), []),
  closedRoles: newInOutput(ClosedRoles, []),
})
export type PlacedDocument = z.infer<typeof PlacedDocument>

type Standing = Pick<ReviewedDocument, 'status' | 'isAccepted'> &
  Partial<Pick<ReviewedDocument, 'isSuperseded'>>

/** Shared rules: the server enforces them, the page shows only what they allow. */
export const canAccept = ({ status, isAccepted, isSuperseded = false }: Standing) =>
  status !== 'rejected' && !isAccepted && !isSuperseded
/** Even a document that was verified automatically can be rejected by a person. */
export const canReject = (standing: Standing) => canAccept(standing)

/** Returns the pictures of a client's face that prevent accepting their identity. A person has to decide them first. */
export const picturesAgainst = <
  T extends Pick<ReviewedDocument, 'documentType' | 'status'> &
    Partial<Pick<ReviewedDocument, 'isSuperseded'>>,
>(
  documents: readonly T[],
) => {
  const faces = documents.filter((document) => isFaceType(document.documentType) && !document.isSuperseded)
  return {
    undecided: faces.filter(({ status }) => status === 'pending'),
    rejected: faces.filter(({ status }) => status === 'rejected'),
  }
}

const oneDay = 24 * 60 * 60 * 1000
/** How long a decision can be reopened. Later, other decisions depend on it. */
export const reopenableDays = 30
export const canReopen = ({ decidedAt }: Pick<ReviewedDocument, 'decidedAt'>, now: Date) =>
  decidedAt !== null && now.getTime() - decidedAt.getTime() < reopenableDays * oneDay

/** Which documents to list: waiting, snoozed until a later day, or recently decided by a person. */
export const ReviewState = z.enum(['waiting', 'snoozed', 'decided'])
export type ReviewState = z.infer<typeof ReviewState>

interface CommonReason {
  label: string
  /** The reason as the client reads it. */
  words: string
}

const blurred: CommonReason = {
  label: 'Blurred',
  words: 'The photo is blurred. Please send a sharper one, taken in good light.',
}
const ofDocuments: readonly CommonReason[] = [
  blurred,
  {
    label: 'Cut off',
    words: 'Part of the document is cut off. Please send all of it, with all four corners showing.',
  },
  { label: 'Expired', words: 'This document has expired. Please send one that is still valid.' },
  {
    label: 'Too old',
    words: 'This document is more than 3 months old. Please send a newer one.',
  },
  {
    label: 'Another name',
    words:
      "The name on this document isn't the one we have for you. Please send one in your name, or tell us why it's different.",
  },
  {
    label: 'Wrong document',
    words: "This isn't the document we asked for. Please check the task again.",
  },
]
const ofFaces: readonly CommonReason[] = [
  blurred,
  {
    label: 'Face not visible',
    words:
      "We can't see your whole face. Please take a new photo facing the camera, with nothing in front of it.",
  },
  {
    label: 'Not like the document',
    words:
      "We couldn't match this photo with the one on your document. Please take a new one of yourself, in good light.",
  },
]
const ofNumbers: readonly CommonReason[] = [
  ...ofFaces,
  {
    label: 'Number not visible',
    words: "We can't read the number in this photo. Please hold it up so that all of it shows.",
  },
  {
    label: 'Wrong number',
    words: "The number in this photo isn't the one we asked for. Please take a new photo with the right one.",
  },
]

/** Returns the common reasons for rejecting a document of this type, each with a short label and the client's text. */
export const commonReasonsFor = ({ documentType }: Pick<ClientDocument, 'documentType'>) => {
  if (documentType === 'photo') return ofNumbers
  return isFaceType(documentType) ? ofFaces : ofDocuments
}

export const flagWords: Record<Flag, string> = {
  isTampered: 'Signs of editing',
  isExpired: 'Out of date',
  isFraudulent: "Details don't agree",
  hasMissingElements: 'Something is missing',
  requiresManualReview: 'Needs someone to check it',
}

const byId = z.strictObject({ id: DocumentId })
const width = PictureWidth
const onePage = z.strictObject({ id: DocumentId, page: z.coerce.number().int().min(1).max(50_000) })

/** How many documents are listed at once: more than anyone decides in a sitting, each with its findings. */
export const reviewsAtOnce = 100

export const reviews = {
  list: read('/api/firm/documents', {
    input: z.strictObject({
      state: ReviewState.default('waiting'),
      clientId: UserId.optional(),
    }),
    output: z.strictObject({
      total: z.number().int(),
      documents: z.array(PlacedDocument).max(reviewsAtOnce),
    }),
    audience: 'firm',
    action: 'documents.read',
    byKey: true,
    summary: "Documents from one's clients: awaiting review (oldest first), snoozed or recently decided",
  }),
  ofClient: read('/api/firm/clients/:id/documents', {
    input: z.strictObject({ id: UserId }),
    output: z.array(ReviewedDocument),
    audience: 'firm',
    action: 'documents.read',
    byKey: true,
    summary: "One client's documents, newest first",
  }),
  one: read('/api/firm/documents/:id', {
    input: byId,
    output: PlacedDocument,
    audience: 'firm',
    action: 'documents.read',
    byKey: true,
    summary: 'One document with its findings',
  }),
  accept: command('/api/firm/documents/:id/accept', {
    input: byId,
    output: ReviewedDocument,
    audience: 'firm',
    action: 'documents.decide',
    summary: 'Accepts a document: it is kept, and the client is told',
  }),
  reject: command('/api/firm/documents/:id/reject', {
    input: z.strictObject({ id: DocumentId, reason: prose(500, 'Please give the client a reason') }),
    output: ReviewedDocument,
    audience: 'firm',
    action: 'documents.decide',
    summary: 'Asks for another document: the task reopens and the client reads the reason',
  }),
  reopen: command('/api/firm/documents/:id/reopen', {
    input: byId.extend({ decidedAt: undone }),
    output: ReviewedDocument,
    audience: 'firm',
    action: 'documents.decide',
    summary: 'Withdraws a decision; the document awaits review again',
  }),
  file: file('/api/firm/documents/:id/file', {
    input: byId,
    audience: 'firm',
    action: 'documents.read',
    summary: 'The original, inline',
  }),
  download: file('/api/firm/documents/:id/download', {
    input: byId,
    audience: 'firm',
    action: 'documents.read',
    byKey: true,
    summary: 'The original, as an attachment',
  }),
  preview: file('/api/firm/documents/:id/preview', {
    input: byId.extend({ width }),
    audience: 'firm',
    action: 'documents.read',
    summary: 'A picture of the document without its metadata',
  }),
  page: file('/api/firm/documents/:id/pages/:page', {
    input: onePage.extend({ width }),
    audience: 'firm',
    action: 'documents.read',
    summary: 'One page of a PDF as a picture',
  }),
  pageText: read('/api/firm/documents/:id/pages/:page/text', {
    input: onePage,
    output: PageText,
    audience: 'firm',
    action: 'documents.read',
    summary: 'The text of one page of a PDF, with its places',
  }),
}
