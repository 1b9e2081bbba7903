import type { Signature, SignatureRequest } from '#contract/signatures/signatures.ts'
import type { RequestRow, SignatureRow } from '../store.ts'

export const shownRequest = ({
  documentId,
  taskId,
  name,
  description,
  fileSize,
  pages,
  state,
  isDeed,
  sentBy,
  createdAt,
  signedAt,
}: RequestRow): SignatureRequest => ({
  id: documentId,
  taskId,
  name,
  description,
  fileType: 'application/pdf',
  fileSize,
  pages,
  state,
  isDeed,
  sentBy,
  createdAt,
  signedAt,
})

export const shownSignature = ({
  id,
  documentId,
  userId,
  signaturePosition,
  method,
  signedAs,
  createdAt,
}: SignatureRow): Signature => ({ id, documentId, userId, signaturePosition, method, signedAs, createdAt })

/** A file's own name: what no system takes in one is left out. */
export const fileNameOf = (name: string, suffix: string) =>
  `${
    name
      .replaceAll(/[\\/:*?"<>|]/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, 120) || 'Document'
  } (${suffix}).pdf`
