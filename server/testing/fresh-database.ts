import { afterAll, inject, onTestFinished, TestRunner } from 'vitest'
import type { TestProject } from 'vitest/node'
import type { Connection } from '#server/platform/postgres/roles.ts'
import { copyDatabase, openCommonCluster } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: Connection
    /** The port of a real pooler in transaction mode in front of it, if one is being tested. */
    pooler: number | null
  }
}

/** Creates a database for the caller, migrated or a copy of another, dropped after its test or the tests of its file. */
export async function freshDatabase(original?: string): Promise<Connection> {
  const { connection, drop } = await copyDatabase(inject('cluster'), original)
  afterwards(drop)
  return connection
}

/**
 * Runs `close` as early as possible: after the test that opened it, otherwise after the tests of its file. Vitest never
 * calls an `afterAll` that is registered within a test.
 */
export const afterwards = (close: () => Promise<void>) =>
  TestRunner.getCurrentTest() ? onTestFinished(close) : afterAll(close)

/** Called by Vitest once per run. */
export async function setup(project: TestProject) {
  const { connection, remove } = await openCommonCluster()
  project.provide('cluster', connection)
  return remove
}
