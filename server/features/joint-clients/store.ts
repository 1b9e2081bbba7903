import { and, asc, eq, inArray } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { JointInvitationId } from '#contract/joint-clients.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { PartyId } from '#contract/matters/party.ts'
import type { Db } from '#server/platform/db/database.ts'
import { jointInvitations } from './schema.ts'

export type InvitationRow = typeof jointInvitations.$inferSelect

export const listOf = (db: Db, matterId: MatterId): Promise<InvitationRow[]> =>
  db
    .select()
    .from(jointInvitations)
    .where(eq(jointInvitations.matterId, matterId))
    .orderBy(asc(jointInvitations.sentAt), asc(jointInvitations.id))

/** Those that this account has accepted and the firm has not agreed to. */
export const listAccepted = (db: Db, accountId: UserId): Promise<InvitationRow[]> =>
  db
    .select()
    .from(jointInvitations)
    .where(and(eq(jointInvitations.accountId, accountId), eq(jointInvitations.isAgreed, false)))
    .orderBy(asc(jointInvitations.sentAt), asc(jointInvitations.id))

export const insert = async (db: Db, row: typeof jointInvitations.$inferInsert): Promise<InvitationRow> => {
  const [added] = await db.insert(jointInvitations).values(row).returning()
  return added ?? notFound('invitation')
}

export const find = async (db: Db, id: JointInvitationId): Promise<InvitationRow | null> => {
  const [found] = await db.select().from(jointInvitations).where(eq(jointInvitations.id, id))
  return found ?? null
}

/** Returns an invitation of this matter, which the caller has claimed. */
export const getOf = async (db: Db, matterId: MatterId, id: JointInvitationId): Promise<InvitationRow> => {
  const [found] = await db
    .select()
    .from(jointInvitations)
    .where(and(eq(jointInvitations.matterId, matterId), eq(jointInvitations.id, id)))
  return found ?? notFound('invitation')
}

export const update = (
  db: Db,
  id: JointInvitationId,
  change: Partial<Pick<InvitationRow, 'isAgreed' | 'accountId'>>,
) => db.update(jointInvitations).set(change).where(eq(jointInvitations.id, id))

export const remove = (db: Db, id: JointInvitationId) =>
  db.delete(jointInvitations).where(eq(jointInvitations.id, id))

/** Deletes the invitation of a party that was removed from its matter. */
export const removeOfParty = async (db: Db, partyId: PartyId) =>
  (await db.delete(jointInvitations).where(eq(jointInvitations.partyId, partyId)).returning())[0] ?? null

export const removeOfMatters = (db: Db, matterIds: readonly MatterId[]) =>
  matterIds.length === 0
    ? Promise.resolve([])
    : db
        .delete(jointInvitations)
        .where(inArray(jointInvitations.matterId, [...matterIds]))
        .returning()
