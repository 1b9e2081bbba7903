import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { claimDataFolder } from '../files/data-folder.ts'
import { openCluster } from '../postgres/cluster.ts'
import { readPostmasterFile } from '../postgres/postmaster-file.ts'
import type { Connection } from '../postgres/roles.ts'

export interface ReachedDatabase {
  /** Connects as PostgreSQL's superuser. */
  superuser: Connection
  isRunning: boolean
  close: () => Promise<void>
}

export type Place = Pick<Config, 'dataFolder' | 'databaseUrl'>

/**
 * Connects to the built-in database of a running portal, or starts that database until `close` is called. Throws a
 * sentence if there is no portal in the folder, or its database is starting or stopping.
 */
export async function reachDatabase({ dataFolder }: Pick<Place, 'dataFolder'>): Promise<ReachedDatabase> {
  const directory = join(dataFolder, 'database')
  if (!existsSync(join(directory, 'PG_VERSION')))
    throw new Error(`There is no portal in ${dataFolder}. Set PORTICO_DATA to the folder of yours.`)
  const claim = claimIfFree(dataFolder)
  if (claim === undefined) return { superuser: running(directory), isRunning: true, close: async () => {} }
  try {
    const cluster = await openCluster({ directory, log: () => {} })
    const close = () => cluster.stop().finally(() => claim.release())
    return { superuser: { ...cluster.connection, database: 'portico' }, isRunning: false, close }
  } catch (error) {
    claim.release()
    throw error
  }
}

const claimIfFree = (dataFolder: string) => {
  try {
    return claimDataFolder(dataFolder)
  } catch (error) {
    if (readPostmasterFile(join(dataFolder, 'database'))?.isReady) return undefined
    throw error
  }
}

const running = (directory: string): Connection => {
  const found = readPostmasterFile(directory)
  if (!found?.isReady)
    throw new Error(`The database in ${directory} is just starting or stopping. Try again in a moment.`)
  return { host: found.socketFolder, port: found.port, user: 'postgres', database: 'portico' }
}
