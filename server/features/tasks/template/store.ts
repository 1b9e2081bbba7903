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

/** The first version. Of those made at the same moment the first to be kept counts, for everybody. */
export const ensureTemplate = async (db: Db, items: TemplateItem[], createdAt: Date): Promise<Template> => {
  const [inserted] = await db
    .insert(taskTemplates)
    .values({ id: newId(), version: 1, isCurrent: true, items, createdAt })
    .onConflictDoNothing()
    .returning()
  return inserted ?? (await findTemplate(db)) ?? notFound('template')
}

/** The version after this one, made once: whoever comes second is given what the first one made. */
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

/** The next version, from now on the current one. Of two made at the same moment, the first to be kept counts. */
export const insertTemplate = async (db: Db, items: TemplateItem[], createdAt: Date): Promise<Template> => {
  await db.update(taskTemplates).set({ isCurrent: false }).where(eq(taskTemplates.isCurrent, true))
  const [inserted] = await db
    .insert(taskTemplates)
    .values({ id: newId(), version: nextVersion, isCurrent: true, items, createdAt })
    .onConflictDoNothing()
    .returning()
  return inserted ?? (await findTemplate(db)) ?? notFound('template')
}
