import { and, eq, exists, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { payments } from '../schema.ts'

/**
 * Returns a condition on whether a payment of this task was asked for and may still go through. A page of the processor
 * that was only opened does not count: it may be left for an hour, or for ever.
 */
export const isBeingPaid = (db: Db, taskId: SQLWrapper): SQL =>
  exists(
    db
      .select({ id: payments.id })
      .from(payments)
      // Inline, so that PostgreSQL can use the index of one charge for each task.
      .where(and(eq(payments.taskId, taskId), eq(payments.status, 'checking').inlineParams())),
  )
