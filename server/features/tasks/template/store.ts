import { and, eq, sql } from 'drizzle-orm'
import { notFound } from '#contract/kit/problem.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type TemplateItem, taskTemplates } from '../schema.ts'

type Template = Pick<typeof taskTemplates.$inferSelect, 'version' | 'items'>

export const findTemplate = async (db: Db): Promise<Template | null> => {
  const [current] = await db.select().from(taskTemplates).where(eq(taskTemplates.isCurrent, true))
  return current ?? null
}

/** Inserts the first version. Of concurrent inserts, the first wins, and every caller gets it. */
export const ensureTemplate = async (db: Db, items: TemplateItem[], createdAt: Date): Promise<Template> => {
  const [inserted] = await db
    .insert(taskTemplates)
    .values({ id: newId(), version: 1, isCurrent: true, items, createdAt })
    .onConflictDoNothing()
    .returning()
  return inserted ?? (await findTemplate(db)) ?? notFound('template')
}

/** Inserts the version after this one, once. A concurrent caller gets the same one. */
export const replaceTemplate = async (
  db: Db,
  { version }: Pick<Template, 'version'>,
  next: Pick<typeof taskTemplates.$inferInsert, 'items' | 'createdAt'>,
): Promise<Template> => {
  const isThis = and(eq(taskTemplates.version, version), eq(taskTemplates.isCurrent, true))
  const [set] = await db.update(taskTemplates).set({ isCurrent: false }).where(isThis).returning()
  if (!set) return (await findTemplate(db)) ?? notFound('template')
  return insertTemplate(db, next.items, next.createdAt)
}

const nextVersion = sql<number>`(select coalesce(max(version), 0) + 1 from ${taskTemplates})`

/** Inserts the next version as the current one. Of concurrent inserts, the first wins. */
export const insertTemplate = async (db: Db, items: TemplateItem[], createdAt: Date): Promise<Template> => {
  await db.update(taskTemplates).set({ isCurrent: false }).where(eq(taskTemplates.isCurrent, true))
  const [inserted] = await db
    .insert(taskTemplates)
    .values({ id: newId(), version: nextVersion, isCurrent: true, items, createdAt })
    .onConflictDoNothing()
    .returning()
  return inserted ?? (await findTemplate(db)) ?? notFound('template')
}
