import { and, eq, exists, inArray, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { payments } from '../schema.ts'

/** Returns a condition on whether a payment of this task has begun, and may still go through. */
export const isBeingPaid = (db: Db, taskId: SQLWrapper): SQL =>
  exists(
    db
      .select({ id: payments.id })
      .from(payments)
      // Inline, so that PostgreSQL can use the index of one charge for each task.
      .where(and(eq(payments.taskId, taskId), inArray(payments.status, ['open', 'checking']).inlineParams())),
  )
