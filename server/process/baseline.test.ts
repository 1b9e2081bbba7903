import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCluster } from '#server/platform/postgres/cluster.ts'
import { type Connection, ensureDatabase, withClient } from '#server/platform/postgres/roles.ts'
import { copyDatabase, openTestCluster, urlOf } from '#server/testing/cluster.ts'
import { failedStart, temporaryFolder } from './testing/portal-process.ts'

/** A database as a Portico before the baseline left it: its record of migrations, and an old table with a row. */
const olderTables = `
  create schema drizzle;
  create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  insert into drizzle.__drizzle_migrations (hash, created_at)
    values ('1f2e3d0000000000000000000000000000000000000000000000000000beg1n0', 1762600000000);
  create table cases (id uuid primary key, title text not null);
  insert into cases values ('0197a4a0-0000-7000-8000-000000000001', 'Purchase of a flat')`

/** Every file below a folder, with its modification time and content hash. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => join(folder, name))
    .map((path) => {
      const { mtimeMs, mode } = statSync(path)
      const bytes = statSync(path).isFile() ? readFileSync(path) : ''
      return `${path} ${mode} ${mtimeMs} ${createHash('sha256').update(bytes).digest('hex')}`
    })

/** Everything that a start could change in a database: relations, roles and rows. */
const contentsOf = (connection: Connection) =>
  withClient(connection, async (client) => {
    const all = async (query: string) => (await client.query(query)).rows
    return [
      await all(
        "select oid, relname from pg_class where relnamespace <> 'pg_toast'::regnamespace order by oid",
      ),
      await all('select rolname from pg_roles order by 1'),
      await all('select * from drizzle.__drizzle_migrations'),
      await all('select * from cases'),
    ]
  })

test('a data folder of an earlier Portico is refused with a sentence, and not one byte of it is changed', async () => {
  const data = join(temporaryFolder(), 'data')
  const directory = join(data, 'database')
  const cluster = await openCluster({ directory, log: () => {}, fsync: false })
  const portico = await ensureDatabase(cluster.connection, 'portico')
  await withClient(portico, (client) => client.query(olderTables))
  await cluster.stop()
  rmSync(join(directory, 'portico.baseline'))
  const before = filesIn(data)

  expect(await failedStart({ PORTICO_DATA: data })).toEqual({
    code: 1,
    said: '',
    complaint:
      `The data in ${data} was made by an earlier Portico, whose tables this one cannot read. ` +
      'Set PORTICO_DATA to another folder, or go on with the version that made it. Nothing was changed.',
  })
  expect(filesIn(data)).toEqual(before)
})

test('a database of an earlier Portico is refused with a sentence, and neither a table nor a role is changed', async () => {
  // A server of its own: in the one that the tests share, each portal that another test starts makes a role.
  const { cluster, remove } = await openTestCluster()
  onTestFinished(remove)
  const { connection } = await copyDatabase(cluster.connection, 'template0')
  await withClient(connection, (client) => client.query(olderTables))
  const before = await contentsOf(connection)

  const PORTICO_DATA = join(temporaryFolder(), 'data')
  expect(await failedStart({ PORTICO_DATA, DATABASE_URL: urlOf(connection) })).toEqual({
    code: 1,
    said: '',
    complaint:
      'The database was made by an earlier Portico, whose tables this one cannot read. ' +
      'Set DATABASE_URL to an empty database, or go on with the version that made it. Nothing was changed.',
  })
  expect(await contentsOf(connection)).toEqual(before)
})
