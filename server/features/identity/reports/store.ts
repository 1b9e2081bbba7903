import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { ReportId } from '#contract/identity/reports.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { Db } from '#server/platform/db/database.ts'
import { identityProviders, identityReports } from '../schema.ts'

export type ReportRow = typeof identityReports.$inferSelect
export type ProviderRow = typeof identityProviders.$inferSelect

/** Newest first. */
export const listOf = (db: Db, clientId: UserId) =>
  db
    .select()
    .from(identityReports)
    .where(eq(identityReports.clientId, clientId))
    .orderBy(desc(identityReports.id))
    .limit(pageSize)

interface Wanted {
  clientId: UserId
  id: ReportId
}
const isOf = ({ clientId, id }: Wanted) =>
  and(eq(identityReports.clientId, clientId), eq(identityReports.id, id))

export const get = async (db: Db, wanted: Wanted): Promise<ReportRow> => {
  const [found] = await db.select().from(identityReports).where(isOf(wanted))
  return found ?? notFound('identityReport')
}

/**
 * Locks the row for the rest of the transaction, so that it is settled only once. Returns null if it no longer exists.
 */
export const claim = async (db: Db, id: ReportId): Promise<ReportRow | null> => {
  const [found] = await db.select().from(identityReports).where(eq(identityReports.id, id)).for('update')
  return found ?? null
}

/** Allows one request about a client at a time. */
export const holdClient = (db: Db, clientId: UserId) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`identity_reports:${clientId}`}, 0))`)

/** Finds a report that this provider's system has sent about the client before. */
export const findReceived = async (
  db: Db,
  { clientId, provider, reference }: Pick<ReportRow, 'clientId' | 'provider' | 'reference'>,
) => {
  const [found] = await db
    .select()
    .from(identityReports)
    .where(
      and(
        eq(identityReports.clientId, clientId),
        eq(identityReports.source, 'received'),
        eq(identityReports.provider, provider),
        eq(identityReports.reference, reference),
      ),
    )
  return found ?? null
}

export const insert = async (db: Db, row: typeof identityReports.$inferInsert): Promise<ReportRow> => {
  const [made] = await db.insert(identityReports).values(row).returning()
  return made ?? notFound('identityReport')
}

export const update = async (db: Db, id: ReportId, change: Partial<ReportRow>): Promise<ReportRow> => {
  const [changed] = await db.update(identityReports).set(change).where(eq(identityReports.id, id)).returning()
  return changed ?? notFound('identityReport')
}

export const remove = async (db: Db, wanted: Wanted): Promise<ReportRow> => {
  const [removed] = await db.delete(identityReports).where(isOf(wanted)).returning()
  return removed ?? notFound('identityReport')
}

/** Lists unfinished checks that were started by this time. The order is random, so that none can hold up the others. */
export const listUnsettled = (db: Db, until: Date) =>
  db
    .select()
    .from(identityReports)
    .where(and(inArray(identityReports.status, ['starting', 'open']), lte(identityReports.at, until)))
    .orderBy(sql`random()`)
    .limit(pageSize)

/** Counts the checks that wait for their clients at the provider. */
export const countOpen = (db: Db) => db.$count(identityReports, eq(identityReports.status, 'open'))

export const knownKeys = async (db: Db, keys: string[]) => {
  const rows = await db
    .select({ key: identityReports.fileKey })
    .from(identityReports)
    .where(inArray(identityReports.fileKey, keys))
  return new Set(rows.flatMap(({ key }) => key ?? []))
}

export const findProvider = async (db: Db): Promise<ProviderRow | null> => {
  const [row] = await db.select().from(identityProviders)
  return row ?? null
}

export const saveProvider = (db: Db, row: Omit<ProviderRow, 'isOnly'>) =>
  db.insert(identityProviders).values(row).onConflictDoUpdate({ target: identityProviders.isOnly, set: row })
