import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, expect, test } from 'vitest'
import { matters } from '#contract/matters/matters.ts'
import { openBaseBackup } from '#server/platform/backup/base-backup.ts'
import { unpackTar } from '#server/platform/backup/restore.ts'
import { checkReplica } from '#server/platform/db/replica.ts'
import { openCluster } from '#server/platform/postgres/cluster.ts'
import { type Connection, withClient } from '#server/platform/postgres/roles.ts'
import { copyDatabase, makeTemplate, openTestCluster } from '#server/testing/cluster.ts'
import { openPortal } from '#server/testing/portal.ts'

const { cluster: primary, remove } = await openTestCluster()
afterAll(remove)
await makeTemplate(primary.connection)
// Commits of a test's cluster are acknowledged before they are flushed, and the standby receives only what is flushed.
await withClient(primary.connection, async (client) => {
  await client.query("alter system set wal_writer_delay = '10ms'")
  await client.query('select pg_reload_conf()')
})
const { connection } = await copyDatabase(primary.connection)
const standby = await openStandby()
const portal = await openPortal({ connection, standby: standby.connection })
const priya = await portal.staff('fee_earner')

/** A hot standby of the whole PostgreSQL. */
async function openStandby() {
  const folder = mkdtempSync(join(tmpdir(), 'portico-standby-'))
  chmodSync(folder, 0o711)
  const directory = join(folder, 'postgres')
  mkdirSync(directory, { mode: 0o700 })
  await pipeline(await openBaseBackup(primary.connection), unpackTar(directory))
  writeFileSync(join(directory, 'standby.signal'), '')
  const { host, port, user } = primary.connection
  const opened = await openCluster({
    directory,
    log: () => {},
    fsync: false,
    settings: { max_connections: '1000', primary_conninfo: `host=${host} port=${port} user=${user}` },
  })
  afterAll(async () => {
    await opened.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { ...opened, connection: { ...opened.connection, database: connection.database } }
}

const onStandby = async <T extends object>(query: string) =>
  withClient(standby.connection, async (client) => (await client.query<T>(query)).rows)

/** How often the table of matters has been read on the standby. */
const readsThere = async () => {
  const [row] = await onStandby<{ reads: number }>(
    `select (seq_scan + coalesce(idx_scan, 0))::int as reads from pg_stat_user_tables where relname = 'matters'`,
  )
  return row?.reads ?? 0
}

const openCase = async () => {
  const client = await portal.client()
  const { id } = await priya.ask(matters.start, {
    clientId: client.user.id,
    title: 'Purchase of a flat',
    type: 'Purchase',
    priority: 'medium',
    description: 'Flat 4',
    whose: 'firm',
    nextStep: 'We check the lease',
  })
  return id
}
/** Checks that a new matter is in the list requested next. */
const expectListed = async () => {
  const id = await openCase()
  expect((await priya.ask(matters.firmList, {})).map((listed) => listed.id)).toContain(id)
}

test('what the firm’s people read comes from the standby, and holds what they have just saved', async () => {
  const before = await readsThere()
  // Each list is correct, even if the standby was too late for it.
  const listAndCount = async () => {
    await expectListed()
    return readsThere()
  }
  await expect.poll(listAndCount).toBeGreaterThanOrEqual(before + 3)
})

test('a standby that lags is not asked: nobody misses what they have saved', async () => {
  await onStandby('select pg_wal_replay_pause()')
  await expectListed()
  await onStandby('select pg_wal_replay_resume()')
  await expectListed()
})

test('a standby is one, and of that very database', async () => {
  const elsewhere = await openTestCluster()
  const refusal = 'has to lead to a standby'
  await expect(checkReplica(connection, connection)).rejects.toThrow(refusal)
  await expect(checkReplica(standby.connection, elsewhere.cluster.connection)).rejects.toThrow(refusal)
  await elsewhere.remove()
  await expect(checkReplica(standby.connection, connection)).resolves.toBeNull()
})

test('a standby that is away is missed by nobody', async () => {
  await standby.stop()
  await expectListed()
  const gone: Connection = { ...standby.connection }
  await expect(checkReplica(gone, connection)).resolves.toContain('does not answer')
})
