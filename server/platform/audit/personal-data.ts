import type { InferSelectModel, SQL } from 'drizzle-orm'
import { and, count, eq, getTableColumns, getTableName, inArray, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Db } from '../db/database.ts'
import { audit, refusals } from '../db/schema.ts'

/** A stored file that belongs to a row. */
export interface PersonalDataFile {
  key: string
  sha256: string
  /** In bytes. */
  size: number
  /** Name that the sender gave it. */
  filename: string
  /** The media type of its content. */
  type: string
}

type Row = Record<string, unknown>

/** The data of a client in one table, as it is given to that client. */
export interface PersonalDataSource {
  /** The name of the table in the database. */
  table: string
  /** Title of the table in the client's words. */
  title: string
  /** Whether a row may have files. */
  hasFiles: boolean
  countOf: (db: Db, clientId: string) => Promise<number>
  /** Returns those of these clients who have rows in the table. */
  ownersAmong: (db: Db, clientIds: readonly UserId[]) => Promise<UserId[]>
  /**
   * Yields the rows of one client, oldest ids first, each with its disclosed columns and its files. Reads page by page,
   * so that a client with very many rows does not keep others waiting.
   */
  rowsOf: (db: Db, clientId: string) => AsyncGenerator<PersonalDataRow>
}

export interface PersonalDataRow {
  row: Row
  files: PersonalDataFile[]
}

/**
 * Says for each column whether the client gets it: `true`, a function that returns the part they may see, or the reason
 * why not. A new column does not compile until that is decided.
 */
type Columns<T extends PgTable> = {
  [C in keyof InferSelectModel<T>]: true | string | ((kept: InferSelectModel<T>[C]) => unknown)
}

interface RegisteredTable<T extends PgTable> {
  title: string
  /** The column with the client's id, or one that leads to a row with it. */
  whose: PgColumn | Through
  columns: Columns<T>
  files?: (row: InferSelectModel<T>) => PersonalDataFile[]
}

interface Through {
  column: PgColumn
  /** The column that `column` refers to, and the column with the client's id in that table. */
  to: PgColumn
  whose: PgColumn
}

/** Says which data of a table belongs in the export of a client's data. */
export const registerPersonalData = <T extends PgTable>(
  table: T,
  { title, whose, columns, files }: RegisteredTable<T>,
): PersonalDataSource => {
  const disclosed = (row: InferSelectModel<T>) => {
    const given: Row = {}
    for (const name of Object.keys(columns) as (keyof typeof row & string)[]) {
      const word = columns[name]
      if (typeof word !== 'string') given[name] = word === true ? row[name] : word(row[name])
    }
    return given
  }
  return {
    table: getTableName(table),
    title,
    hasFiles: files !== undefined,
    countOf: async (db, clientId) => {
      const [found] = await db
        .select({ rows: count() })
        .from(table as PgTable)
        .where(conditionOf(db, whose, clientId))
      return found?.rows ?? 0
    },
    ownersAmong: async (db, clientIds) => {
      const owner = 'to' in whose ? whose.whose : whose
      const isLedTo =
        'to' in whose && inArray(whose.to, db.select({ id: whose.column }).from(table as PgTable))
      const rows = await db
        .selectDistinct({ id: owner })
        .from(owner.table as PgTable)
        .where(and(inArray(owner, [...clientIds]), isLedTo || undefined))
      const found = new Set(rows.map(({ id }) => id))
      return clientIds.filter((id) => found.has(id))
    },
    rowsOf: async function* (db, clientId) {
      for await (const row of pagesOf(db, table, conditionOf(db, whose, clientId)))
        yield { row: disclosed(row as InferSelectModel<T>), files: files?.(row as InferSelectModel<T>) ?? [] }
    },
  }
}

const rowsAtOnce = 200

/**
 * Yields every row that matches a condition, in the order of its key. Each page begins after the last row of the
 * previous one.
 */
async function* pagesOf(db: Db, table: PgTable, condition: SQL): AsyncGenerator<Row> {
  const key = keyOf(table)
  const columns = sql.join(Object.values(key), sql`, `)
  let behind: SQL | undefined
  for (;;) {
    const page: Row[] = await db
      .select()
      .from(table)
      .where(and(condition, behind))
      .orderBy(columns)
      .limit(rowsAtOnce)
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < rowsAtOnce) return
    const place = Object.keys(key).map((name) => sql`${last[name]}`)
    behind = sql`(${columns}) > (${sql.join(place, sql`, `)})`
  }
}

/** Returns the columns of the primary key, by their names in a row. */
const keyOf = (table: PgTable) => {
  const [together] = getTableConfig(table).primaryKeys
  const names = together?.columns.map(({ name }) => name)
  const isOfKey = ({ name, primary }: PgColumn) => names?.includes(name) ?? primary
  return Object.fromEntries(Object.entries(getTableColumns(table)).filter(([, column]) => isOfKey(column)))
}

const conditionOf = (db: Db, whose: PgColumn | Through, clientId: string) => {
  if (!('to' in whose)) return eq(whose, clientId)
  const { column, to, whose: owner } = whose
  return inArray(column, db.select({ id: to }).from(to.table).where(eq(owner, clientId)))
}

const done = registerPersonalData(audit, {
  title: 'What you did in the portal',
  whose: audit.actorId,
  columns: {
    id: true,
    at: true,
    actorId: 'Your own reference number.',
    event: true,
    subjectId: 'Your own reference number.',
    address: true,
    agent: true,
    requestId: true,
    details: 'How the portal recorded it; what you gave us and received is in the other sections.',
  },
})

const refused = registerPersonalData(refusals, {
  title: 'What the portal refused you',
  whose: refusals.actorId,
  columns: {
    id: true,
    minute: true,
    event: true,
    address: true,
    actorId: 'Your own reference number.',
    subjectId: 'Your own reference number.',
    count: true,
    agent: true,
    requestId: true,
    details: 'How the portal noted it.',
  },
})

/** The client's data in the platform's own tables. */
export const auditTrailData: readonly PersonalDataSource[] = [done, refused]
