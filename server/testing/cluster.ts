import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateDatabase } from '#server/platform/db/connection.ts'
import { type ClusterOptions, openCluster } from '#server/platform/postgres/cluster.ts'
import { processExists } from '#server/platform/postgres/postmaster-file.ts'
import { type Connection, ensureDatabase, withClient } from '#server/platform/postgres/roles.ts'

const template = 'portico_template'
const folderMark = 'portico-test-'

/** Copies a database for the caller, who drops it afterwards. */
export async function copyDatabase(cluster: Connection, original = template) {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withClient(cluster, (client) =>
    client.query(`create database ${name} template ${original} strategy file_copy`),
  )
  const drop = async () => {
    await withClient(cluster, (client) => client.query(`drop database if exists ${name} with (force)`))
  }
  return { connection: { ...cluster, database: name }, drop }
}

/** Opens one PostgreSQL for all tests of a run, which loses its data when it is removed. */
export async function openCommonCluster() {
  removeAbandoned()
  const { cluster, remove } = await openTestCluster()
  await makeTemplate(cluster.connection)
  return { connection: cluster.connection, remove }
}

/** Opens a cluster in a folder of its own. The caller removes both. */
export async function openTestCluster(options: Pick<ClusterOptions, 'tcp'> = {}) {
  const place = isRoomInMemory() ? inMemory : tmpdir()
  const folder = mkdtempSync(join(place, `${folderMark}${process.pid}-`))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  // The database's own user must pass through. Nobody else gets further than its private directory.
  chmodSync(folder, 0o711)
  const cluster = await openCluster({
    ...options,
    directory: join(folder, 'postgres'),
    log: () => {},
    fsync: false,
    // Enough for several portals of up to twenty connections, in as many test files at once as there are cores. The
    // log lies in memory, too.
    settings: { max_connections: '1000', max_wal_size: '1GB' },
  })
  const remove = async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { cluster, remove }
}

/** Creates the migrated database that every test file copies. */
export async function makeTemplate(cluster: Connection) {
  await migrateDatabase({ owner: await ensureDatabase(cluster, template), appName: null })
}

/** Files in memory, which Linux has. */
const inMemory = '/dev/shm'

/**
 * Returns whether a cluster may lie in memory. A run uses a tenth of this. A database is hundreds of files, and a
 * disk's file system may take twenty times as long to create one.
 */
const isRoomInMemory = () => {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return Math.min(bavail * bsize, process.availableMemory()) >= 4 * 1024 ** 3
  } catch {
    return false
  }
}

/** Removes folders of runs that were killed. The process id in the name shows that a run is over. */
const removeAbandoned = () => {
  for (const place of [inMemory, tmpdir()].filter((path) => existsSync(path)))
    for (const name of readdirSync(place).filter((entry) => entry.startsWith(folderMark))) {
      const owner = Number(name.slice(folderMark.length).split('-')[0])
      if (!processExists(owner)) rmSync(join(place, name), { recursive: true, force: true, maxRetries: 3 })
    }
}

/** Returns the address of a database as an operator writes it. A socket's folder goes into the query. */
export const urlOf = ({ host, port, user, database, password }: Connection) => {
  const who = password === undefined ? user : `${user}:${encodeURIComponent(password)}`
  return host.startsWith('/')
    ? `postgresql://${who}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `postgresql://${who}@${host}:${port}/${database}`
}
