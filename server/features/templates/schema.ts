import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { TemplateStep } from '#contract/templates/step.ts'
import type { TemplateId } from '#contract/templates/templates.ts'
import { instant } from '#server/platform/db/columns.ts'

/** The workflow template of each type of matter. */
export const templates = pgTable(
  'templates',
  {
    id: uuid().primaryKey().$type<TemplateId>(),
    type: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [uniqueIndex('templates_type').on(t.type)],
)

/** A published version is never changed. The row that is not published is the draft. */
export const templateVersions = pgTable(
  'template_versions',
  {
    id: uuid().primaryKey(),
    templateId: uuid()
      .notNull()
      .$type<TemplateId>()
      .references(() => templates.id, { onDelete: 'cascade' }),
    /** Null for the draft. */
    version: integer(),
    steps: jsonb().$type<TemplateStep[]>().notNull(),
    note: text().notNull(),
    revision: integer().notNull(),
    savedAt: instant().notNull(),
    savedBy: text(),
    savedById: uuid().$type<UserId>(),
    publishedAt: instant(),
  },
  (t) => [
    uniqueIndex('template_versions_version').on(t.templateId, t.version),
    uniqueIndex('template_versions_one_draft').on(t.templateId).where(sql`version is null`),
  ],
)

/** The template version that each matter uses. */
export const matterTemplates = pgTable(
  'matter_templates',
  {
    matterId: uuid().primaryKey().$type<MatterId>(),
    versionId: uuid()
      .notNull()
      .references(() => templateVersions.id),
    startedAt: instant().notNull(),
  },
  (t) => [index().on(t.versionId)],
)
