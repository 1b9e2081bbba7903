import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { AssistantMessage, AssistantMessageId, Gap } from '#contract/assistant/assistant.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import { fold } from '#contract/kit/text.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { assistantMessages, knowledgeGaps, knowledgeVersions } from './schema.ts'

const shown = {
  id: assistantMessages.id,
  isUser: assistantMessages.isUser,
  content: assistantMessages.content,
  answer: assistantMessages.answer,
  verdict: assistantMessages.verdict,
  createdAt: assistantMessages.createdAt,
}
const of = (clientId: UserId) => eq(assistantMessages.clientId, clientId)

export const listOf = (
  db: Db,
  clientId: UserId,
  { before, limit = pageSize }: { before?: AssistantMessageId | undefined; limit?: number } = {},
): Promise<AssistantMessage[]> =>
  db
    .select(shown)
    .from(assistantMessages)
    .where(and(of(clientId), before === undefined ? undefined : lt(assistantMessages.id, before)))
    .orderBy(desc(assistantMessages.id))
    .limit(limit)

export const insert = async (
  db: Db,
  row: Omit<typeof assistantMessages.$inferInsert, 'id'>,
): Promise<AssistantMessage> => {
  const [message] = await db
    .insert(assistantMessages)
    .values({ ...row, id: newId<AssistantMessageId>() })
    .returning(shown)
  return message ?? notFound('message')
}

/** Saves the verdict on an answer. Throws `not_found` for a message that the client wrote. */
export const updateVerdict = async (
  db: Db,
  { clientId, id }: { clientId: UserId; id: AssistantMessageId },
  verdict: Pick<typeof assistantMessages.$inferInsert, 'verdict' | 'verdictReason'>,
): Promise<AssistantMessage> => {
  const [message] = await db
    .update(assistantMessages)
    .set(verdict)
    .where(and(of(clientId), eq(assistantMessages.id, id), eq(assistantMessages.isUser, false)))
    .returning(shown)
  return message ?? notFound('message')
}

export const removeAllOf = (db: Db, clientId: UserId) => db.delete(assistantMessages).where(of(clientId))

export const listVersions = (db: Db) => db.select().from(knowledgeVersions)

export const saveVersion = (db: Db, row: typeof knowledgeVersions.$inferInsert) =>
  db.insert(knowledgeVersions).values(row).onConflictDoUpdate({ target: knowledgeVersions.id, set: row })

export const removeVersion = (db: Db, id: string) =>
  db.delete(knowledgeVersions).where(eq(knowledgeVersions.id, id))

export const noteGap = (db: Db, question: string, lastAskedAt: Date) =>
  db
    .insert(knowledgeGaps)
    .values({ id: newId(), question, questionKey: fold(question), lastAskedAt })
    .onConflictDoUpdate({
      target: knowledgeGaps.questionKey,
      set: { times: sql`${knowledgeGaps.times} + 1`, lastAskedAt },
    })

export const listGaps = (db: Db): Promise<Gap[]> =>
  db
    .select({
      id: knowledgeGaps.id,
      question: knowledgeGaps.question,
      times: knowledgeGaps.times,
      lastAskedAt: knowledgeGaps.lastAskedAt,
    })
    .from(knowledgeGaps)
    .orderBy(desc(knowledgeGaps.times), desc(knowledgeGaps.lastAskedAt))
    .limit(pageSize)

export const removeGap = async (db: Db, id: string) => {
  const gone = await db
    .delete(knowledgeGaps)
    .where(eq(knowledgeGaps.id, id))
    .returning({ id: knowledgeGaps.id })
  if (gone.length === 0) notFound('question')
}
