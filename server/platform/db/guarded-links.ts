import { and, eq, exists, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './database.ts'

/** Returns a condition on an id: whether somebody may open what it names. Undefined if they may open all of its kind. */
export type IsOpen = ((id: SQLWrapper) => SQL) | undefined

/** For somebody who may open none of a kind. */
export const noneIsOpen: IsOpen = () => sql`false`

interface Rows {
  table: PgTable
  id: PgColumn
  /** Which of the rows may be opened. */
  theirs: SQL | undefined
}

/** Returns a condition on an id: whether it is that of a row that may be opened. */
export const openAmong =
  (db: Db, { table, id: column, theirs }: Rows): IsOpen =>
  (id) =>
    exists(
      db
        .select({ id: column })
        .from(table)
        .where(and(eq(column, id), theirs)),
    )

/** The paths of a page that shows one thing, which not everybody may open. */
export interface GuardedLinks {
  /** The path up to the thing's id. */
  before: string
  isOpen: IsOpen
}

const idLength = 36
const idPattern = '^[0-9a-f-]{36}'

/** Selects the rows whose link leads to something that is open, or to any page that isn't guarded. */
export const leadsToOpen = (link: SQLWrapper, guarded: readonly GuardedLinks[]): SQL | undefined =>
  and(
    ...guarded.flatMap(({ before, isOpen }) => {
      if (isOpen === undefined) return []
      const id = sql`substr(${link}, ${before.length + 1}, ${idLength})`
      // Somebody may have very many, and a pattern takes far longer than the path before it.
      const isOfPage = sql`starts_with(${link}, ${before}) and ${id} ~ ${idPattern}`
      // A case, so that no other link is read as an id.
      return [sql`case when ${isOfPage} then ${isOpen(sql`${id}::uuid`)} else true end`]
    }),
  )
