import { randomUUID } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { withClient } from '#server/platform/postgres/roles.ts'
import { makeTemplate, openTestCluster } from './cluster.ts'
import { freePort } from './free-port.ts'

/**
 * Called by Vitest before the promises that are kept on somebody else's PostgreSQL as well: over TCP, with a
 * password, and as an ordinary user who may only make databases.
 */
export async function setup(project: TestProject) {
  const [port, password] = [await freePort(), randomUUID()]
  const { cluster, remove } = await openTestCluster({ tcp: { port, password } })
  await withClient(cluster.connection, (client) =>
    client.query(`create role portico login createdb password '${password}'`),
  )
  const connection = { ...cluster.connection, user: 'portico' }
  await makeTemplate(connection)
  project.provide('cluster', connection)
  return remove
}
