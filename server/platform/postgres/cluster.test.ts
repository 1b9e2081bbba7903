import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '#server/testing/loopback.ts'
import { type ClusterOptions, openCluster, sharedBuffersFor } from './cluster.ts'
import { isAlive } from './postmaster-file.ts'
import { type Connection, ensureDatabase, withClient } from './roles.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-cluster-'))
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const open = (directory: string, options: Partial<ClusterOptions> = {}) =>
  openCluster({ directory, log: () => {}, ...options })

const ask = async (connection: Connection, sql: string): Promise<Record<string, unknown>[]> =>
  (await withClient(connection, (client) => client.query(sql))).rows

test('a database that serves the network asks for its password', async () => {
  const tcp = { port: await freePort(), password: 'correct horse' }
  const cluster = await open(join(folder, 'network'), { fsync: false, tcp })

  expect(cluster.connection).toMatchObject({ host: '127.0.0.1', ...tcp })
  expect(await ask(cluster.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await expect(ask({ ...cluster.connection, password: 'wrong' }, 'select 1')).rejects.toThrow('password')
  await cluster.stop()
})

// The restarts take seven seconds, in which the next two tests run.
test.concurrent('PostgreSQL that cannot be brought back is given up with its reason', async ({ expect }) => {
  const directory = join(folder, 'network')
  const endings: { reason: string; isFinal: boolean }[] = []
  const cluster = await open(directory, { fsync: false, onExit: (ending) => endings.push(ending) })
  rmSync(join(directory, 'global'), { recursive: true })
  process.kill(cluster.pid(), 'SIGKILL')

  await expect.poll(() => endings.length, { interval: 200 }).toBe(2)
  expect(endings[1]).toMatchObject({ isFinal: true })
  expect(endings[1]?.reason).toContain('PostgreSQL did not start')
  await cluster.stop()
})

test.concurrent('what is committed is still there when PostgreSQL is killed, and it comes back by itself', async ({
  expect,
}) => {
  const endings: string[] = []
  const cluster = await open(join(folder, 'killed'), { onExit: ({ reason }) => endings.push(reason) })
  const portico = await ensureDatabase(cluster.connection, 'portico')
  await ask(portico, 'create table kept (id int); insert into kept select generate_series(1, 1000)')

  const killed = cluster.pid()
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => cluster.pid()).not.toBe(killed)

  expect(await ask(portico, 'select count(*)::int as rows from kept')).toEqual([{ rows: 1000 }])
  expect(endings).toEqual(['it ended with SIGKILL'])
  await cluster.stop()
  expect(isAlive(cluster.pid())).toBe(false)
})

test.concurrent('a folder that only its owner may enter, and a path too long for a socket, are no obstacle', async ({
  expect,
}) => {
  const closed = join(folder, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  const directory = join(closed, 'a-folder-with-quite-a-long-name'.repeat(4), 'postgres')

  const cluster = await open(directory, { fsync: false })

  expect(await ask(cluster.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  const { host } = cluster.connection
  expect(host.startsWith(closed)).toBe(false)
  expect(statSync(host).mode & 0o777).toBe(0o700)
  await cluster.stop()
  rmSync(host, { recursive: true })
})

test('the database keeps every commit on the disk, checks its pages and is on no network', async () => {
  const cluster = await open(join(folder, 'killed'))
  const settings = await ask(
    cluster.connection,
    `select name, setting from pg_settings where name in
      ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'listen_addresses') order by name`,
  )
  expect(settings.map((row) => Object.values(row).join('='))).toEqual([
    'data_checksums=on',
    'fsync=on',
    'full_page_writes=on',
    'listen_addresses=',
    'synchronous_commit=on',
  ])
  expect(statSync(join(folder, 'killed')).mode & 0o777).toBe(0o700)
  await cluster.stop()
})

test('the database keeps a sixteenth of the memory for its pages, between 64 and 256 MB', () => {
  const gigabytes = (count: number) => count * 2 ** 30
  expect([0.5, 1, 2, 3, 24].map((count) => sharedBuffersFor(gigabytes(count)))).toEqual([
    '64MB',
    '64MB',
    '128MB',
    '192MB',
    '256MB',
  ])
})
