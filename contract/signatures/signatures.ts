import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import { DocumentId } from '../documents/documents.ts'
import {
  command,
  create,
  file,
  id,
  instant,
  line,
  list,
  newInOutput,
  pageSize,
  prose,
  read,
  upload,
} from '../kit/endpoint.ts'
import { takesKey } from '../kit/takes-key.ts'
import { TaskId } from '../tasks.ts'
import { SealLevel, SignatureEvent } from './evidence.ts'
import { isMarked, mark, noSignature } from './mark.ts'
import { Recipient, SignatureStep } from './recipients.ts'
import { Witness, WitnessStanding } from './witness.ts'

declare module '../kit/portal.ts' {
  interface Topics {
    signatures: true
  }
}

export const SignatureId = id('signature')
export type SignatureId = z.infer<typeof SignatureId>

/** The text that a client agrees to by signing. A version is never changed, only replaced by another. */
export const consent = {
  version: '2026-11-22',
  text: 'I have read this document. I intend to sign it, I agree to sign it electronically, and I understand that my electronic signature binds me as a handwritten one would.',
} as const

export const RequestState = z.enum(['open', 'signed', 'cancelled', 'replaced'])
export type RequestState = z.infer<typeof RequestState>

/** Whether a document that was sent can still be signed or withdrawn. */
export const isOpen = ({ state }: { state: RequestState }) => state === 'open'

/** A document that the firm sent for signature. Its id is that of the document, whose pages can be viewed. */
export const SignatureRequest = z.strictObject({
  id: DocumentId,
  /** The task that the signature completes, if any. */
  taskId: TaskId.nullable(),
  name: z.string(),
  description: z.string(),
  fileType: z.literal('application/pdf'),
  /** In bytes. */
  fileSize: z.number().int(),
  pages: z.number().int(),
  state: RequestState,
  /** It is signed before a witness, in the signer's own name. */
  isDeed: z.boolean(),
  /** The person of the firm who sent it, or the firm's name if it was made from its template. */
  sentBy: z.string(),
  createdAt: instant,
  signedAt: instant.nullable(),
})
export type SignatureRequest = z.infer<typeof SignatureRequest>

export const Signature = z.strictObject({
  id: SignatureId,
  documentId: DocumentId,
  userId: UserId,
  signaturePosition: z.literal('bottom_right'),
  /** Drawn on the pad or typed. Both are equally binding. */
  method: z.enum(['drawn', 'typed']),
  /** A typed name that is not the signer's own and that they confirmed. Null otherwise. */
  signedAs: z.string().nullable(),
  createdAt: instant,
})
export type Signature = z.infer<typeof Signature>

/** A signature in its current state. Every check is computed again at each request. */
export const CheckedSignature = Signature.extend({
  signedBy: z.string(),
  status: z.enum(['Verified', 'Altered']),
  /** Sentences on what is no longer valid. Empty if it is verified. */
  findings: z.array(z.string()),
  /** The person who saw a deed being signed, as they entered it. Null for any other document. */
  witness: Witness.nullable(),
  /** The level of the signed copy's seal, as found in the file. Null if the seal is broken or older than levels. */
  level: SealLevel.nullable(),
  /** When an independent authority confirmed the seal, and its name. Null if none did. */
  stamped: z.strictObject({ at: instant, by: z.string() }).nullable(),
  /** SHA-256 of the signed copy, in hexadecimal. */
  sha256: z.string(),
  events: z.array(SignatureEvent),
})
export type CheckedSignature = z.infer<typeof CheckedSignature>

/** Returns the number in "User #04711", derived from the id, to tell two people of the same name apart. */
export const shortNumber = (userId: string) =>
  String(Number.parseInt(userId.replaceAll('-', '').slice(-8), 16) % 100_000).padStart(5, '0')

/** The response of `/verify` about a file, by its digest alone. */
export const Verdict = z.strictObject({
  outcome: z.enum(['signed', 'unsigned', 'unknown', 'doubtful']),
  /** When the file was signed. The signer's name is not repeated here: the holder has it in the file. */
  signedAt: instant.nullable(),
  /** The level of this file's seal. Null if the file is not signed, or was sealed before levels were recorded. */
  level: SealLevel.nullable(),
})
export type Verdict = z.infer<typeof Verdict>

