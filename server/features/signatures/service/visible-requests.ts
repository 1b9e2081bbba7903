import { clientsOf } from '#server/features/accounts/service.ts'
import type { Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Theirs } from '../store.ts'
import type { StepDependencies } from './signature-steps.ts'

/** What another feature is asked, because only it knows. */
export interface Dependencies extends StepDependencies {
  /** The ids of the cases that somebody of the firm may know of. */
  visibleMatters: (db: Db, actor: Staff) => Theirs['matters']
}

/** What somebody of the firm may look at of all that was sent. */
export const visibleTo = (db: Db, actor: Staff, { visibleMatters }: Dependencies): Theirs => ({
  clients: clientsOf(db, actor),
  matters: visibleMatters(db, actor),
})
