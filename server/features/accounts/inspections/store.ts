import { and, asc, eq, not } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Inspection, Person } from '#contract/firm/people.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type InspectionScope, inspectedCases, inspectedMatters, inspections } from '../staff/schema.ts'

const { matterId, reference, title, isRestricted, isOpen } = inspectedCases

/** Returns what an auditor may read now and until when. Null for anyone else. */
export const findInspection = async (db: Db, auditorId: UserId): Promise<Inspection | null> => {
  const [inspection] = await db.select().from(inspections).where(eq(inspections.auditorId, auditorId))
  if (!inspection) return null
  const cases = await db
    .selectDistinct({ id: matterId, reference, title })
    .from(inspectedCases)
    .where(and(eq(inspectedCases.auditorId, auditorId), isOpen))
    .orderBy(asc(reference))
  return { until: inspection.until, cases }
}

/** Returns the last day of each inspection and the references of its cases but for restricted ones, by auditor. */
export const listInspections = async (db: Db) => {
  const rows = await db
    .selectDistinct({ auditorId: inspections.auditorId, until: inspections.until, reference })
    .from(inspections)
    .leftJoin(inspectedCases, and(eq(inspectedCases.auditorId, inspections.auditorId), not(isRestricted)))
    .orderBy(asc(reference))
  const found = new Map<UserId, NonNullable<Person['inspection']>>()
  for (const row of rows) {
    const inspection = found.get(row.auditorId) ?? { until: row.until, references: [] }
    if (row.reference !== null) inspection.references.push(row.reference)
    found.set(row.auditorId, inspection)
  }
  return found
}

/**
 * Replaces what an auditor may read, and returns how many cases that is. Without `wanted` they may read nothing.
 * Restricted cases of the inspection stay, since whoever changes it may not know of them.
 */
export const replaceInspection = async (db: Db, auditorId: UserId, wanted: InspectionScope | undefined) => {
  const restricted = await db
    .selectDistinct({ matterId })
    .from(inspectedCases)
    .where(and(eq(inspectedCases.auditorId, auditorId), isRestricted))
  await db.delete(inspections).where(eq(inspections.auditorId, auditorId))
  if (!wanted) return 0
  await db.insert(inspections).values({ auditorId, until: wanted.until })
  // An invitation that a node of the previous release wrote names clients instead.
  const named = wanted.matterIds ?? []
  const ids = new Set([...named, ...restricted.map((row) => row.matterId)])
  if (ids.size > 0)
    await db.insert(inspectedMatters).values([...ids].map((id) => ({ auditorId, matterId: id })))
  return ids.size
}
