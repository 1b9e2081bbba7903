import { and, asc, desc, eq, exists, inArray, isNull, sql } from 'drizzle-orm'
import { foldName } from '#contract/kit/text.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isLikeliest, likeness } from '#server/platform/db/word-search.ts'
import { matterParties, matterPeople, matters } from '../schema.ts'
import { idsOf, type StaffOwners } from '../store.ts'

interface Wanted {
  words: string
  limit: number
}

/**
 * Lists the matters on which somebody without an account is a party whose name is most like these words, the best match
 * first, and the newest matters of each. Clients and guests are found by their accounts.
 */
export const searchParties = (db: Db, owners: StaffOwners, { words, limit }: Wanted) => {
  const text = sql`${matterPeople.nameKey}`
  const key = foldName(words)
  const visible = idsOf(db, owners)
  const onVisible = db.select({ id: matterParties.personId }).from(matterParties)
  const isOnVisible = exists(
    db
      .select({ found: sql`1` })
      .from(matterParties)
      .where(and(eq(matterParties.personId, matterPeople.id), inArray(matterParties.matterId, visible))),
  )
  const isWithoutAccount = isNull(matterPeople.clientId)
  const seen = owners.isAll
    ? { among: and(isWithoutAccount, isOnVisible) }
    : {
        among: isWithoutAccount,
        narrow: { column: matterPeople.id, ids: onVisible.where(inArray(matterParties.matterId, visible)) },
      }
  return db
    .select({
      id: matters.id,
      clientId: matters.clientId,
      reference: matters.reference,
      title: matters.title,
      name: matterPeople.name,
      role: matterParties.role,
      likeness: likeness(text, key),
    })
    .from(matterPeople)
    .innerJoin(matterParties, eq(matterParties.personId, matterPeople.id))
    .innerJoin(matters, eq(matters.id, matterParties.matterId))
    .where(and(isLikeliest({ id: matterPeople.id, text, words: key, ...seen }), inArray(matters.id, visible)))
    .orderBy(desc(likeness(text, key)), desc(matters.id), asc(matterParties.id))
    .limit(limit)
}
