import { eq, inArray } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { PersonalDetails } from '#contract/accounts/personal-details.ts'
import { fullName } from '#contract/kit/names.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { acceptances, personalDetails } from '../schema.ts'
import { get } from '../store.ts'

export const insertAcceptance = (db: Db, row: Omit<typeof acceptances.$inferInsert, 'id'>) =>
  db.insert(acceptances).values({ id: newId(), ...row })

/** Returns what a client told us about themselves. Name and address default to those of the account. */
export const findPersonalDetails = async (db: Db, userId: UserId): Promise<PersonalDetails> => {
  const user = await get(db, userId)
  const [declared] = await db.select().from(personalDetails).where(eq(personalDetails.userId, user.id))
  const own = [user.address, user.city, user.postalCode].filter(Boolean).join(', ')
  return {
    fullName: declared?.fullName ?? fullName(user),
    dateOfBirth: declared?.dateOfBirth ?? null,
    address: declared?.address ?? (user.address ? own : null),
    postalCode: declared?.postalCode ?? user.postalCode,
    fromMerged: declared?.merged?.applies ?? [],
  }
}

/** Returns the dates of birth that these clients told us, by client. */
export const birthdaysOf = async (db: Db, ids: readonly UserId[]) => {
  const { userId, dateOfBirth } = personalDetails
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ userId, dateOfBirth })
          .from(personalDetails)
          .where(inArray(userId, [...ids]))
  return new Map(rows.map((row) => [row.userId, row.dateOfBirth]))
}

/** Returns when a client last told us something about themselves, or null if they never have. */
export const findDeclaredAt = async (db: Db, userId: UserId): Promise<Date | null> => {
  const [declared] = await db
    .select({ at: personalDetails.updatedAt })
    .from(personalDetails)
    .where(eq(personalDetails.userId, userId))
  return declared?.at ?? null
}

/** Returns when the firm confirmed a client's details, and which of them came with a merge. */
export const findBasis = async (db: Db, userId: UserId) => {
  const [basis] = await db
    .select({ confirmedAt: personalDetails.confirmedAt, merged: personalDetails.merged })
    .from(personalDetails)
    .where(eq(personalDetails.userId, userId))
  return basis ?? { confirmedAt: null, merged: null }
}

/** Sets or clears when the firm confirmed the details. Later statements of the client don't replace confirmed ones. */
export const updateConfirmed = async (db: Db, userId: UserId, confirmedAt: Date | null) => {
  await db.update(personalDetails).set({ confirmedAt }).where(eq(personalDetails.userId, userId))
}

export const savePersonalDetails = async (db: Db, row: typeof personalDetails.$inferInsert) => {
  await db
    .insert(personalDetails)
    .values(row)
    .onConflictDoUpdate({ target: personalDetails.userId, set: row })
}

export const removePersonalDetails = (db: Db, userId: UserId) =>
  db.delete(personalDetails).where(eq(personalDetails.userId, userId))
