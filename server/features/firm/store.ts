import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { InvitationId } from '#contract/firm/people.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import { fold } from '#contract/kit/text.ts'
import type { Db } from '#server/platform/db/database.ts'
import { audit } from '#server/platform/db/schema.ts'
import { invitations } from './schema.ts'

export type InvitationRow = typeof invitations.$inferSelect

export const list = (db: Db) => db.select().from(invitations).orderBy(desc(invitations.sentAt))

export const listOf = (db: Db, inviterId: UserId) =>
  db.select().from(invitations).where(eq(invitations.invitedById, inviterId))

export const find = async (db: Db, id: InvitationId) => {
  const [row] = await db.select().from(invitations).where(eq(invitations.id, id))
  return row ?? null
}

export const findByEmail = async (db: Db, email: string) => {
  const [row] = await db
    .select()
    .from(invitations)
    .where(eq(invitations.emailKey, fold(email)))
  return row ?? null
}

/** Inserts an invitation, or replaces an earlier one to the same address. */
export const insert = async (db: Db, row: Omit<InvitationRow, 'emailKey'>) => {
  const { id: _, ...change } = row
  const [kept] = await db
    .insert(invitations)
    .values({ ...row, emailKey: fold(row.email) })
    .onConflictDoUpdate({ target: invitations.emailKey, set: change })
    .returning()
  return kept ?? notFound('invitation')
}

/** Locks the row for the rest of the transaction. */
export const claim = async (db: Db, id: InvitationId) => {
  const [row] = await db.select().from(invitations).where(eq(invitations.id, id)).for('update')
  return row ?? notFound('invitation')
}

export const update = async (db: Db, id: InvitationId, change: Partial<InvitationRow>) => {
  const [row] = await db.update(invitations).set(change).where(eq(invitations.id, id)).returning()
  return row ?? notFound('invitation')
}

/** Deletes an invitation. Returns it, or null if it was already deleted. */
export const remove = async (db: Db, id: InvitationId) => {
  const [row] = await db.delete(invitations).where(eq(invitations.id, id)).returning()
  return row ?? null
}

interface Trail {
  /** The clients whom the events may be about. The query uses their index. */
  subjectIds: UserId[]
  reference: string
  events: readonly string[]
}

/** Lists the audit events of one matter, newest first. */
export const listTrail = async (db: Db, { subjectIds, reference, events }: Trail) =>
  subjectIds.length === 0
    ? []
    : db
        .select()
        .from(audit)
        .where(
          and(
            inArray(audit.subjectId, subjectIds),
            inArray(audit.event, [...events]),
            sql`${audit.details} ->> 'reference' = ${reference}`,
          ),
        )
        .orderBy(desc(audit.at), desc(audit.id))
        .limit(pageSize)
