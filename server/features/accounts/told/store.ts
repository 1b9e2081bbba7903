import { eq } from 'drizzle-orm'
import type { Particulars, UserId } from '#contract/accounts.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { acceptances, particulars } from '../schema.ts'
import { get } from '../store.ts'

export const insertAcceptance = (db: Db, row: Omit<typeof acceptances.$inferInsert, 'id'>) =>
  db.insert(acceptances).values({ id: newId(), ...row })

/** What a client told of themselves; the account's own name and address where nothing was told. */
export const findParticulars = async (db: Db, userId: string): Promise<Particulars> => {
  const user = await get(db, userId)
  const [told] = await db.select().from(particulars).where(eq(particulars.userId, user.id))
  const own = [user.address, user.city, user.postalCode].filter(Boolean).join(', ')
  return {
    fullName: told?.fullName ?? `${user.firstName} ${user.lastName}`,
    dateOfBirth: told?.dateOfBirth ?? null,
    address: told?.address ?? (user.address ? own : null),
    postalCode: told?.postalCode ?? user.postalCode,
  }
}

export const saveParticulars = async (db: Db, row: typeof particulars.$inferInsert) => {
  await db.insert(particulars).values(row).onConflictDoUpdate({ target: particulars.userId, set: row })
}

export const removeParticulars = (db: Db, userId: UserId) =>
  db.delete(particulars).where(eq(particulars.userId, userId))
