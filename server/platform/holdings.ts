import type { InferSelectModel } from 'drizzle-orm'
import { eq, getTableName, inArray } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'

/** A file that a row stands for. */
export interface HeldFile {
  key: string
  sha256: string
  /** In bytes. */
  size: number
  /** As its sender named it. */
  filename: string
}

type Row = Record<string, unknown>

/** What one table holds of a client, as the client may have it. */
export interface Holding {
  /** The name of the table in the database. */
  table: string
  /** What it is called in words that a client reads. */
  title: string
  /** The rows of one client, oldest ids first, each with what of it is given and the files it stands for. */
  rowsOf: (db: Db, clientId: string) => Promise<{ row: Row; files: HeldFile[] }[]>
}

/**
 * Of each column whether it is given, as a function makes it where not all of it may be told, or why not: a new
 * column does not compile until that is decided.
 */
type Columns<T extends PgTable> = {
  [C in keyof InferSelectModel<T>]: true | string | ((kept: InferSelectModel<T>[C]) => unknown)
}

interface Held<T extends PgTable> {
  title: string
  /** The column that names the client; or the one that leads to a row which does. */
  whose: PgColumn | Through
  columns: Columns<T>
  files?: (row: InferSelectModel<T>) => HeldFile[]
}

interface Through {
  column: PgColumn
  /** The column that it points to, and the one beside that which names the client. */
  to: PgColumn
  whose: PgColumn
}

/** Says what of a table belongs in the export of a client's data. */
export const held = <T extends PgTable>(table: T, { title, whose, columns, files }: Held<T>): Holding => {
  const given = (row: InferSelectModel<T>) => {
    const told: Row = {}
    for (const name of Object.keys(columns) as (keyof typeof row & string)[]) {
      const word = columns[name]
      if (typeof word !== 'string') told[name] = word === true ? row[name] : word(row[name])
    }
    return told
  }
  return {
    table: getTableName(table),
    title,
    rowsOf: async (db, clientId) => {
      const rows = await db
        .select()
        .from(table as PgTable)
        .where(conditionOf(db, whose, clientId))
      return (rows as InferSelectModel<T>[]).map((row) => ({ row: given(row), files: files?.(row) ?? [] }))
    },
  }
}

const conditionOf = (db: Db, whose: PgColumn | Through, clientId: string) => {
  if (!('to' in whose)) return eq(whose, clientId)
  const { column, to, whose: owner } = whose
  return inArray(column, db.select({ id: to }).from(to.table).where(eq(owner, clientId)))
}
