import type { UserId } from './accounts.ts'
import type { ClientDocument, DocumentId } from './documents.ts'
import type { IdentityDocument } from './identity.ts'
import type { TaskKind } from './tasks.ts'
import type { DocumentType, Validation } from './validation.ts'

/**
 * What features tell each other without knowing each other. A happening is announced inside a
 * transaction, and all that react to it do so in that same transaction: together or not at all.
 */
export interface Happenings {
  accountOpened: { clientId: UserId }
  /** A document was read, whatever the verdict. */
  documentRead: {
    clientId: UserId
    documentId: DocumentId
    /** What the inspector takes it for; null where it could not tell. */
    readAs: DocumentType | null
    /** What its sender says it is, in any words. */
    saidToBe: string
    fileKey: string
    sha256: string
  }
  documentVerified: {
    clientId: UserId
    documentId: DocumentId
    taskKind: TaskKind | null
  }
  documentRemoved: { clientId: UserId; documentId: DocumentId }
  /** The conversation took a file in: it was accepted and kept, and becomes a document that is read. */
  documentCaptured: { clientId: UserId; documentId: DocumentId } & Captured
  /** A document was read, whatever came of it. */
  documentJudged: { clientId: UserId; documentId: DocumentId; validation: Validation }
  /** The client said yes or no to having face and portrait compared. */
  faceComparisonAnswered: { clientId: UserId; isGiven: boolean; textVersion: string }
  /** The conversation is over: what it collected belongs to these tasks, so that nothing is asked twice. */
  evidenceCollected: { clientId: UserId } & Collected
  /** A demo account starts over: each feature forgets what it keeps of this client. */
  clientReset: { clientId: UserId }
}
export type Happening = keyof Happenings

interface Captured {
  documentType: DocumentType
  filename: string
  fileType: ClientDocument['fileType']
  pages: number
  hasActiveContent: boolean
  file: { key: string; size: number; sha256: string }
}

interface Collected {
  papers: { documentId: DocumentId; taskKind: TaskKind }[]
  /** The identity document that was shown, where there was one. */
  identityDocument: IdentityDocument | null
  bank: { accountName: string; accountNumber: string; sortCode: string } | null
}
