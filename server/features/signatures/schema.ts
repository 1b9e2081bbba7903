import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts.ts'
import type { DocumentId } from '#contract/documents.ts'
import type { ClientQuestionnaire } from '#contract/forms.ts'
import type { EventKind, RequestState, Signature, SignatureId } from '#contract/signatures.ts'
import type { TaskId } from '#contract/tasks.ts'

const instant = () => timestamp({ withTimezone: true, mode: 'date' })

/** One document that the firm sent for signature. Its pages belong to the client's documents. */
export const signatureRequests = pgTable(
  'signature_requests',
  {
    documentId: uuid().primaryKey().$type<DocumentId>(),
    clientId: uuid().notNull().$type<UserId>(),
    taskId: uuid().$type<TaskId>(),
    /** Null where it was made from the firm's letter template. */
    senderId: uuid().$type<UserId>(),
    sentBy: text().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    fileKey: text().notNull(),
    sha256: text().notNull(),
    fileSize: integer().notNull(),
    pages: integer().notNull(),
    state: text().$type<RequestState>().notNull(),
    /** Of the sealed file; null until it is signed. */
    sealedKey: text(),
    sealedSha256: text(),
    sealedSize: integer(),
    createdAt: instant().notNull(),
    signedAt: instant(),
  },
  (t) => [
    index().on(t.clientId, t.documentId),
    index().on(t.sha256),
    uniqueIndex('signature_requests_sealed').on(t.sealedSha256),
    uniqueIndex('signature_requests_file').on(t.fileKey),
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
    /** The typed name where it is not `signedBy`'s own, and the signer confirmed it. */
    signedAs: text(),
    /** The picture, as a data URL; null where the name was typed. */
    picture: text(),
    createdAt: instant().notNull(),
  },
  (t) => [
    // Whatever happens at the same time: a document is signed once.
    uniqueIndex('signatures_one_a_document').on(t.documentId),
    index().on(t.userId, t.id),
  ],
)

/** What happened to a document that was sent. Rows are only ever added, and each holds the hash of the last. */
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
    /** Null where the portal itself acted. */
    actorId: uuid().$type<UserId>(),
    actorName: text().notNull(),
    address: text().notNull(),
    agent: text().notNull(),
    details: jsonb().$type<Record<string, string>>().notNull(),
    previous: text().notNull(),
    hash: text().notNull(),
  },
  (t) => [uniqueIndex('signature_events_number').on(t.documentId, t.number)],
)

/** What a client said their matter is about, for the letter that names it. */
export const signatureMatters = pgTable('signature_matters', {
  clientId: uuid().primaryKey().$type<UserId>(),
  matter: text().$type<ClientQuestionnaire['legalMatter']>().notNull(),
  /** In the client's own words. */
  description: text().notNull().default(''),
  toldAt: instant().notNull(),
})
