import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { AssistantMessage, AssistantMessageId, Verdict } from '#contract/assistant/assistant.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

/** The conversations of clients with the assistant. */
export const assistantMessages = pgTable(
  'assistant_messages',
  {
    id: uuid().primaryKey().$type<AssistantMessageId>(),
    clientId: uuid().notNull().$type<UserId>(),
    isUser: boolean().notNull(),
    content: text().notNull(),
    answer: jsonb().$type<AssistantMessage['answer']>(),
    verdict: text().$type<Verdict>(),
    verdictReason: text(),
    createdAt: instant().notNull(),
  },
  (t) => [index().on(t.clientId, t.id)],
)

/** Articles in the firm's own words, and when someone at the firm reviewed them. */
export const knowledgeVersions = pgTable('knowledge_versions', {
  /** The article's name, such as `proof-of-address`. */
  id: text().primaryKey(),
  title: text().notNull(),
  body: text().notNull(),
  reviewedAt: instant(),
  reviewedBy: uuid().$type<UserId>(),
  updatedAt: instant().notNull(),
})

/** Questions of clients that the assistant could not answer. */
export const knowledgeGaps = pgTable(
  'knowledge_gaps',
  {
    id: uuid().primaryKey(),
    /** Without differences of case and spacing, so that a question asked twice is one gap. */
    questionKey: text().notNull(),
    question: text().notNull(),
    times: integer().notNull().default(1),
    lastAskedAt: instant().notNull(),
  },
  (t) => [uniqueIndex('knowledge_gaps_question').on(t.questionKey)],
)

export const personalData = [
  registerPersonalData(assistantMessages, {
    title: 'Your conversation with Obi',
    whose: assistantMessages.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      isUser: true,
      content: true,
      answer: true,
      verdict: true,
      verdictReason: true,
      createdAt: true,
    },
  }),
]
