import { and, asc, desc, eq, inArray, type SQLWrapper } from 'drizzle-orm'
import { notFound } from '#contract/kit/problem.ts'
import type { PersonId } from '#contract/matters/party.ts'
import type { FilingId } from '#contract/organisations/organisations.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isUnhidden } from '#server/platform/db/file-scope.ts'
import { companyRegisterKey, organisationExtracts, organisationFacts, organisationFilings } from './schema.ts'

export type FactsRow = typeof organisationFacts.$inferSelect
export type ExtractRow = typeof organisationExtracts.$inferSelect
export type FilingRow = typeof organisationFilings.$inferSelect

/**
 * Returns the current facts of each of these organisations. `hidden`, here and below: the ids of the restricted matters
 * that the reader may not know of. Undefined if they may know of all.
 */
export const listFacts = (db: Db, ids: PersonId[], hidden: SQLWrapper | undefined): Promise<FactsRow[]> =>
  db
    .selectDistinctOn([organisationFacts.personId])
    .from(organisationFacts)
    .where(and(inArray(organisationFacts.personId, ids), isUnhidden(hidden, organisationFacts.matterId)))
    .orderBy(organisationFacts.personId, desc(organisationFacts.id))

export const findFacts = async (db: Db, id: PersonId, hidden: SQLWrapper | undefined) =>
  (await listFacts(db, [id], hidden))[0] ?? null

export const insertFacts = (db: Db, row: typeof organisationFacts.$inferInsert) =>
  db.insert(organisationFacts).values(row)

export const listFilings = (db: Db, ids: PersonId[], hidden: SQLWrapper | undefined) =>
  db
    .select()
    .from(organisationFilings)
    .where(and(inArray(organisationFilings.personId, ids), isUnhidden(hidden, organisationFilings.matterId)))
    .orderBy(asc(organisationFilings.id))

const isFilingOf = (personId: PersonId, id: FilingId, hidden: SQLWrapper | undefined) =>
  and(
    eq(organisationFilings.personId, personId),
    eq(organisationFilings.id, id),
    isUnhidden(hidden, organisationFilings.matterId),
  )

export const getFiling = async (db: Db, ...wanted: Parameters<typeof isFilingOf>): Promise<FilingRow> => {
  const [found] = await db
    .select()
    .from(organisationFilings)
    .where(isFilingOf(...wanted))
  return found ?? notFound('filing')
}

export const insertFiling = (db: Db, row: typeof organisationFilings.$inferInsert) =>
  db.insert(organisationFilings).values(row)

export const removeFiling = async (db: Db, ...wanted: Parameters<typeof isFilingOf>): Promise<FilingRow> => {
  const [removed] = await db
    .delete(organisationFilings)
    .where(isFilingOf(...wanted))
    .returning()
  return removed ?? notFound('filing')
}

/** Returns the last extract of each of these organisations. */
export const listExtracts = (
  db: Db,
  ids: PersonId[],
  hidden: SQLWrapper | undefined,
): Promise<ExtractRow[]> =>
  db
    .selectDistinctOn([organisationExtracts.personId])
    .from(organisationExtracts)
    .where(
      and(inArray(organisationExtracts.personId, ids), isUnhidden(hidden, organisationExtracts.matterId)),
    )
    .orderBy(organisationExtracts.personId, desc(organisationExtracts.id))

export const insertExtract = (db: Db, row: typeof organisationExtracts.$inferInsert) =>
  db.insert(organisationExtracts).values(row)

export const findSealedSecret = async (db: Db) => {
  const [row] = await db.select().from(companyRegisterKey)
  return row?.sealedSecret ?? null
}

export const saveKey = (db: Db, sealedSecret: string) =>
  db
    .insert(companyRegisterKey)
    .values({ sealedSecret })
    .onConflictDoUpdate({ target: companyRegisterKey.isOnly, set: { sealedSecret } })

export const removeKey = (db: Db) => db.delete(companyRegisterKey)

/** Deletes everything that is known of an organisation. */
export const removeAllOf = async (db: Db, personId: PersonId) => {
  await db.delete(organisationFacts).where(eq(organisationFacts.personId, personId))
  await db.delete(organisationExtracts).where(eq(organisationExtracts.personId, personId))
  await db.delete(organisationFilings).where(eq(organisationFilings.personId, personId))
}

/** Returns those of these file keys that belong to filings. */
export const knownKeys = async (db: Db, keys: string[]) => {
  const rows = await db
    .select({ key: organisationFilings.fileKey })
    .from(organisationFilings)
    .where(inArray(organisationFilings.fileKey, keys))
  return new Set(rows.map(({ key }) => key))
}
