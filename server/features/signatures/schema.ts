import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { DocumentId } from '#contract/documents/documents.ts'
import type { ClientQuestionnaire } from '#contract/forms/forms.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { EventKind, SealLevel } from '#contract/signatures/evidence.ts'
import type { RequestState, Signature, SignatureId } from '#contract/signatures/signatures.ts'
import type { TaskId } from '#contract/tasks.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

/** A document that the firm sent for signature. The client's documents hold its pages. */
export const signatureRequests = pgTable(
  'signature_requests',
  {
    documentId: uuid().primaryKey().$type<DocumentId>(),
    clientId: uuid().notNull().$type<UserId>(),
    taskId: uuid().$type<TaskId>(),
    /** Null if it was made from the firm's letter template. */
    senderId: uuid().$type<UserId>(),
    /** The case it was written on. Null for a document sent on its own. */
    matterId: uuid().$type<MatterId>(),
    /** A deed is signed before a witness, in the signer's own name. */
    isDeed: boolean().notNull().default(false),
    /** The other parties, none of whom can be its witness. */
    parties: jsonb().$type<string[]>().notNull().default([]),
    sentBy: text().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    fileKey: text().notNull(),
    sha256: text().notNull(),
    fileSize: integer().notNull(),
    pages: integer().notNull(),
    state: text().$type<RequestState>().notNull(),
    /** The sealed file. Null until it is signed. */
    signedKey: text(),
    signedSha256: text(),
    signedSize: integer(),
    /** Null until it is signed, and for files sealed before levels were recorded. */
    sealLevel: text().$type<SealLevel>(),
    /** When more proof is asked for next. Null if none is missing. */
    strengthenAt: instant(),
    strengthenTries: integer().notNull().default(0),
    /** The sender's key for this request, to recognise a repeat. */
    idempotencyKey: text(),
    /** Hash of the request that the key belongs to. The same key with another request is refused. */
    requestHash: text(),
    createdAt: instant().notNull(),
    signedAt: instant(),
  },
  (t) => [
    index().on(t.clientId, t.documentId),
    index().on(t.sha256),
    index().on(t.matterId),
    uniqueIndex('signature_requests_signed').on(t.signedSha256),
    index('signature_requests_strengthen').on(t.strengthenAt).where(sql`strengthen_at is not null`),
    uniqueIndex('signature_requests_file').on(t.fileKey),
    uniqueIndex('signature_requests_idempotency').on(t.senderId, t.idempotencyKey),
  ],
)

export const signatures = pgTable(
  'signatures',
  {
    id: uuid().primaryKey().$type<SignatureId>(),
    documentId: uuid()
      .notNull()
      .$type<DocumentId>()
      .references(() => signatureRequests.documentId, { onDelete: 'cascade' }),
    userId: uuid().notNull().$type<UserId>(),
    signedBy: text().notNull(),
    signaturePosition: text().$type<Signature['signaturePosition']>().notNull(),
    method: text().$type<Signature['method']>().notNull(),
    typedName: text(),
    /** The typed name, if it differs from `signedBy` and the signer confirmed it. */
    signedAs: text(),
    /** The picture, a PNG in base64. Null if the name was typed. */
    picture: text(),
    createdAt: instant().notNull(),
  },
  (t) => [
    // A document can only be signed once, even by requests at the same time.
    uniqueIndex('signatures_one_a_document').on(t.documentId),
    index().on(t.userId, t.id),
  ],
)

/** What happened to a document that was sent. Rows are only added, and each holds the hash of the one before. */
export const signatureEvents = pgTable(
  'signature_events',
  {
    id: uuid().primaryKey(),
    documentId: uuid()
      .notNull()
      .$type<DocumentId>()
      .references(() => signatureRequests.documentId, { onDelete: 'cascade' }),
    number: integer().notNull(),
    kind: text().$type<EventKind>().notNull(),
    at: instant().notNull(),
    /** Null if the portal itself acted. */
    actorId: uuid().$type<UserId>(),
    actorName: text().notNull(),
    address: text().notNull(),
    agent: text().notNull(),
    details: jsonb().$type<Record<string, string>>().notNull(),
    previous: text().notNull(),
    hash: text().notNull(),
  },
  (t) => [
    uniqueIndex('signature_events_number').on(t.documentId, t.number),
    // Finds a document by the digest of any copy that was ever handed out.
    index('signature_events_copy')
      .on(sql`(details ->> 'sha256')`)
      .where(sql`kind in ('sealed', 'strengthened')`),
  ],
)

/** What a client said their matter is about, for the client care letter. */
export const letterSubjects = pgTable('letter_subjects', {
  clientId: uuid().primaryKey().$type<UserId>(),
  subject: text().$type<ClientQuestionnaire['legalMatter']>().notNull(),
  /** In the client's own words. */
  description: text().notNull().default(''),
  declaredAt: instant().notNull(),
})

export const personalData = [
  registerPersonalData(signatureRequests, {
    title: 'What you were asked to sign',
    whose: signatureRequests.clientId,
    columns: {
      documentId: true,
      clientId: 'Your own reference number.',
      taskId: true,
      senderId: 'The reference number of the person who sent it; their name is given.',
      matterId: true,
      isDeed: true,
      parties: 'The names of others who are a party to it; they are in the document itself.',
      sentBy: true,
      name: true,
      description: true,
      fileKey: 'Where the file is stored; the file itself is given.',
      sha256: true,
      fileSize: true,
      pages: true,
      state: true,
      signedKey: 'Where the file is stored; the file itself is given.',
      signedSha256: true,
      signedSize: true,
      sealLevel: true,
      strengthenAt: true,
      strengthenTries: true,
      idempotencyKey: 'How the portal recognises the same request made twice.',
      requestHash: 'How the portal recognises the same request made twice.',
      createdAt: true,
      signedAt: true,
    },
    files: ({ state, name, fileKey, sha256, fileSize, signedKey, signedSha256, signedSize }) => {
      // The file of a withdrawn or replaced document was deleted with it.
      if (state === 'cancelled' || state === 'replaced') return []
      const stem = name.replace(/\.pdf$/i, '')
      const type = 'application/pdf'
      const sent = { key: fileKey, sha256, size: fileSize, type, filename: `${stem}.pdf` }
      if (signedKey === null || signedSha256 === null || signedSize === null) return [sent]
      const filename = `${stem} (signed).pdf`
      return [sent, { key: signedKey, sha256: signedSha256, size: signedSize, type, filename }]
    },
  }),
  registerPersonalData(signatures, {
    title: 'Your signatures',
    whose: signatures.userId,
    columns: {
      id: true,
      documentId: true,
      userId: 'Your own reference number.',
      signedBy: true,
      signaturePosition: true,
      method: true,
      typedName: true,
      signedAs: true,
      picture: true,
      createdAt: true,
    },
  }),
  registerPersonalData(signatureEvents, {
    title: 'The evidence of your signatures',
    whose: {
      column: signatureEvents.documentId,
      to: signatureRequests.documentId,
      whose: signatureRequests.clientId,
    },
    columns: {
      id: true,
      documentId: true,
      number: true,
      kind: true,
      at: true,
      actorId: "The person's reference number; their name is given.",
      actorName: true,
      address: true,
      agent: true,
      details: true,
      previous: true,
      hash: true,
    },
  }),
  registerPersonalData(letterSubjects, {
    title: 'What you said your case is about',
    whose: letterSubjects.clientId,
    columns: { clientId: 'Your own reference number.', subject: true, description: true, declaredAt: true },
  }),
]
