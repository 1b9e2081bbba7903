import { and, asc, count, desc, eq, inArray, isNotNull, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import { notFound } from '#contract/kit/problem.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { TemplateId, TemplateSummary } from '#contract/templates/templates.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { matterTemplates, templates, templateVersions } from './schema.ts'

export type VersionRow = typeof templateVersions.$inferSelect

/**
 * Lists all templates with their newest published version, in order of creation. Counts only the visible cases of each,
 * because the count of a rare type could reveal a hidden one.
 */
export const listSummaries = async (db: Db, visible: SQLWrapper): Promise<TemplateSummary[]> => {
  const rows = await db
    .select()
    .from(templates)
    .leftJoin(templateVersions, eq(templateVersions.templateId, templates.id))
    .orderBy(asc(templates.createdAt), asc(templates.id), desc(templateVersions.version))
  const used = await db
    .select({ templateId: templateVersions.templateId, matters: count() })
    .from(matterTemplates)
    .innerJoin(templateVersions, eq(templateVersions.id, matterTemplates.versionId))
    .where(sql`${matterTemplates.matterId} in (${visible})`)
    .groupBy(templateVersions.templateId)
  const byId = Map.groupBy(rows, (row) => row.templates.id)
  return [...byId].map(([id, versions]) => {
    const all = versions.flatMap((row) => row.template_versions ?? [])
    const newest = all.find(({ version }) => version !== null)
    return {
      id,
      type: versions[0]?.templates.type ?? '',
      version: newest?.version ?? null,
      steps: (newest ?? all[0])?.steps.length ?? 0,
      publishedAt: newest?.publishedAt ?? null,
      hasDraft: all.some(({ version }) => version === null),
      matters: used.find(({ templateId }) => templateId === id)?.matters ?? 0,
    }
  })
}

export const get = async (db: Db, id: TemplateId) => {
  const [template] = await db.select().from(templates).where(eq(templates.id, id))
  return template ?? notFound('template')
}

/** Locks the template for the rest of the transaction, so that of two concurrent saves one has to wait. */
export const claim = async (db: Db, id: TemplateId) => {
  const [template] = await db.select().from(templates).where(eq(templates.id, id)).for('update')
  return template ?? notFound('template')
}

/** Returns null if this type already has a template. */
export const insert = async (db: Db, row: typeof templates.$inferInsert) => {
  const [added] = await db.insert(templates).values(row).onConflictDoNothing().returning()
  return added ?? null
}

/** Returns the template of this type, after inserting it if it is missing. */
export const ensure = async (db: Db, row: typeof templates.$inferInsert) => {
  const added = await insert(db, row)
  if (added) return added
  const [known] = await db.select().from(templates).where(eq(templates.type, row.type))
  return known ?? notFound('template')
}

const draftOf = (id: TemplateId) => and(eq(templateVersions.templateId, id), isNull(templateVersions.version))

/** Newest first. */
export const listVersions = (db: Db, id: TemplateId) =>
  db
    .select()
    .from(templateVersions)
    .where(and(eq(templateVersions.templateId, id), isNotNull(templateVersions.version)))
    .orderBy(desc(templateVersions.version))

export const findDraft = async (db: Db, id: TemplateId): Promise<VersionRow | null> => {
  const [draft] = await db.select().from(templateVersions).where(draftOf(id))
  return draft ?? null
}

export const insertVersion = (db: Db, row: Omit<typeof templateVersions.$inferInsert, 'id'>) =>
  db.insert(templateVersions).values({ ...row, id: newId() })

export const updateDraft = (db: Db, id: TemplateId, change: Partial<typeof templateVersions.$inferInsert>) =>
  db.update(templateVersions).set(change).where(draftOf(id))

export const removeDraft = (db: Db, id: TemplateId) => db.delete(templateVersions).where(draftOf(id))

export const remove = (db: Db, id: TemplateId) => db.delete(templates).where(eq(templates.id, id))

/** Returns the version that new matters of this type use, or null if there is none. */
export const findPublished = async (db: Db, type: string): Promise<VersionRow | null> => {
  const [found] = await db
    .select({ row: templateVersions })
    .from(templateVersions)
    .innerJoin(templates, eq(templates.id, templateVersions.templateId))
    .where(and(eq(templates.type, type), isNotNull(templateVersions.version)))
    .orderBy(desc(templateVersions.version))
    .limit(1)
  return found?.row ?? null
}

/** Returns the number of steps in the newest published version of each type. */
export const listPublished = (db: Db) =>
  db
    .selectDistinctOn([templates.type], {
      type: templates.type,
      steps: sql<number>`jsonb_array_length(${templateVersions.steps})`,
    })
    .from(templateVersions)
    .innerJoin(templates, eq(templates.id, templateVersions.templateId))
    .where(isNotNull(templateVersions.version))
    .orderBy(asc(templates.type), desc(templateVersions.version))

export interface Run {
  startedAt: Date
  version: VersionRow
}

/** Returns the version that a matter uses, or null if it uses none. */
export const findRun = async (db: Db, matterId: MatterId): Promise<Run | null> => {
  const [found] = await db
    .select({ startedAt: matterTemplates.startedAt, version: templateVersions })
    .from(matterTemplates)
    .innerJoin(templateVersions, eq(templateVersions.id, matterTemplates.versionId))
    .where(eq(matterTemplates.matterId, matterId))
  return found ?? null
}

/**
 * The same with the row locked for the rest of the transaction, so that of two clients who finish at once one has to
 * wait.
 */
export const claimRun = async (db: Db, matterId: MatterId): Promise<Run | null> => {
  await db
    .select({ id: matterTemplates.matterId })
    .from(matterTemplates)
    .where(eq(matterTemplates.matterId, matterId))
    .for('update')
  return findRun(db, matterId)
}

/** Sets the version that a matter uses. Its start time does not change. */
export const saveRun = (db: Db, run: typeof matterTemplates.$inferInsert) =>
  db
    .insert(matterTemplates)
    .values(run)
    .onConflictDoUpdate({ target: matterTemplates.matterId, set: { versionId: run.versionId } })

export const removeRuns = async (db: Db, matterIds: MatterId[]) => {
  if (matterIds.length === 0) return
  await db.delete(matterTemplates).where(inArray(matterTemplates.matterId, matterIds))
}
