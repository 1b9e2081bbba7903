import type { UserId } from './accounts.ts'
import type { DocumentId } from './documents.ts'
import type { TaskKind } from './tasks.ts'
import type { DocumentType } from './validation.ts'

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
  /** A demo account starts over: each feature forgets what it keeps of this client. */
  clientReset: { clientId: UserId }
}
export type Happening = keyof Happenings
