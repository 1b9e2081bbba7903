import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { OrPlaceholders } from './placeholders.ts'

/** A waiting item, with the number of items of its kind and how many of those are overdue. */
export interface WaitingRow {
  id: string
  title: string
  since: Date
  total: number
  late: number
}

/**
 * Which waiting items to fetch: at most `limit` rows. An item is overdue if it has waited since before `lateBefore`.
 */
export interface WaitingWanted {
  lateBefore: Date
  limit: number
}

/** The same, or placeholders for it. */
export type WaitingParams = OrPlaceholders<WaitingWanted>

/** The columns of a waiting item that say which task or matter it is for, of those that its kind has. */
export interface WaitingFor {
  taskId?: SQLWrapper
  matterId?: SQLWrapper
}

/** A condition on an item, by its id and what it is for. */
export type IsWanted = (id: SQLWrapper, waitingFor: WaitingFor) => SQL

/** Counts all matching rows beside the few that are fetched. */
export const waitingCounts = (isLate: SQL) => ({
  total: sql<number>`(count(*) over ())`.mapWith(Number),
  late: sql<number>`coalesce(sum((${isLate})::int) over (), 0)`.mapWith(Number),
})
