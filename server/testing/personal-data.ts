import type { UserId } from '#contract/accounts/accounts.ts'
import type { PersonalDataRow, PersonalDataSource } from '#server/platform/audit/personal-data.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Returns every row of a client in these tables. */
export async function personalDataOf(db: Db, personalData: readonly PersonalDataSource[], clientId: UserId) {
  const held: PersonalDataRow[] = []
  for (const { rowsOf } of personalData) for await (const row of rowsOf(db, clientId)) held.push(row)
  return held
}
