import { and, eq } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { signatureRequests } from '../schema.ts'

/** Returns what this sender sent under a key before. Other senders' keys do not matter. */
export const findByKey = async (db: Db, senderId: UserId, key: string) => {
  const [request] = await db
    .select()
    .from(signatureRequests)
    .where(and(eq(signatureRequests.senderId, senderId), eq(signatureRequests.idempotencyKey, key)))
  return request ?? null
}
