import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '#server/platform/db/connection.ts'
import { type ClusterOptions, openCluster } from '#server/platform/postgres/cluster.ts'
import { answers } from '#server/platform/postgres/postmaster-file.ts'
import { type Connection, ensureDatabase, withClient } from '#server/platform/postgres/roles.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: Connection
  }
}

const template = 'portico_template'
const folderMark = 'portico-test-'

/** A database of the caller's own, migrated or a copy of another, dropped after the tests of its file. */
export async function freshDatabase(original = template): Promise<Connection> {
  const cluster = inject('cluster')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withClient(cluster, (client) =>
    client.query(`create database ${name} template ${original} strategy file_copy`),
  )
  afterAll(() =>
    withClient(cluster, (client) => client.query(`drop database if exists ${name} with (force)`)),
  )
  return { ...cluster, database: name }
}

/** Called by Vitest once a run: one PostgreSQL for all tests, which forgets everything afterwards. */
export async function setup(project: TestProject) {
  removeAbandoned()
  const { cluster, remove } = await openTestCluster()
  await makeTemplate(cluster.connection)
  project.provide('cluster', cluster.connection)
  return remove
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
