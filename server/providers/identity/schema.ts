import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { DocumentId } from '#contract/documents/documents.ts'
import type { ClientVerdict } from '#contract/documents/verdict.ts'
import type { SessionDocument, StepResult, StepType } from '#contract/identity/session.ts'
import { instant } from '#server/platform/db/columns.ts'
import type { ReadFacts } from '#server/platform/ports/providers.ts'

/** A session of the built-in capture page. */
export const captureSessions = pgTable(
  'capture_sessions',
  {
    id: uuid().primaryKey(),
    /** SHA-256 of the token in its address, so that the table alone opens no session. */
    tokenHash: text().notNull(),
    clientId: uuid().$type<UserId>().notNull(),
    comparesFaces: boolean().notNull(),
    document: text().$type<SessionDocument>(),
    prompt: text().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    submittedAt: instant(),
    /** True once a newer session has replaced this one. */
    isReplaced: boolean().notNull().default(false),
  },
  (t) => [index().on(t.clientId), uniqueIndex('capture_sessions_token').on(t.tokenHash)],
)

export const captureSteps = pgTable(
  'capture_steps',
  {
    sessionId: uuid()
      .notNull()
      .references(() => captureSessions.id, { onDelete: 'cascade' }),
    type: text().$type<StepType>().notNull(),
    documentId: uuid().$type<DocumentId>(),
    result: text().$type<StepResult>(),
    issues: jsonb().$type<string[]>().notNull(),
    verdict: jsonb().$type<ClientVerdict>(),
    read: jsonb().$type<ReadFacts>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.type] })],
)
