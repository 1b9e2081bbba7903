import type { Db } from '#server/platform/db.ts'
import type { PersonalDataRow, PersonalDataSource } from '#server/platform/personal-data.ts'

/** Every row that these tables hold of a client. */
export async function personalDataOf(db: Db, personalData: readonly PersonalDataSource[], clientId: string) {
  const held: PersonalDataRow[] = []
  for (const { rowsOf } of personalData) for await (const row of rowsOf(db, clientId)) held.push(row)
  return held
}
