import type { UserId } from '#contract/accounts/accounts.ts'
import type { TaskId } from '#contract/tasks.ts'
import { listTaskRows } from '#server/features/tasks/service.ts'
import type { Db } from '#server/platform/db/database.ts'
import { listByIds } from '../store.ts'
import { listLinksOf } from './store.ts'

/**
 * Returns the fees of a client that nobody has begun to pay and whose case is closed. They are not due while it is:
 * money for a closed case would have to be paid back.
 */
export async function listHeldFees(db: Db, clientId: UserId): Promise<Set<TaskId>> {
  const fees = (await listTaskRows(db, clientId)).filter(
    ({ kind, status }) => kind === 'payment' && status === 'pending',
  )
  const links = await listLinksOf(
    db,
    fees.map(({ id }) => id),
  )
  if (links.length === 0) return new Set()
  const matters = await listByIds(
    db,
    links.map(({ matterId }) => matterId),
  )
  const closed = new Set(matters.filter(({ status }) => status === 'closed').map(({ id }) => id))
  const isHeld = (id: TaskId) => {
    const own = links.filter(({ taskId }) => taskId === id)
    return own.length > 0 && own.every(({ matterId }) => closed.has(matterId))
  }
  return new Set(fees.map(({ id }) => id).filter(isHeld))
}
