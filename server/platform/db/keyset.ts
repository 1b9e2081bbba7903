import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'

interface Key {
  of: SQLWrapper
  type: 'text' | 'timestamptz' | 'uuid'
}

/** How a list is sorted. The last key is unique, so that no row is skipped between two pages. */
export interface Order {
  keys: readonly Key[]
  isDescending: boolean
}

/**
 * Sorts by this order and ends after so many rows. The number is part of the statement: of a parameter, PostgreSQL expects
 * a tenth of all rows, and keeps a plan that reads the whole index of the order for somebody with few of them.
 */
export const firstBy = ({ keys, isDescending }: Order, limit: number): SQL => {
  const sorted = keys.map(({ of }) => (isDescending ? desc(sql`${of}`) : asc(sql`${of}`)))
  return sql`${sql.join(sorted, sql`, `)} limit ${sql.raw(String(limit))}`
}

/** Returns the position of a row in this order as text. A `Date` would lose its microseconds. */
export const placeIn = ({ keys }: Order) =>
  sql<string[]>`array[${sql.join(
    keys.map(({ of }) => sql`(${of})::text`),
    sql`, `,
  )}]`

/** Selects the rows after a position. An index on the keys can serve it. */
export const isAfter = ({ keys, isDescending }: Order, place: readonly string[]): SQL => {
  const columns = sql.join(
    keys.map(({ of }) => sql`${of}`),
    sql`, `,
  )
  const values = sql.join(
    keys.map(({ type }, at) => sql`${place[at] ?? ''}::${sql.raw(type)}`),
    sql`, `,
  )
  return isDescending ? sql`(${columns}) < (${values})` : sql`(${columns}) > (${values})`
}
