import type { UserId } from '#contract/accounts/accounts.ts'
import type { TaskId } from '#contract/tasks.ts'
import { listTaskRows } from '#server/features/tasks/service.ts'
import type { Db } from '#server/platform/db/database.ts'
import { listTasksOfClosed } from './store.ts'

/**
 * Returns the fees of a client that nobody has begun to pay and whose case is closed. They are not due while it is:
 * money for a closed case would have to be paid back.
 */
export async function listHeldFees(db: Db, clientId: UserId): Promise<Set<TaskId>> {
  const closed = new Set((await listTasksOfClosed(db, clientId)).map(({ id }) => id))
  if (closed.size === 0) return closed
  const fees = (await listTaskRows(db, clientId)).filter(
    ({ kind, status }) => kind === 'payment' && status === 'pending',
  )
  return new Set(fees.map(({ id }) => id).filter((id) => closed.has(id)))
}
