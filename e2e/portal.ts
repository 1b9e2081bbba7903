import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { endAll, startPortal, temporaryFolder } from '#server/process/testing/portal-process.ts'
import { urlOf } from '#server/testing/cluster.ts'
import { freshDatabase } from './cluster.ts'
import { demo } from './demo.ts'

interface Wanted {
  isEmpty?: boolean | undefined
  /** What it is told besides. */
  environment?: Record<string, string> | undefined
}

/** Starts the real server with the built page, for the tests of one file: with the demo firm, or empty. */
export async function openPortal({ isEmpty = false, environment = {} }: Wanted) {
  const data = join(temporaryFolder(), 'data')
  const { connection, drop } = await (isEmpty ? freshDatabase() : demoDatabase(data))
  const portal = await startPortal({
    DATABASE_URL: urlOf(connection),
    PORTICO_DATA: data,
    // All these clients use one address within seconds.
    PORTICO_RATE_LIMIT: 'off',
    PORTICO_DEMO: isEmpty ? '0' : '1',
    ...environment,
  })
  const close = async () => {
    await endAll()
    await drop()
  }
  return { ...portal, close }
}

async function demoDatabase(data: string) {
  const { database, folder } = await demo()
  cpSync(folder, data, { recursive: true })
  return freshDatabase(database)
}
