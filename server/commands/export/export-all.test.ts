import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tasks } from '#contract/tasks.ts'
import { newFolder, sha256 } from '#server/platform/files/testing.ts'
import { openPortal } from '#server/testing/portal.ts'
import { csvLine, exportAll, isColumnLeftOut, isTableLeftOut } from './export-all.ts'

test('an export has every row and every file as it was sent, and nothing that lets anybody in', async () => {
  const portal = await openPortal()
  const client = await portal.client({ lastName: 'O’Hara, "Jr"' })
  const listed = await client.ask(tasks.list, {})
  const pdf = Buffer.from('%PDF-1.7 a letter')
  const { key } = await portal.ports.files.put([pdf], { limit: 100 })
  const to = join(await newFolder(), 'export')
  const { database, ports } = portal
  const said: string[] = []
  const order = {
    connection: database.connection,
    files: ports.files,
    to,
    say: (line: string) => said.push(line),
  }
  await exportAll(order)

  const written = (name: string) => readFileSync(join(to, name), 'utf8')
  const [head, ...users] = written('tables/users.csv').trim().split('\r\n')
  expect(head?.split(',')).toEqual(expect.arrayContaining(['id', 'last_name', 'email']))
  expect(users.find((line) => line.includes(client.user.id))).toContain('"O’Hara, ""Jr"""')
  const rows = written('tables/tasks.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(listed.map(({ id }) => id)))
  const file = `files/${key.slice(6)}.pdf`
  expect(written('files.csv')).toBe(
    `key,file,bytes,sha256\r\n${key},${file},${pdf.length},${sha256(pdf)}\r\n`,
  )
  expect(readFileSync(join(to, file))).toEqual(pdf)

  for (const name of readdirSync(join(to, 'tables')))
    expect(written(`tables/${name}`), name).not.toContain('$argon2')
  expect(said.at(-1)).toContain('Nothing in this folder is encrypted.')
  await expect(exportAll(order)).rejects.toThrow(`${to} is not empty.`)
})

test('whether a column that may hold a secret is exported has been decided', async () => {
  const { pool } = await openPortal()
  const { rows } = await pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'bytea', 'jsonb', 'ARRAY')
       and column_name ~ 'hash|secret|token|password|encrypt|sealed|salt' order by 1, 2`,
  )
  const exported = rows.filter(
    ({ table, column }) => !isTableLeftOut(table) && !isColumnLeftOut(table, column),
  )
  expect(exported.map(({ table, column }) => `${table}.${column}`)).toEqual([
    // Says when a secret was set, not its value.
    'connections.secrets_set_at',
    // Proves that the trail of a signature is complete.
    'signature_events.hash',
  ])
})

test('a cell keeps commas, quotes and line breaks, and what has parts as JSON', () => {
  expect(csvLine(['a', 'b,c', 'say "no"', 'two\nlines', null, 7, true, ['x', 'y'], { p: 1 }])).toBe(
    'a,"b,c","say ""no""","two\nlines",,7,true,"[""x"",""y""]","{""p"":1}"\r\n',
  )
})
