import { and, eq, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { PartyId } from '#contract/matters/party.ts'
import type { Db } from '#server/platform/db/database.ts'
import { guests } from './schema.ts'

export type GuestRow = typeof guests.$inferSelect

export const listOf = (db: Db, matterId: MatterId) =>
  db.select().from(guests).where(eq(guests.matterId, matterId)).orderBy(guests.invitedAt)

export const find = async (db: Db, id: string) => {
  const [guest] = await db.select().from(guests).where(eq(guests.id, id))
  return guest ?? null
}

export const findOf = async (db: Db, matterId: MatterId, partyId: PartyId) => {
  const [guest] = await db
    .select()
    .from(guests)
    .where(and(eq(guests.matterId, matterId), eq(guests.partyId, partyId)))
    .for('update')
  return guest ?? null
}

export const getOf = async (db: Db, matterId: MatterId, partyId: PartyId) =>
  (await findOf(db, matterId, partyId)) ?? notFound('guest')

export const insert = (db: Db, row: typeof guests.$inferInsert) => db.insert(guests).values(row)

export const update = (db: Db, id: string, change: Partial<GuestRow>) =>
  db.update(guests).set(change).where(eq(guests.id, id))

/** Lists a user's access as a guest, on all matters. */
export const listOfUser = (db: Db, userId: UserId) =>
  db.select().from(guests).where(eq(guests.userId, userId))

/** Counts an attempt. Returns the number of attempts so far. */
export const countTry = async (db: Db, id: string) => {
  const [guest] = await db
    .update(guests)
    .set({ wrongCodes: sql`${guests.wrongCodes} + 1` })
    .where(eq(guests.id, id))
    .returning()
  return guest?.wrongCodes ?? notFound('guest')
}

export const remove = (db: Db, id: string) => db.delete(guests).where(eq(guests.id, id))
