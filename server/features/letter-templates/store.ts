import { asc, desc, eq } from 'drizzle-orm'
import type { TemplateKey } from '#contract/letter-templates/letter-templates.ts'
import type { Db } from '#server/platform/db/database.ts'
import { letterTemplateVersions, retiredLetterTemplates } from './schema.ts'

export type VersionRow = typeof letterTemplateVersions.$inferSelect

/** The newest version of each template that the firm has published. */
export const listCurrent = (db: Db) =>
  db
    .selectDistinctOn([letterTemplateVersions.key])
    .from(letterTemplateVersions)
    .orderBy(asc(letterTemplateVersions.key), desc(letterTemplateVersions.number))

/** Newest first. */
export const listVersions = (db: Db, key: TemplateKey) =>
  db
    .select()
    .from(letterTemplateVersions)
    .where(eq(letterTemplateVersions.key, key))
    .orderBy(desc(letterTemplateVersions.number))

export const findCurrent = async (db: Db, key: TemplateKey): Promise<VersionRow | null> => {
  const [found] = await db
    .select()
    .from(letterTemplateVersions)
    .where(eq(letterTemplateVersions.key, key))
    .orderBy(desc(letterTemplateVersions.number))
    .limit(1)
  return found ?? null
}

export const insertVersion = (db: Db, row: typeof letterTemplateVersions.$inferInsert) =>
  db.insert(letterTemplateVersions).values(row)

export const listRetired = async (db: Db) => {
  const rows = await db.select().from(retiredLetterTemplates)
  return new Set(rows.map(({ key }) => key))
}

export const insertRetired = (db: Db, key: TemplateKey) =>
  db.insert(retiredLetterTemplates).values({ key }).onConflictDoNothing()

export const removeRetired = (db: Db, key: TemplateKey) =>
  db.delete(retiredLetterTemplates).where(eq(retiredLetterTemplates.key, key))
