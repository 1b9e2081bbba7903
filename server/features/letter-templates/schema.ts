import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type {
  LetterKind,
  TemplateKey,
  TemplateQuestion,
} from '#contract/letter-templates/letter-templates.ts'
import { instant } from '#server/platform/db/columns.ts'

/**
 * Versions that the firm has published. Rows are only ever added. The highest number of a key is the current version.
 */
export const letterTemplateVersions = pgTable(
  'letter_template_versions',
  {
    key: text().notNull().$type<TemplateKey>(),
    number: integer().notNull(),
    name: text().notNull(),
    kind: text().notNull().$type<LetterKind>(),
    text: text().notNull(),
    questions: jsonb().notNull().$type<TemplateQuestion[]>(),
    note: text().notNull(),
    byId: uuid().notNull().$type<UserId>(),
    byName: text().notNull(),
    publishedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.number], name: 'letter_template_versions_once' })],
)

/** Templates that are no longer offered. */
export const retiredLetterTemplates = pgTable('retired_letter_templates', {
  key: text().primaryKey().$type<TemplateKey>(),
})
