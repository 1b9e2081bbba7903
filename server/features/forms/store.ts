import { and, desc, eq, inArray, isNull, lte, type SQLWrapper, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Answers, Draft } from '#contract/forms/forms.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import type { TaskId } from '#contract/tasks.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isUnhidden } from '#server/platform/db/file-scope.ts'
import { formAnswers, formDrafts, sharedFormDrafts } from './schema.ts'

const shown = {
  taskId: formAnswers.taskId,
  form: formAnswers.form,
  version: formAnswers.version,
  formData: formAnswers.formData,
  questions: formAnswers.questions,
  submittedAt: formAnswers.submittedAt,
  isAccepted: formAnswers.isAccepted,
}

const mine = (clientId: UserId, taskId: TaskId) =>
  and(eq(formAnswers.taskId, taskId), eq(formAnswers.clientId, clientId))

/** Every version, newest first. */
export const listOf = (db: Db, clientId: UserId, taskId: TaskId): Promise<Answers[]> =>
  db
    .select(shown)
    .from(formAnswers)
    .where(mine(clientId, taskId))
    .orderBy(desc(formAnswers.version))
    .limit(pageSize)

/**
 * Returns the newest versions of each form of a client, newest first, without those of tasks that are hidden from the
 * reader. At most `limit` versions of a form.
 */
export const listVersionsOf = (
  db: Db,
  clientId: UserId,
  { hidden, limit }: { hidden: SQLWrapper | undefined; limit: number },
) => {
  const place = sql<number>`row_number() over (partition by ${formAnswers.taskId} order by ${formAnswers.version} desc)`
  const ranked = db
    .select({ ...shown, mergedFromId: formAnswers.mergedFromId, place: place.mapWith(Number).as('place') })
    .from(formAnswers)
    .where(and(eq(formAnswers.clientId, clientId), isUnhidden(hidden, formAnswers.taskId)))
    .as('ranked')
  return db.select().from(ranked).where(lte(ranked.place, limit)).orderBy(ranked.taskId, desc(ranked.version))
}

/** The newest version of the answers to each of these tasks. */
export const listNewestOfTasks = (db: Db, taskIds: TaskId[]): Promise<Answers[]> =>
  taskIds.length === 0
    ? Promise.resolve([])
    : db
        .selectDistinctOn([formAnswers.taskId], shown)
        .from(formAnswers)
        .where(inArray(formAnswers.taskId, taskIds))
        .orderBy(formAnswers.taskId, desc(formAnswers.version))

export const findNewest = async (db: Db, clientId: UserId, taskId: TaskId): Promise<Answers | null> => {
  const [newest] = await db
    .select(shown)
    .from(formAnswers)
    .where(mine(clientId, taskId))
    .orderBy(desc(formAnswers.version))
    .limit(1)
  return newest ?? null
}

export const insert = (db: Db, answers: Omit<Answers, 'isAccepted'> & { clientId: UserId }) =>
  db.insert(formAnswers).values({ ...answers, id: newId() })

/** Says of the answers of a record that is about to be merged that they are from it. */
export const updateMerged = (db: Db, mergedId: UserId) =>
  db
    .update(formAnswers)
    .set({ mergedFromId: mergedId })
    .where(and(eq(formAnswers.clientId, mergedId), isNull(formAnswers.mergedFromId)))

/** Says no longer that answers are from this record, which has them again. */
export const updateUnmerged = (db: Db, clientId: UserId) =>
  db
    .update(formAnswers)
    .set({ mergedFromId: null })
    .where(and(eq(formAnswers.clientId, clientId), eq(formAnswers.mergedFromId, clientId)))

const drafted = { formData: formDrafts.formData, step: formDrafts.step, savedAt: formDrafts.savedAt }
const myDraft = (clientId: UserId, taskId: TaskId) =>
  and(eq(formDrafts.taskId, taskId), eq(formDrafts.clientId, clientId))

export const findDraft = async (db: Db, clientId: UserId, taskId: TaskId): Promise<Draft | null> => {
  const [draft] = await db.select(drafted).from(formDrafts).where(myDraft(clientId, taskId))
  return draft ?? null
}

export const saveDraft = async (db: Db, draft: typeof formDrafts.$inferInsert) => {
  const { formData, step, savedAt } = draft
  await db
    .insert(formDrafts)
    .values(draft)
    .onConflictDoUpdate({ target: formDrafts.taskId, set: { formData, step, savedAt } })
}

export const removeDraft = (db: Db, clientId: UserId, taskId: TaskId) =>
  db.delete(formDrafts).where(myDraft(clientId, taskId))

export type SharedRow = typeof sharedFormDrafts.$inferSelect

/** The caller must have checked that the client has one of its tasks. */
export const findShared = async (db: Db, sharedId: string): Promise<SharedRow | null> => {
  const [draft] = await db.select().from(sharedFormDrafts).where(eq(sharedFormDrafts.sharedId, sharedId))
  return draft ?? null
}

export const saveShared = async (db: Db, draft: SharedRow) => {
  const { sharedId: _, startedById: __, startedAt: ___, ...set } = draft
  await db
    .insert(sharedFormDrafts)
    .values(draft)
    .onConflictDoUpdate({ target: sharedFormDrafts.sharedId, set })
}

export const removeShared = (db: Db, sharedId: string) =>
  db.delete(sharedFormDrafts).where(eq(sharedFormDrafts.sharedId, sharedId))

export const removeAllOf = async (db: Db, clientId: UserId) => {
  await db.delete(formDrafts).where(eq(formDrafts.clientId, clientId))
  await db.delete(sharedFormDrafts).where(eq(sharedFormDrafts.clientId, clientId))
  await db.delete(formAnswers).where(eq(formAnswers.clientId, clientId))
}
