import { and, asc, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { MessageId } from '#contract/onboarding/chat.ts'
import type { Db } from '#server/platform/db/database.ts'
import {
  type Conversation,
  consents,
  conversations,
  type MessageRow,
  messages,
  type SessionRow,
  verificationSessions,
} from './schema.ts'

const of = (clientId: UserId) => eq(conversations.clientId, clientId)
const said = (clientId: UserId) => eq(messages.clientId, clientId)

export const find = async (db: Db, clientId: UserId): Promise<Conversation | null> => {
  const [conversation] = await db.select().from(conversations).where(of(clientId))
  return conversation ?? null
}

/** Locks the conversation for the rest of the transaction, so that a second window waits. */
export const claim = async (db: Db, clientId: UserId): Promise<Conversation | null> => {
  const [conversation] = await db.select().from(conversations).where(of(clientId)).for('update')
  return conversation ?? null
}

/** Returns the new row, or null if the client has a conversation already. */
export const insert = async (db: Db, row: typeof conversations.$inferInsert) => {
  const [inserted] = await db.insert(conversations).values(row).onConflictDoNothing().returning()
  return inserted ?? null
}

export const update = async (
  db: Db,
  clientId: UserId,
  change: Partial<Conversation>,
): Promise<Conversation> => {
  const [changed] = await db.update(conversations).set(change).where(of(clientId)).returning()
  return changed ?? notFound('conversation')
}

/** Marks the conversation as completed. Returns false if it was completed before. */
export const updateCompleted = async (db: Db, clientId: UserId, completedAt: Date) => {
  const open = and(of(clientId), isNull(conversations.completedAt))
  const [completed] = await db.update(conversations).set({ completedAt }).where(open).returning()
  return completed !== undefined
}

/** Lists the newest messages, oldest first. */
export const listMessagesOf = async (db: Db, clientId: UserId) => {
  const newest = await db
    .select()
    .from(messages)
    .where(said(clientId))
    .orderBy(desc(messages.position))
    .limit(pageSize)
  return newest.reverse()
}

/** Returns the last message to the client. */
export const findLastSaid = async (db: Db, clientId: UserId) => {
  const [last] = await db
    .select()
    .from(messages)
    .where(and(said(clientId), eq(messages.isUser, false)))
    .orderBy(desc(messages.position))
    .limit(1)
  return last ?? null
}

export const findMessage = async (db: Db, clientId: UserId, id: MessageId) => {
  const [message] = await db
    .select()
    .from(messages)
    .where(and(said(clientId), eq(messages.id, id)))
  return message ?? null
}

export const findAnswerTo = async (db: Db, clientId: UserId, id: MessageId) => {
  const [message] = await db
    .select()
    .from(messages)
    .where(and(said(clientId), eq(messages.answers, id)))
  return message ?? null
}

/** Returns whether the client has said anything after this message. */
export const hasSpokenSince = async (db: Db, { clientId, position }: MessageRow) => {
  const [spoken] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(said(clientId), eq(messages.isUser, true), gt(messages.position, position)))
    .limit(1)
  return spoken !== undefined
}

/** Returns the message after this one. */
export const findNext = async (db: Db, { clientId, position }: MessageRow) => {
  const [next] = await db
    .select()
    .from(messages)
    .where(and(said(clientId), eq(messages.position, position + 1)))
  return next ?? null
}

/** Appends messages. The caller has locked the conversation, so that no other message takes the same position. */
export const insertMessages = async (
  db: Db,
  clientId: UserId,
  rows: Omit<typeof messages.$inferInsert, 'clientId' | 'position'>[],
) => {
  const [last] = await db
    .select({ position: sql<number>`coalesce(max(${messages.position}), -1)::int` })
    .from(messages)
    .where(said(clientId))
  const first = (last?.position ?? -1) + 1
  await db.insert(messages).values(rows.map((row, at) => ({ ...row, clientId, position: first + at })))
}

export const insertConsent = (db: Db, row: typeof consents.$inferInsert) => db.insert(consents).values(row)

export const listConsentsOf = (db: Db, clientId: UserId) =>
  db
    .select({
      kind: consents.kind,
      isGiven: consents.isGiven,
      textVersion: consents.textVersion,
      at: consents.at,
    })
    .from(consents)
    .where(eq(consents.clientId, clientId))
    .orderBy(asc(consents.at), asc(consents.id))
    .limit(pageSize)

export const findSession = async (db: Db, clientId: UserId, id: string) => {
  const mine = and(eq(verificationSessions.id, id), eq(verificationSessions.clientId, clientId))
  const [session] = await db.select().from(verificationSessions).where(mine)
  return session ?? null
}

/** Returns the newest session that a provider has opened for this client. */
export const findNewestSession = async (db: Db, clientId: UserId) => {
  const mine = and(eq(verificationSessions.clientId, clientId), isNotNull(verificationSessions.providerId))
  const [session] = await db
    .select()
    .from(verificationSessions)
    .where(mine)
    .orderBy(desc(verificationSessions.id))
    .limit(1)
  return session ?? null
}

export const insertSession = async (db: Db, row: typeof verificationSessions.$inferInsert) => {
  await db.insert(verificationSessions).values(row)
}

export const updateSession = async (db: Db, id: string, change: Partial<SessionRow>) => {
  await db.update(verificationSessions).set(change).where(eq(verificationSessions.id, id))
}

export const removeAllOf = async (db: Db, clientId: UserId) => {
  await db.delete(conversations).where(of(clientId))
  await db.delete(messages).where(said(clientId))
  await db.delete(consents).where(eq(consents.clientId, clientId))
  await db.delete(verificationSessions).where(eq(verificationSessions.clientId, clientId))
}
