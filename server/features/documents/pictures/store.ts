import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import { faceTypes } from '#contract/documents/validation.ts'
import { mostBitsApart } from '#inspector/read/fingerprint.ts'
import type { Db } from '#server/platform/db/database.ts'
import { documents, type IdentityPurpose } from '../schema.ts'
import type { DocumentRow } from '../store.ts'

const isSamePicture = ({
  sha256,
  fingerprint,
}: {
  sha256: string
  fingerprint?: string | null | undefined
}) =>
  fingerprint
    ? or(
        eq(documents.sha256, sha256),
        sql`bit_count(('x' || ${documents.fingerprint})::bit(256) # ('x' || ${fingerprint}::text)::bit(256)) <= ${mostBitsApart}`,
      )
    : eq(documents.sha256, sha256)

interface Picture {
  clientId: UserId
  sha256: string
  fingerprint?: string | null | undefined
  identityPurpose: IdentityPurpose
}

/** Returns the same picture if this client has sent it for another purpose and it still counts. */
export const findSameForAnother = async (db: Db, picture: Picture) => {
  const [other] = await db
    .select({ documentType: documents.documentType })
    .from(documents)
    .where(
      and(
        eq(documents.clientId, picture.clientId),
        eq(documents.purpose, 'evidence'),
        ne(documents.identityPurpose, picture.identityPurpose),
        isNull(documents.supersededAt),
        ne(documents.status, 'rejected'),
        isSamePicture(picture),
      ),
    )
    .limit(1)
  return other ?? null
}

const mostOthers = 20

/** Lists the same picture from other clients, earliest first. For other documents, the same file. */
export const listSameOfOthers = (db: Db, { clientId, identityPurpose, ...picture }: DocumentRow) =>
  db
    .select()
    .from(documents)
    .where(
      and(
        ne(documents.clientId, clientId),
        eq(documents.purpose, 'evidence'),
        identityPurpose === null
          ? eq(documents.sha256, picture.sha256)
          : and(isNotNull(documents.identityPurpose), isSamePicture(picture)),
      ),
    )
    .orderBy(asc(documents.id))
    .limit(mostOthers)

/**
 * Lists the rejected documents of a type that nothing has replaced, newest first, locked for the rest of the
 * transaction.
 */
export const claimRejected = (
  db: Db,
  { clientId, documentType }: Pick<DocumentRow, 'clientId' | 'documentType'>,
) =>
  db
    .select()
    .from(documents)
    .where(and(isRejectedOf(clientId), eq(documents.documentType, documentType)))
    .orderBy(desc(documents.id))
    .for('update')

/** Returns a picture of a face that was rejected and not replaced, or null. */
export const findRejectedFace = async (db: Db, clientId: UserId) => {
  const [document] = await db
    .select({ id: documents.id })
    .from(documents)
    .where(and(isRejectedOf(clientId), inArray(documents.documentType, faceTypes)))
    .limit(1)
  return document ?? null
}

/** Lists every picture of a face that counts, locked for the rest of the transaction. */
export const claimFaces = (db: Db, clientId: UserId) =>
  db
    .select()
    .from(documents)
    .where(and(isCurrentOf(clientId), inArray(documents.documentType, faceTypes)))
    .orderBy(asc(documents.id))
    .for('update')

const isCurrentOf = (clientId: UserId) =>
  and(eq(documents.clientId, clientId), eq(documents.purpose, 'evidence'), isNull(documents.supersededAt))

const isRejectedOf = (clientId: UserId) =>
  and(isCurrentOf(clientId), isNull(documents.taskId), eq(documents.status, 'rejected'))
