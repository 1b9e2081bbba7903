import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Log } from '../diagnostics/log.ts'
import { claimDataFolder } from '../files/data-folder.ts'
import { syncFolder, writeNew } from '../files/disk.ts'
import { withClient } from '../postgres/roles.ts'
import { isOfThisVersion, movedMark, refuseMoved } from './baseline.ts'
import { migrateDatabase, openRecords } from './connection.ts'

interface MoveOrder {
  dataFolder: string
  /** The empty database to copy to. */
  databaseUrl: string
  log: Log
  say: (line: string) => void
}

/**
 * Copies all rows of a stopped portal's built-in database to another PostgreSQL, in one transaction, and compares the
 * two by count and hash. The built-in database stays as it was, but no portal can start on it by mistake.
 *
 * @throws Error with a sentence if the portal runs, the other database holds something else, or anything differs.
 */
export async function moveDatabase({ dataFolder, databaseUrl, log, say }: MoveOrder): Promise<void> {
  if (!existsSync(join(dataFolder, 'database', 'PG_VERSION')))
    throw new Error(
      `There is no built-in database in ${dataFolder}. Set PORTICO_DATA to the folder of yours.`,
    )
  refuseMoved(dataFolder)
  const claim = claimDataFolder(dataFolder)
  try {
    await refuseUsed(databaseUrl)
    const own = await openRecords({ dataFolder, databaseUrl: null }, log)
    try {
      const other = await openRecords({ dataFolder, databaseUrl }, log)
      for (const { roles } of [own, other]) await migrateDatabase(roles)
      await withClient(own.roles.owner, (source) =>
        withClient(other.roles.owner, (target) => copyAll(source, target, say)),
      )
    } finally {
      await own.close()
    }
    await writeNew(movedMark(dataFolder), [Buffer.from(`${new Date().toISOString()}\n`)])
    await syncFolder(dataFolder)
  } finally {
    claim.release()
  }
}

/**
 * Runs before any table is made. A database that is neither empty nor a portal's of this version belongs to someone
 * else.
 */
const refuseUsed = (databaseUrl: string) =>
  withClient({ connectionString: databaseUrl }, async (client) => {
    const { rows } = await client.query<{ schema: string }>(
      `select distinct nspname as schema from pg_class c join pg_namespace n on n.oid = relnamespace
       where relkind in ('r', 'p', 'v', 'm') and nspname !~ '^pg_' and nspname <> 'information_schema'
         and not exists (select from pg_depend where objid = c.oid and deptype = 'e')`,
    )
    const known = ['public', 'drizzle', 'graphile_worker']
    const isOurs =
      rows.some(({ schema }) => schema === 'drizzle') && rows.every(({ schema }) => known.includes(schema))
    if (rows.length > 0 && !(isOurs && (await isOfThisVersion(client)))) throw notEmpty()
  })

const notEmpty = () => new Error('The database of DATABASE_URL is not empty. Nothing was changed.')

async function copyAll(source: pg.Client, target: pg.Client, say: MoveOrder['say']) {
  // Makes both servers write values alike, whatever their own settings.
  for (const client of [source, target])
    await client.query("set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'")
  await source.query('begin isolation level repeatable read read only')
  await target.query('begin')
  const tables = inOrder(await tablesOf(source))
  const before = await sumsOf(target, tables)
  const wanted = await sumsOf(source, tables)
  // An earlier run got as far as its commit.
  if (isEqual(before, wanted)) return say('Everything is there already.')
  if ([...before.values()].some(({ rows }) => rows > 0)) throw notEmpty()
  for (const { name, columns } of tables) {
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
    await pipeline(
      source.query(copyTo(`copy ${name} (${list}) to stdout (format binary)`)),
      target.query(copyFrom(`copy ${name} (${list}) from stdin (format binary)`)),
    )
  }
  await setSequences(source, target)
  const got = await sumsOf(target, tables)
  for (const { name } of tables)
    if (got.get(name)?.hash !== wanted.get(name)?.hash || got.get(name)?.rows !== wanted.get(name)?.rows)
      throw new Error(`The copy of ${name} differs from the original. Nothing was changed.`)
  await target.query('commit')
  const rows = [...got.values()].reduce((sum, table) => sum + table.rows, 0)
  say(`${rows} rows of ${tables.length} tables were copied; count and hash of each table are the same.`)
}

interface Table {
  /** Schema and name, quoted. */
  name: string
  columns: string[]
  /** Tables whose rows must be copied first. */
  needs: string[]
}

/** Returns all tables that hold our rows. The migrations write their own. */
const tablesOf = async (client: pg.Client) => {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', nspname, relname) as name,
       array(select attname::text from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
       array(select confrelid::regclass::text from pg_constraint
         where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as needs
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and (nspname = 'public' or nspname = 'graphile_worker' and relname <> 'migrations')
     order by name`,
  )
  // PostgreSQL leaves out the schema of a name if it is on the search path.
  const whole = (name: string) => (name.includes('.') ? name : `public.${name}`)
  return rows.map((table) => ({ ...table, needs: table.needs.map(whole) }))
}

/** Orders the tables so that each comes after those it refers to. */
function inOrder(tables: readonly Table[]): Table[] {
  const ordered: Table[] = []
  let left = [...tables]
  while (left.length > 0) {
    const ready = left.filter(({ needs }) => !left.some(({ name }) => needs.includes(name)))
    if (ready.length === 0)
      throw new Error(`Tables refer to each other: ${left.map(({ name }) => name).join(', ')}`)
    ordered.push(...ready)
    left = left.filter((table) => !ready.includes(table))
  }
  return ordered
}

interface Sum {
  rows: number
  /** Hash of all rows, independent of their order. */
  hash: string
}

async function sumsOf(client: pg.Client, tables: readonly Table[]) {
  const sums = new Map<string, Sum>()
  for (const { name } of tables) {
    const { rows } = await client.query<Sum>(
      `select count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as hash from ${name} t`,
    )
    sums.set(name, rows[0] as Sum)
  }
  return sums
}

const isEqual = (sums: Map<string, Sum>, other: Map<string, Sum>) =>
  [...sums].every(
    ([name, { rows, hash }]) => other.get(name)?.rows === rows && other.get(name)?.hash === hash,
  )

async function setSequences(source: pg.Client, target: pg.Client) {
  const { rows } = await source.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences
     where schemaname in ('public', 'graphile_worker')`,
  )
  for (const { name } of rows) {
    const { rows: at } = await source.query<{ value: string; called: boolean }>(
      `select last_value as value, is_called as called from ${name}`,
    )
    await target.query('select setval($1, $2, $3)', [name, at[0]?.value, at[0]?.called])
  }
}
