import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts.ts'
import type { DocumentId } from '#contract/documents.ts'
import type { Verification } from '#contract/identity.ts'
import type { TaskId } from '#contract/tasks.ts'

const instant = () => timestamp({ withTimezone: true, mode: 'date' })

export const verifications = pgTable(
  'verifications',
  {
    taskId: uuid().primaryKey().$type<TaskId>(),
    clientId: uuid().notNull().$type<UserId>(),
    verificationType: text().$type<Verification['verificationType']>().notNull(),
    outcome: text().$type<Verification['outcome']>().notNull(),
    document: text().$type<NonNullable<Verification['document']>>(),
    accountName: text(),
    accountNumber: text(),
    sortCode: text(),
    bankName: text(),
    modulus: text().$type<NonNullable<Verification['modulus']>>(),
    completedAt: instant().notNull(),
  },
  (t) => [index().on(t.clientId)],
)

/** Which identity documents of a client were verified: told by the documents, forgotten with them. */
export const identityEvidence = pgTable(
  'identity_evidence',
  {
    documentId: uuid().primaryKey().$type<DocumentId>(),
    clientId: uuid().notNull().$type<UserId>(),
    at: instant().notNull(),
  },
  (t) => [index().on(t.clientId)],
)
