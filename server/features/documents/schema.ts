import { type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { ClientDocument, Correction, DocumentId } from '#contract/documents/documents.ts'
import type { Validation } from '#contract/documents/validation.ts'
import { broughtUpToDate, shownToClient } from '#contract/documents/validation.ts'
import type { AttemptFor } from '#contract/kit/domain-events.ts'
import type { TaskId } from '#contract/tasks.ts'
import { registerTable } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

export type IdentityPurpose = 'document' | 'selfie' | 'number'

/** What a document is searched by. */
export const wordsOfDocument = (t: Record<'filename' | 'documentType', SQLWrapper>) =>
  sql`lower(${t.filename} || ' ' || ${t.documentType})`

/** The day on which a document expires, as it was read; null where it has none. */
export const expiryOf = (t: Record<'validation', SQLWrapper>) =>
  sql`(${t.validation} -> 'metadata' ->> 'expiryDate')`

export const documents = pgTable(
  'documents',
  {
    id: uuid().primaryKey().$type<DocumentId>(),
    clientId: uuid().notNull().$type<UserId>(),
    taskId: uuid().$type<TaskId>(),
    purpose: text().$type<ClientDocument['purpose']>().notNull().default('evidence'),
    /** The name that people see; the bytes lie under `fileKey`. */
    filename: text().notNull(),
    fileKey: text().notNull(),
    sha256: text().notNull(),
    fileType: text().$type<ClientDocument['fileType']>().notNull(),
    fileSize: integer().notNull(),
    documentType: text().notNull(),
    /** Which picture of somebody's identity it is; null for other documents. */
    identityPurpose: text().$type<IdentityPurpose>(),
    /** What such a picture looks like, in 64 hexadecimal digits; null for a PDF, and where nothing is seen. */
    fingerprint: text(),
    /** Of a picture with a number: which one its client was asked to show. */
    numberAsked: text(),
    status: text().$type<ClientDocument['status']>().notNull(),
    reason: text(),
    hasActiveContent: boolean().notNull().default(false),
    pages: integer(),
    /** Of one that was taken while too many waited, nothing is known yet but that it looks like what it is called. */
    isOpened: boolean().notNull().default(true),
    /** The virus scanner was away when it came: nobody opens it until it was asked. */
    awaitsScan: boolean().notNull().default(false),
    isAccepted: boolean().notNull().default(false),
    /** A person of the firm decides whatever was found: its client sends it as it is, or the firm looks again. */
    isForReview: boolean().notNull().default(false),
    /** What the conversation asked for it as. */
    attemptFor: text().$type<AttemptFor>(),
    /** When the client sent another in its place: it counts for nothing from then on, and is kept. */
    supersededAt: instant(),
    /** Null while the document is still being read. */
    validation: jsonb().$type<Validation>(),
    /** What the client says was misread: beside what was read, never in its place. */
    corrections: jsonb().$type<Correction[]>().notNull().default([]),
    /** What the sender's page sent, so that a repeat is known; unique among one client's documents. */
    idempotencyKey: text(),
    /** What of the upload the key stands for: the same key with anything else is refused. */
    requestHash: text(),
    createdAt: instant().notNull(),
    verifiedAt: instant(),
    /** The person of the firm who accepted or rejected it. */
    decidedById: uuid().$type<UserId>(),
    decidedAt: instant(),
    /** When whoever answers for its client was sent an email that it waits. */
    firmNotifiedAt: instant(),
  },
  (t) => [
    index().on(t.clientId, t.id),
    index().on(t.taskId),
    // What waits for the firm is a few rows among all that were ever sent.
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
 * The queue of what is to be read, and how long reading took. It outlives its documents, so that deleting one
 * gives nobody their share of the reader back.
 */
export const documentReadings = pgTable(
  'document_readings',
  {
    documentId: uuid().primaryKey().$type<DocumentId>(),
    clientId: uuid().notNull().$type<UserId>(),
    queuedAt: instant().notNull(),
    /** Not read before this time. A reading that begins moves it on: should its process die, it is due again then. */
    dueAt: instant().notNull(),
    /** How often it was begun and not ended: a file that ends the process is not opened for ever. */
    attempts: integer().notNull().default(0),
    endedAt: instant(),
    /** Milliseconds that it had the reader for. */
    duration: integer(),
  },
  (t) => [
    index('document_readings_waiting').on(t.dueAt).where(sql`ended_at is null`),
    index('document_readings_ended').on(t.endedAt).where(sql`ended_at is not null`),
    index().on(t.clientId),
  ],
)

export const personalData = [
  registerTable(documents, {
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
      // What a suspicion rests on is for the firm alone, here as in every answer.
      validation: (kept) => kept && shownToClient(broughtUpToDate(kept)),
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
    // What nobody may open yet is in no archive either.
    files: ({ fileKey, sha256, fileSize, filename, awaitsScan }) =>
      awaitsScan ? [] : [{ key: fileKey, sha256, size: fileSize, filename }],
  }),
  registerTable(documentReadings, {
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
