import { type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { ClientDocument, Correction, DocumentId } from '#contract/documents/documents.ts'
import type { Validation } from '#contract/documents/validation.ts'
import { shownToClient, upgradeValidation } from '#contract/documents/validation.ts'
import type { AttemptFor } from '#contract/kit/domain-events.ts'
import type { TaskId } from '#contract/tasks.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

export type IdentityPurpose = 'document' | 'selfie' | 'number'

/** The text that documents are searched by. */
export const wordsOfDocument = (t: Record<'filename' | 'documentType', SQLWrapper>) =>
  sql`lower(${t.filename} || ' ' || ${t.documentType})`

/** The expiry date as it was read, or null. */
export const expiryOf = (t: Record<'validation', SQLWrapper>) =>
  sql`(${t.validation} -> 'metadata' ->> 'expiryDate')`

export const documents = pgTable(
  'documents',
  {
    id: uuid().primaryKey().$type<DocumentId>(),
    clientId: uuid().notNull().$type<UserId>(),
    taskId: uuid().$type<TaskId>(),
    purpose: text().$type<ClientDocument['purpose']>().notNull().default('evidence'),
    /** The name that people see. The bytes are stored under `fileKey`. */
    filename: text().notNull(),
    fileKey: text().notNull(),
    sha256: text().notNull(),
    fileType: text().$type<ClientDocument['fileType']>().notNull(),
    fileSize: integer().notNull(),
    documentType: text().notNull(),
    /** Which picture of the client's identity it is. Null for other documents. */
    identityPurpose: text().$type<IdentityPurpose>(),
    /**
     * A perceptual hash of such a picture, 64 hexadecimal digits. Null for a PDF and for a picture with nothing to see.
     */
    fingerprint: text(),
    /** For a picture with a number, the number that the client was asked to show. */
    numberAsked: text(),
    status: text().$type<ClientDocument['status']>().notNull(),
    reason: text(),
    hasActiveContent: boolean().notNull().default(false),
    pages: integer(),
    /** False if it was taken while too many waited. Then only its file type has been checked. */
    isOpened: boolean().notNull().default(true),
    /** True if the virus scanner was unreachable. Nobody can open it before it is scanned. */
    awaitsScan: boolean().notNull().default(false),
    isAccepted: boolean().notNull().default(false),
    /** A person of the firm decides, whatever was found: the client sent it as it is, or the firm looks again. */
    isForReview: boolean().notNull().default(false),
    /** What the conversation asked for it as. */
    attemptFor: text().$type<AttemptFor>(),
    /** When the client sent another instead. From then on it doesn't count, but is kept. */
    supersededAt: instant(),
    /** Null while the document is still being read. */
    validation: jsonb().$type<Validation>(),
    /** What the client says was misread. Kept beside what was read, which doesn't change. */
    corrections: jsonb().$type<Correction[]>().notNull().default([]),
    /** The page's key for this upload, to recognise a repeat. Unique among one client's documents. */
    idempotencyKey: text(),
    /** Hash of the upload that the key belongs to. The same key with another upload is refused. */
    requestHash: text(),
    createdAt: instant().notNull(),
    verifiedAt: instant(),
    /** The person of the firm who accepted or rejected it. */
    decidedById: uuid().$type<UserId>(),
    decidedAt: instant(),
    /** When the person responsible was emailed that it waits. Also set by a decision, which needs no email. */
    firmNotifiedAt: instant(),
  },
  (t) => [
    index().on(t.clientId, t.id),
    index().on(t.taskId),
    // Few of all documents wait for the firm, so this index is small.
    index('documents_waiting').on(t.createdAt).where(sql`status = 'pending' and superseded_at is null`),
    index('documents_unscanned').on(t.id).where(sql`awaits_scan`),
    index('documents_decided').on(t.decidedAt).where(sql`decided_at is not null`),
    index('documents_expiring').on(expiryOf(t)).where(sql`status = 'verified' and superseded_at is null`),
    uniqueIndex('documents_file_key').on(t.fileKey),
    index().on(t.sha256),
    index('documents_of_identity').on(t.clientId).where(sql`identity_purpose is not null`),
    uniqueIndex('documents_idempotency').on(t.clientId, t.idempotencyKey),
    index('documents_words').using('gin', sql`${wordsOfDocument(t)} gin_trgm_ops`),
  ],
)

/**
 * The queue of documents to read, and how long reading took. Rows outlive their documents, so that deleting one gives a
 * client no reading time back.
 */
export const documentReadings = pgTable(
  'document_readings',
  {
    documentId: uuid().primaryKey().$type<DocumentId>(),
    clientId: uuid().notNull().$type<UserId>(),
    queuedAt: instant().notNull(),
    /** Not read before this time. Starting a reading moves it on, so that it is due again if its process dies. */
    dueAt: instant().notNull(),
    /** How often reading began without an end, so that a file that crashes the process is not opened forever. */
    attempts: integer().notNull().default(0),
    endedAt: instant(),
    /** Milliseconds of reading time. */
    duration: integer(),
  },
  (t) => [
    index('document_readings_waiting').on(t.dueAt).where(sql`ended_at is null`),
    index('document_readings_ended').on(t.endedAt).where(sql`ended_at is not null`),
    index().on(t.clientId),
  ],
)

export const personalData = [
  registerPersonalData(documents, {
    title: 'Your documents',
    whose: documents.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      taskId: true,
      purpose: true,
      filename: true,
      fileKey: 'Where the file is stored; the file itself is given.',
      sha256: true,
      fileType: true,
      fileSize: true,
      documentType: true,
      identityPurpose: true,
      fingerprint:
        'What a picture of your identity looks like, in 256 bits, to notice when it is sent twice.',
      numberAsked: true,
      status: true,
      reason: true,
      hasActiveContent: true,
      pages: true,
      isOpened: 'How the portal plans its work.',
      awaitsScan: true,
      isAccepted: true,
      isForReview: true,
      // The evidence of a suspicion is for the firm alone, as in every response.
      validation: (kept) => kept && shownToClient(upgradeValidation(kept)),
      corrections: true,
      attemptFor: true,
      supersededAt: true,
      idempotencyKey: 'By which the portal knows that the same page sent twice.',
      requestHash: 'By which the portal knows that the same page sent twice.',
      createdAt: true,
      verifiedAt: true,
      decidedById: 'The reference number of the person at the firm who decided.',
      decidedAt: true,
      firmNotifiedAt: true,
    },
    // A file that nobody may open yet is left out of the archive too.
    files: ({ fileKey, sha256, fileSize, fileType, filename, awaitsScan }) =>
      awaitsScan ? [] : [{ key: fileKey, sha256, size: fileSize, type: fileType, filename }],
  }),
  registerPersonalData(documentReadings, {
    title: 'When your documents were read',
    whose: documentReadings.clientId,
    columns: {
      documentId: true,
      clientId: 'Your own reference number.',
      queuedAt: true,
      dueAt: 'How the portal plans its work.',
      attempts: 'How the portal plans its work.',
      endedAt: true,
      duration: true,
    },
  }),
]
