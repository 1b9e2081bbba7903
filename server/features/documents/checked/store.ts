import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { DocumentId } from '#contract/documents/documents.ts'
import type { Db } from '#server/platform/db/database.ts'
import { documents } from '../schema.ts'
import { isCurrent, isEvidence, of } from '../store.ts'

// Read, and not decided by a person: it waits, or only the check has verified it.
const isOfCheck = and(
  isEvidence,
  isCurrent,
  ne(documents.status, 'rejected'),
  eq(documents.isAccepted, false),
  isNull(documents.decidedAt),
  isNotNull(documents.validation),
)

/** Lists this client's documents that were read and have only the check's verdict. */
export const listOfCheck = (db: Db, clientId: UserId) =>
  db
    .select()
    .from(documents)
    .where(and(of(clientId), isOfCheck))

export const findOfCheck = async (db: Db, id: DocumentId) => {
  const [document] = await db
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), isOfCheck))
  return document ?? null
}

/** Returns a document that has only the check's verdict, locked for the rest of the transaction. */
export const claimOfCheck = async (db: Db, id: DocumentId) => {
  const [document] = await db
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), isOfCheck))
    .for('update')
  return document ?? null
}
