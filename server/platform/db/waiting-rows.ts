import { type SQL, sql } from 'drizzle-orm'

/** One of the things that wait, with how many of its kind do, and how many of those wait too long. */
export interface WaitingRow {
  id: string
  title: string
  since: Date
  total: number
  late: number
}

/** What waits of one kind: so many rows are wanted, and late is what waits since before then. */
export interface WaitingWanted {
  lateBefore: Date
  limit: number
}

/** Counted over all rows that fit, beside the few that are fetched. */
export const waitingCounts = (isLate: SQL) => ({
  total: sql<number>`(count(*) over ())`.mapWith(Number),
  late: sql<number>`coalesce(sum((${isLate})::int) over (), 0)`.mapWith(Number),
})
