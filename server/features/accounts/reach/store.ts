import { inArray, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Unreached } from '#contract/firm/reach.ts'
import { codeTries } from '#contract/guests.ts'
import type { Db } from '#server/platform/db/database.ts'
import { guests } from '../guest-access/schema.ts'
import { users } from '../schema.ts'

/**
 * Returns which of these clients are neither told nor see what they are asked for, and why. A guest has only their link,
 * which ends by its date, by wrong codes, or because the firm ends it.
 */
export async function unreachedAmong(
  { db, now }: { db: Db; now: Date },
  ids: readonly UserId[],
): Promise<Map<UserId, Unreached>> {
  const working = sql`exists (select 1 from ${guests} where ${guests.userId} = ${users.id}
    and ${guests.expiresAt} > ${now.toISOString()} and ${guests.wrongCodes} < ${codeTries})`
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({
            id: users.id,
            reason: sql<Unreached | null>`case
              when ${users.isGuest} then
                case when ${users.deactivatedAt} is null and ${working} then null else 'link_over' end
              when ${users.deactivatedAt} is not null then 'left'
              when ${users.passwordHash} = '' and ${users.invitedAt} is null then 'not_invited' end`,
          })
          .from(users)
          .where(inArray(users.id, [...ids]))
  return new Map(rows.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason] as const])))
}
