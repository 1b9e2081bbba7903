import { opensRestricted, reachOf } from '#contract/kit/rights.ts'
import {
  type Asking,
  actedForBy,
  clientsWithAllMatters,
  namedMattersOf,
  teamsOf,
} from '#server/features/accounts/service.ts'
import type { Ctx, Member } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { StaffReader } from './store.ts'

/** Returns which matters a person of the firm may see with these roles. */
export const readerFor = (db: Db, asking: Asking): StaffReader => ({
  staffId: asking.id,
  clients: clientsWithAllMatters(db, asking),
  actedFor: actedForBy(db, asking),
  teams: teamsOf(db, asking),
  named: namedMattersOf(db, asking),
  isAll: reachOf(asking).isAll,
  opensRestricted: opensRestricted(asking.roles),
})

/** The same for the current user. */
export const readerOfActor = ({ db, actor }: Pick<Ctx<Member>, 'db' | 'actor'>) => readerFor(db, actor)
