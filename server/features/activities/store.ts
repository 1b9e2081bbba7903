import { and, desc, eq, lt } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Activity } from '#contract/activities.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import type { Db } from '#server/platform/db/database.ts'
import { activities } from './schema.ts'

const shown = {
  id: activities.id,
  type: activities.type,
  description: activities.description,
  createdAt: activities.createdAt,
  metadata: activities.metadata,
}

export const listOf = (db: Db, clientId: UserId, before?: Activity['id']) => {
  const mine = eq(activities.clientId, clientId)
  return db
    .select(shown)
    .from(activities)
    .where(before === undefined ? mine : and(mine, lt(activities.id, before)))
    .orderBy(desc(activities.id))
    .limit(pageSize)
}

export const insert = (db: Db, row: typeof activities.$inferInsert) => db.insert(activities).values(row)

export const removeAllOf = (db: Db, clientId: UserId) =>
  db.delete(activities).where(eq(activities.clientId, clientId))
