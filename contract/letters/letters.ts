import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import { DocumentId } from '../documents/documents.ts'
import { command, create, file, id, instant, prose, read } from '../kit/endpoint.ts'
import { takesKey } from '../kit/takes-key.ts'
import { LetterKind, TemplateKey, TemplateText } from '../letter-templates/letter-templates.ts'
import { MatterId } from '../matters/matters.ts'
import { TaskId } from '../tasks.ts'

export const LetterId = id('letter')
export type LetterId = z.infer<typeof LetterId>

/** How a letter is sent to its client: to be signed, or to be read and kept with their documents. */
export const Delivery = z.enum(['signature', 'document'], 'Please say how it is sent')
export type Delivery = z.infer<typeof Delivery>

/** A letter that was sent. */
export const Letter = z.strictObject({
  id: LetterId,
  name: z.string(),
  kind: LetterKind,
  delivery: Delivery,
  /** The state of its signature. A letter to be read is always `sent`. */
  state: z.enum(['sent', 'open', 'signed', 'cancelled', 'replaced']),
  templateKey: TemplateKey,
  templateVersion: z.number().int(),
  recipient: z.string(),
  documentId: DocumentId,
  sentBy: z.string(),
  createdAt: instant,
})
export type Letter = z.infer<typeof Letter>

/** A value that a letter lacks, and where to fill it in. */
export const MissingField = z.strictObject({
  field: z.string(),
  label: z.string(),
  sentence: z.string(),
  /** A page of this portal. Null if it is filled in beside the letter. */
  path: z.string().nullable(),
})
export type MissingField = z.infer<typeof MissingField>

/** A letter as it would be sent now. */
export const LetterPreview = z.strictObject({
  title: z.string(),
  blocks: z.array(z.strictObject({ kind: z.enum(['heading', 'paragraph', 'point']), text: z.string() })),
  missing: z.array(MissingField),
})
export type LetterPreview = z.infer<typeof LetterPreview>

/** The SHA-256, in hexadecimal, of the case data that can appear in the letter. */
const dataDigest = z.string().max(64)

const answers = z
  .record(z.string().max(40), prose(2000))
  .refine((given) => Object.keys(given).length <= 20, 'Please keep to 20 answers')

const written = z.strictObject({
  id: MatterId,
  templateKey: TemplateKey,
  /** One of the clients of the case. */
  recipientId: UserId,
  /** Answers to the questions of the template, by key. */
  answers,
})

export const letters = {
  ofMatter: read('/api/firm/cases/:id/letters', {
    input: z.strictObject({
      id: MatterId,
      /** The oldest letter that is shown already, to list those before it. */
      before: LetterId.optional(),
    }),
    output: z.strictObject({
      reference: z.string(),
      title: z.string(),
      letters: z.array(Letter),
      /** The clients of the case who have an account, the first client first. */
      recipients: z.array(z.strictObject({ id: UserId, name: z.string() })),
      /** People on our side of the case who can't be sent one, because they aren't a client with an account. */
      notOffered: z.array(z.string()),
      /** Steps of this case that wait for a document to sign, with the client of each. */
      steps: z.array(z.strictObject({ id: TaskId, title: z.string(), clientId: UserId })),
    }),
    audience: 'firm',
    action: 'matters.read',
    summary: 'The letters of a case, newest first, a page at a time, and to whom one can be written',
  }),
  preview: command('/api/firm/cases/:id/letters/preview', {
    input: written,
    output: LetterPreview.extend({ dataDigest }),
    audience: 'firm',
    action: 'matters.run',
    summary: 'A letter with the data of a case filled in, and what it lacks; nothing is kept',
  }),
  send: create('/api/firm/cases/:id/letters', {
    input: written.extend({
      /** The version that was previewed. 409 if a newer one has been published since. */
      templateVersion: z.number().int().min(0).max(100_000),
      /** The digest of the preview. 409 if the case data has changed since. */
      dataDigest,
      delivery: Delivery,
      /**
       * The step of this case that the signature completes, or null for none. If left out, it is the recipient's only
       * such step, or none if they have several. A letter to be read completes no step.
       */
      taskId: TaskId.nullable().optional(),
    }),
    output: Letter,
    audience: 'firm',
    action: 'signatures.send',
    summary: `Sends a letter to a client of the case; ${takesKey}; 422 field_missing where a field has no value`,
  }),
  copy: file('/api/firm/letters/:id/file', {
    input: z.strictObject({ id: LetterId }),
    audience: 'firm',
    action: 'matters.read',
    summary: 'A letter as it was sent',
  }),
  tryTemplate: command('/api/firm/letter-templates/preview', {
    input: TemplateText.safeExtend({ matterId: MatterId.nullable() }),
    output: LetterPreview,
    audience: 'firm',
    action: 'settings.manage',
    summary: 'An unpublished text with the data of a case, or with samples; nothing is kept',
  }),
}
