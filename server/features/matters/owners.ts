import { opensRestricted, reachOf } from '#contract/kit/rights.ts'
import {
  type Asking,
  actedForBy,
  clientsOf,
  namedMattersOf,
  teamsOf,
} from '#server/features/accounts/service.ts'
import type { Ctx, Member } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { StaffOwners } from './store.ts'

/** Returns which matters a person of the firm may see with these roles. */
export const ownersFor = (db: Db, { id, roles }: Asking): StaffOwners => ({
  staffId: id,
  clients: clientsOf(db, { id, roles }),
  actedFor: actedForBy(db, id),
  teams: teamsOf(db, id),
  named: namedMattersOf(db, id),
  isAll: reachOf(roles).isAll,
  opensRestricted: opensRestricted(roles),
})

/** The same for the current user. */
export const ownersOfActor = ({ db, actor }: Pick<Ctx<Member>, 'db' | 'actor'>) => ownersFor(db, actor)
