import type { UserId } from '#contract/accounts/accounts.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { TaskId } from '#contract/tasks.ts'
import { type IsBeingPaid, isHeldFee, selectUnpaidFees } from '#server/features/tasks/service.ts'
import type { Db } from '#server/platform/db/database.ts'
import { heldFeesOf, isOnlyOfClosed, listHeldBy } from './store.ts'

export interface HeldFees {
  /**
   * Returns the fees of a client that nobody has begun to pay and whose case is closed. They are not due while it is:
   * money for a closed case would have to be paid back.
   */
  listHeldFees: (db: Db, clientId: UserId) => Promise<Set<TaskId>>
  /** Returns the fees that can't be paid while this case is closed, of all its clients. */
  listFeesHeldBy: (db: Db, matterId: MatterId) => Promise<Set<TaskId>>
  /** Returns a condition on whether a row of the tasks is such a fee, for lists of many clients. */
  isHeldFee: (db: Db) => ReturnType<typeof isHeldFee>
}

/** `isBeingPaid` is of the payments, which rank beside the cases. */
export function openHeldFees(isBeingPaid: IsBeingPaid): HeldFees {
  const unpaidFees = (db: Db) => selectUnpaidFees(db, isBeingPaid)
  const feesHeldOf = heldFeesOf(unpaidFees)
  return {
    listHeldFees: async (db, clientId) => idsOf(await feesHeldOf(db, { client: clientId })),
    isHeldFee: (db) => isHeldFee(db, { isBeingPaid, isOnlyOfClosed }),
    listFeesHeldBy: async (db, matterId) => idsOf(await listHeldBy(db, unpaidFees, matterId)),
  }
}

const idsOf = (rows: { id: TaskId }[]) => new Set(rows.map(({ id }) => id))
