import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateDatabase } from '#server/platform/db/connection.ts'
import { type ClusterOptions, openCluster } from '#server/platform/postgres/cluster.ts'
import { answers } from '#server/platform/postgres/postmaster-file.ts'
import { type Connection, ensureDatabase, withClient } from '#server/platform/postgres/roles.ts'

const template = 'portico_template'
const folderMark = 'portico-test-'

/** A copy of a database for whoever asks, who drops it afterwards. */
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

/** One PostgreSQL for all tests of a run, which forgets everything when it is removed. */
export async function openCommonCluster() {
  removeAbandoned()
  const { cluster, remove } = await openTestCluster()
  await makeTemplate(cluster.connection)
  return { connection: cluster.connection, remove }
}

/** A cluster in a folder of its own; whoever opened it removes both. */
export async function openTestCluster(options: Pick<ClusterOptions, 'tcp'> = {}) {
  const folder = mkdtempSync(join(tmpdir(), `${folderMark}${process.pid}-`))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  // The database's own user passes through; nobody else gets further than its private directory.
  chmodSync(folder, 0o711)
  const cluster = await openCluster({
    ...options,
    directory: join(folder, 'postgres'),
    log: () => {},
    fsync: false,
    // Of several portals of up to twenty connections, for each of as many files as there are cores.
    settings: { max_connections: '1000' },
  })
  const remove = async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { cluster, remove }
}

/** The migrated database that every test file copies. */
export async function makeTemplate(cluster: Connection) {
  await migrateDatabase({ owner: await ensureDatabase(cluster, template), appName: null })
}

/** A run that was killed could not clean up; the process number in the name tells that it is over. */
const removeAbandoned = () => {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(folderMark))) {
    const owner = Number(name.slice(folderMark.length).split('-')[0])
    if (!answers(owner)) rmSync(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 3 })
  }
}

/** The address of a database as an operator writes it; a socket's folder stands where TCP has its host. */
export const urlOf = ({ host, port, user, database, password }: Connection) => {
  const who = password === undefined ? user : `${user}:${encodeURIComponent(password)}`
  return host.startsWith('/')
    ? `postgresql://${who}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `postgresql://${who}@${host}:${port}/${database}`
}
