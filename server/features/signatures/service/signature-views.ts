import {
  isOpen,
  type SentRequest,
  type Signature,
  type SignatureRequest,
} from '#contract/signatures/signatures.ts'
import { type Asking, clientsOf } from '#server/features/accounts/service.ts'
import type { Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { RequestRow, SignatureRow, Theirs } from '../store.ts'
import * as store from '../store.ts'
import type { SendDependencies } from './signature-steps.ts'

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

/** What the firm sees of a request besides. The step is the title of its task. */
interface SentFacts extends Pick<SentRequest, 'clientName' | 'step' | 'awaitsWitness' | 'declinedWitness'> {
  /** The user may send documents to its client, or on its case. */
  isSendable: boolean
}

/** Of a document whose witness has neither still to sign nor declined. */
export const noWitness = { awaitsWitness: null, declinedWitness: null }

/** Returns a request as the firm sees it. */
export const sentRequest = (
  request: RequestRow,
  { clientName, step, isSendable, awaitsWitness, declinedWitness }: SentFacts,
): SentRequest => ({
  ...shownRequest(request),
  clientId: request.clientId,
  clientName,
  step,
  canWithdraw: isSendable && isOpen(request) && request.senderId !== null,
  awaitsWitness,
  declinedWitness,
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

/** Returns a file name without the characters that some systems don't allow. */
export const fileNameOf = (name: string, suffix: string) =>
  `${
    name
      .replaceAll(/[\\/:*?"<>|]/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, 120) || 'Document'
  } (${suffix}).pdf`

/** Answered by another feature, since only it knows. */
export interface Dependencies extends SendDependencies {
  /** Selects the ids of the cases that a member of staff may know of. */
  visibleMatters: (db: Db, actor: Staff) => Theirs['matters']
}

/** Returns a condition on a document's id: whether this person, who may know of these cases, may open it. */
export const signaturesOpenTo = (db: Db, person: Asking, matters: Theirs['matters']) =>
  store.openTo(db, { clients: clientsOf(db, person), matters })

/** Returns the scope of requests that a member of staff may see. */
export const visibleTo = (db: Db, actor: Staff, { visibleMatters }: Dependencies): Theirs => ({
  clients: clientsOf(db, actor),
  matters: visibleMatters(db, actor),
})
