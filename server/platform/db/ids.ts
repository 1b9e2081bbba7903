import { inArray, notInArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Ids that are known, or a query of them. */
export type Ids = readonly string[] | SQLWrapper

/** Selects the rows whose column has one of these ids. */
export const isAmong = (column: SQLWrapper, ids: Ids): SQL => {
  if (!isKnown(ids)) return inArray(column, ids)
  return ids.length === 0 ? sql`false` : sql`${column} in (${listed(ids)})`
}

/** Selects the rows whose column has none of these ids. Undefined if there are none. */
export const isNotAmong = (column: SQLWrapper, ids: Ids): SQL | undefined => {
  if (!isKnown(ids)) return notInArray(column, ids)
  return ids.length === 0 ? undefined : sql`${column} not in (${listed(ids)})`
}

/**
 * Selects the rows whose column has one of these ids, which are found first. For a list whose reader sees a small part of
 * all rows: PostgreSQL then looks these up by the index of the column, for the primary key in its order, so that a page
 * sorted by it ends early. Of a query as such, it expects that a walk along all rows soon finds enough of them.
 */
export const isInArray = (column: SQLWrapper, ids: SQLWrapper): SQL => sql`${column} = any(array(${ids}))`

/**
 * Selects the rows whose column has one of these ids, each looked up in the query of ids. For a list of few rows whose
 * reader may see many ids: in a plain `in`, PostgreSQL finds out all of them first. Without `offset 0` it would here.
 * No column may have the name of the ids, which would be compared with themselves.
 */
export const isLookedUpIn = (column: SQLWrapper, ids: SQLWrapper): SQL =>
  sql`exists (select from ${ids} as known (looked_up_id) where looked_up_id = ${column} offset 0)`

/** Returns a select of these ids, for example to join them with those of another. Some may be in it twice. */
export const selectOf = (ids: Ids): SQLWrapper =>
  isKnown(ids) ? sql`(select unnest(array[${ids.length === 0 ? sql`` : listed(ids)}]::uuid[]))` : ids

/** Whether it is known that there are none. */
export const areNone = (ids: Ids) => isKnown(ids) && ids.length === 0

const isKnown = (ids: Ids): ids is readonly string[] => Array.isArray(ids)

/** The most ids with a place of their own in a statement. */
export const listedAtMost = 32

/** Repeats the last id until their number is a power of two, so that the statements of all people are few. */
export const paddedIds = <T extends string>(ids: readonly T[]): T[] => {
  const last = ids.at(-1)
  if (last === undefined) return []
  const missing = 2 ** Math.ceil(Math.log2(ids.length)) - ids.length
  return [...ids, ...Array.from({ length: missing }, () => last)]
}

/**
 * Each id stands in a select of its own. PostgreSQL then expects so many ids without knowing them, and one kept plan
 * serves everybody.
 */
function listed(ids: readonly string[]): SQL {
  if (ids.length > listedAtMost) return sql`select unnest(${sql.param(ids)}::uuid[])`
  return sql.join(
    paddedIds(ids).map((id) => sql`(select ${id}::uuid)`),
    sql`, `,
  )
}