export const SentRequest = SignatureRequest.extend({
  clientId: UserId,
  clientName: z.string(),
  /** The title of the step that the signature completes. Null if it completes none. */
  step: z.string().nullable(),
  /**
   * Not signed yet, sent by a person, and to a client or on a case that the user works with. The client care letter
   * cannot be withdrawn, because it belongs to its task.
   */
  canWithdraw: z.boolean(),
  /** The witness of a deed whose signer has signed, and how long they have to sign too. Null otherwise. */
  awaitsWitness: newInOutput(z.strictObject({ name: z.string(), until: instant }).nullable(), null),
  /**
   * The person invited last to witness a deed, if they have declined. Without a name if they gave none. Null once
   * someone else is invited.
   */
  declinedWitness: newInOutput(z.strictObject({ name: z.string().nullable() }).nullable(), null),
})
export type SentRequest = z.infer<typeof SentRequest>

const byId = z.strictObject({ id: DocumentId })

/** Returns the question about a typed name that is not the signer's own. */
export const nameDiffers = (ownName: string, typedName: string) =>
  `Your name here is ${ownName}. Do you want to sign as “${typedName}”?`

const NewSignature = z
  .strictObject({ documentId: DocumentId, ...mark.shape })
  .refine(isMarked, { message: noSignature, path: ['signatureData'] })

export const signatures = {
  create: create('/api/signatures', {
    input: NewSignature,
    output: Signature,
    audience: 'client',
    summary:
      'Signs a document that the firm sent; 409 where it is signed already or was withdrawn, 422 name_differs where the typed name is not the signer’s and is not confirmed',
  }),
  list: list('/api/signatures', {
    item: Signature,
    audience: 'client',
    summary: "The client's signatures, newest first",
  }),
  requests: list('/api/signature-requests', {
    item: SignatureRequest,
    audience: 'client',
    summary: 'Documents that the firm sent for signature, newest first',
  }),
  ofDocument: read('/api/documents/:id/signatures', {
    input: byId,
    output: z.array(CheckedSignature),
    audience: 'client',
    summary: 'The signatures of a document, each checked again: Verified or Altered',
  }),
  opened: command('/api/documents/:id/opened', {
    input: byId,
    output: SignatureRequest,
    audience: 'client',
    summary: 'Notes that a document was opened for signing',
  }),
  signedCopy: file('/api/documents/:id/signed', {
    input: byId,
    audience: 'client',
    summary: 'The signed, sealed document with its evidence page',
  }),
  verify: command('/api/verify', {
    input: z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/, 'This is not a SHA-256 digest') }),
    output: Verdict,
    audience: 'anyone',
    summary: 'Whether a file of this digest is a signed document of this portal; nothing is stored',
  }),
  recipients: read('/api/firm/signature-recipients', {
    input: z.strictObject({ search: line(100).optional() }),
    output: z.array(Recipient).max(pageSize),
    audience: 'firm',
    action: 'signatures.send',
    summary: 'The clients to whom this person may send a document',
  }),
  steps: read('/api/firm/clients/:clientId/signature-steps', {
    input: z.strictObject({ clientId: UserId }),
    output: z.array(SignatureStep),
    audience: 'firm',
    action: 'signatures.send',
    summary: 'The steps of a client that wait for a document to sign, as far as this person may know of them',
  }),
  sent: list('/api/firm/signatures', {
    item: SentRequest,
    audience: 'firm',
    action: 'signatures.read',
    summary: "Documents sent for signature to this person's clients, newest first",
  }),
  send: upload('/api/firm/signatures', {
    input: z.strictObject({
      clientId: UserId,
      name: line(120, 'Please name the document'),
      description: prose(500).optional(),
      /** It is signed before a witness, in the signer's own name. */
      isDeed: z.stringbool().optional(),
      /** The other parties to it, one per line. None of them can be its witness. */
      parties: prose(1000).optional(),
      /**
       * The step that the signature completes, or `none`. If left out, it is the client's only such step, or none if
       * they have several.
       */
      taskId: z.union([TaskId, z.literal('none')]).optional(),
    }),
    output: SentRequest,
    audience: 'firm',
    action: 'signatures.send',
    summary: `Sends a PDF (part \`file\`, 10 MB) to a client for signature; ${takesKey}`,
  }),
  cancel: command('/api/firm/signatures/:id/cancel', {
    input: byId,
    output: SentRequest,
    audience: 'firm',
    action: 'signatures.send',
    summary: 'Withdraws a document that is not signed yet',
  }),
  evidence: read('/api/firm/signatures/:id', {
    input: byId,
    output: z.strictObject({
      request: SentRequest,
      signatures: z.array(CheckedSignature),
      events: z.array(SignatureEvent),
      /** The witness of a deed. Null if none was invited. */
      witness: WitnessStanding.nullable(),
    }),
    audience: 'firm',
    action: 'signatures.read',
    summary: 'One document that was sent, its signature checked again, and what happened to it',
  }),
  copy: file('/api/firm/signatures/:id/copy', {
    input: byId,
    audience: 'firm',
    action: 'signatures.read',
    summary: 'The signed copy, or before that the document as it was sent',
  }),
}
