import { inArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import { mostReferences } from '#contract/matters/parties.ts'
import type { PersonId } from '#contract/matters/party.ts'
import type { Db } from '#server/platform/db/database.ts'
import { matterClients, matterParties } from '../schema.ts'
import { idsOf, type MatterReader } from '../store.ts'

/**
 * Lists the newest references of the matters that each of these is on and this reader may see, at most
 * `mostReferences` of each. `pairs` selects them, each with a matter.
 */
async function listNewest<Id extends string>(db: Db, reader: MatterReader, pairs: SQLWrapper) {
  const { rows } = await db.execute<{ id: Id; reference: string }>(sql`
    select id, reference from (
      select pair.id, matter.reference,
        row_number() over (partition by pair.id order by matter.reference desc) as place
      from (${pairs}) as pair(id, matter_id) join matters matter on matter.id = pair.matter_id
      where matter.id in (${idsOf(db, reader)})
    ) as numbered where place <= ${mostReferences} order by reference desc`)
  return rows
}

export const listReferencesOfPeople = async (db: Db, reader: MatterReader, ids: readonly PersonId[]) =>
  ids.length === 0
    ? []
    : listNewest<PersonId>(
        db,
        reader,
        db
          .selectDistinct({ id: matterParties.personId, matterId: matterParties.matterId })
          .from(matterParties)
          .where(inArray(matterParties.personId, [...ids])),
      )

export const listReferencesOfClients = async (db: Db, reader: MatterReader, ids: readonly UserId[]) =>
  ids.length === 0
    ? []
    : listNewest<UserId>(
        db,
        reader,
        db
          .selectDistinct({ id: matterClients.clientId, matterId: matterClients.matterId })
          .from(matterClients)
          .where(inArray(matterClients.clientId, [...ids])),
      )
