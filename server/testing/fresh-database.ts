import { afterAll, inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import type { Connection } from '#server/platform/postgres/roles.ts'
import { copyDatabase, openCommonCluster } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: Connection
    /** The port of a real pooler in transaction mode before it, where one is tried. */
    pooler: number | null
  }
}

/** A database of the caller's own, migrated or a copy of another, dropped after the tests of its file. */
export async function freshDatabase(original?: string): Promise<Connection> {
  const { connection, drop } = await copyDatabase(inject('cluster'), original)
  afterAll(drop)
  return connection
}

/** Called by Vitest once a run. */
export async function setup(project: TestProject) {
  const { connection, remove } = await openCommonCluster()
  project.provide('cluster', connection)
  return remove
}
