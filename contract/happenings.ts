import type { UserId } from './accounts.ts'
import type { DocumentId } from './documents.ts'
import type { TaskKind } from './tasks.ts'

/**
 * What features tell each other without knowing each other. A happening is announced inside a
 * transaction, and all that react to it do so in that same transaction: together or not at all.
 */
export interface Happenings {
  accountOpened: { clientId: UserId }
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
