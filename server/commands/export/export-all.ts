import { appendFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { spreadsheetSafe } from '#contract/kit/text.ts'
import { unlessMissing } from '#server/platform/backup/layout.ts'
import type { FileStore } from '#server/platform/files/port.ts'
import { withClient } from '#server/platform/postgres/roles.ts'
import { copyKey } from './copy-file.ts'

export interface ExportOrder {
  connection: pg.ClientConfig
  files: Pick<FileStore, 'read' | 'list'>
  /** A folder that does not exist or is empty. */
  to: string
  say: (line: string) => void
}

/**
 * Writes every table as CSV and JSON Lines, all as of one moment, and every stored file decrypted. Throws if the folder
 * is not empty, and at the end if files could not be read.
 */
export async function exportAll(order: ExportOrder): Promise<void> {
  const { to, say } = order
  if ((await readdir(to).catch(unlessMissing([]))).length > 0)
    throw new Error(`${to} is not empty. Choose another folder. Nothing was changed.`)
  await mkdir(join(to, 'tables'), { recursive: true, mode: 0o700 })
  const rows = await withClient(order.connection, async (client) => {
    // All tables are read as of the same moment, whatever people do meanwhile.
    await client.query('begin transaction isolation level repeatable read read only')
    let count = 0
    for (const table of await tablesIn(client)) count += await writeTable(client, { table, to })
    await client.query('commit')
    return count
  })
  say(`${rows} rows have been written to ${join(to, 'tables')}.`)
  const { written, unread } = await writeFiles(order)
  say(`${written} files have been decrypted and written to ${join(to, 'files')}.`)
  if (unread.length > 0)
    throw new Error(`${unread.length} files could not be read and are missing: ${unread.join(', ')}.`)
  await writeFile(join(to, 'README.txt'), readMe)
  say('Nothing in this folder is encrypted. Keep it where only those may look who may look at every matter.')
}

interface Table {
  name: string
  columns: string[]
}

const tablesIn = async (client: pg.ClientBase): Promise<Table[]> => {
  const { rows } = await client.query<Table>(
    `select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and not exists (select from pg_inherits where inhrelid = format('%I.%I', table_schema, table_name)::regclass)
     group by table_name order by table_name`,
  )
  return rows
    .filter(({ name }) => !isTableLeftOut(name))
    .map(({ name, columns }) => ({
      name,
      columns: columns.filter((column) => !isColumnLeftOut(name, column)),
    }))
}

/** Tables that only the portal itself can use: credentials and counters. */
const tablesLeftOut = new Set([
  'installation',
  'rate_limits',
  'recovery_codes',
  'second_factors',
  'sessions',
  'tokens',
])

/**
 * Columns of other tables that give access, or are derived from something that does. A link in an email may give
 * access.
 */
const columnsLeftOut = /\.(?:\w+_hash|(?:encrypted|sealed)_\w+)$|^mails\.action$/

export const isTableLeftOut = (table: string) => tablesLeftOut.has(table)
export const isColumnLeftOut = (table: string, column: string) => columnsLeftOut.test(`${table}.${column}`)

const rowsAtOnce = 500

const writeTable = async (client: pg.ClientBase, { table, to }: { table: Table; to: string }) => {
  const { name, columns } = table
  const path = join(to, 'tables', name)
  await writeFile(`${path}.csv`, csvLine(columns), { mode: 0o600 })
  await writeFile(`${path}.jsonl`, '', { mode: 0o600 })
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  await client.query(
    `declare rows cursor for select to_jsonb(entry)::text as json from (select ${list} from ${pg.escapeIdentifier(name)}) entry`,
  )
  let count = 0
  for (;;) {
    const { rows } = await client.query<{ json: string }>(`fetch ${rowsAtOnce} from rows`)
    if (rows.length === 0) break
    count += rows.length
    await appendFile(`${path}.jsonl`, rows.map(({ json }) => `${json}\n`).join(''))
    const values = rows.map(({ json }) => JSON.parse(json) as Record<string, unknown>)
    await appendFile(
      `${path}.csv`,
      values.map((row) => csvLine(columns.map((column) => row[column]))).join(''),
    )
  }
  await client.query('close rows')
  return count
}

const writeFiles = async ({ files, to }: ExportOrder) => {
  const list = join(to, 'files.csv')
  await mkdir(join(to, 'files'), { mode: 0o700 })
  await writeFile(list, csvLine(['key', 'file', 'bytes', 'sha256']), { mode: 0o600 })
  const unread: string[] = []
  let written = 0
  for await (const { key, isStaged } of files.list()) {
    if (isStaged) continue
    const copied = await copyKey(files, { key, folder: join(to, 'files') }).catch(() => null)
    if (copied === null) unread.push(key)
    else {
      await appendFile(list, csvLine([key, `files/${copied.name}`, copied.size, copied.sha256]))
      written += 1
    }
  }
  return { written, unread }
}

/** Returns one line of CSV (RFC 4180) that no spreadsheet executes. Arrays and objects are written as JSON. */
export const csvLine = (values: readonly unknown[]) => `${values.map(cell).join(',')}\r\n`

const cell = (value: unknown) => {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? spreadsheetSafe(value) : JSON.stringify(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const readMe = `Everything this Portico holds, in open formats.

tables/NAME.csv     one table each, with a heading (RFC 4180, UTF-8); what is a list or has parts is JSON in its cell
tables/NAME.jsonl   the same, one JSON object a line
files/              the stored files, decrypted; a row names its file by a key
files.csv           which key is which file, with its SHA-256

Amounts are in pence, times in UTC. Left out are passwords, sessions, links, keys and codes, which only the portal
itself can use. Nothing here is encrypted.
`
