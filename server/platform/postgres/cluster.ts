import { mkdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { findBinaries } from './binaries.ts'
import { type Connection, setPassword } from './databases.ts'
import { initialise, isInitialised, removeDrafts } from './initialise.ts'
import { stopOrphan } from './orphan.ts'
import { databaseOwner, handOver, isRoot, ownerOf } from './owner.ts'
import { startPostmaster } from './postmaster.ts'
import { asArguments, forgetful, overTcp, type Settings, standard } from './settings.ts'
import { socketFolder } from './socket-folder.ts'
import { type Ending, keepRunning } from './supervisor.ts'

export interface ClusterOptions {
  /** Made on first use. The caller must own the folder around it: see claimDataFolder. */
  directory: string
  /** One line of PostgreSQL's own log. */
  log: (line: string) => void
  settings?: Settings
  /** Off only for a database that is thrown away. */
  fsync?: boolean
  /** Also listens on 127.0.0.1, where it asks for this password; without it, on no network at all. */
  tcp?: { port: number; password: string }
  /** Told when PostgreSQL ends unasked. It is started again, unless `isFinal`: then the caller should exit. */
  onExit?: (ending: Ending) => void
}

export interface Cluster {
  connection: Connection
  /** The process number of PostgreSQL; another one after a restart. */
  pid(): number
  stop(): Promise<void>
}

/** Owns a built-in PostgreSQL: makes it, starts it, keeps it running and stops it. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { fsync = true, log, tcp } = options
  const directory = place(options.directory)
  const binaries = findBinaries()
  const reach = [dirname(binaries.postgres), dirname(directory)]
  if (!isInitialised(directory)) await initialise(directory, binaries, { fsync, reach })
  removeDrafts(directory)
  adopt(directory)

  const owner = ownerOf(directory)
  const host = socketFolder(directory, owner)
  reach.push(dirname(host))
  const settings = {
    ...standard,
    unix_socket_directories: host,
    ...(fsync ? {} : forgetful),
    ...(tcp ? overTcp(tcp.port) : {}),
    ...options.settings,
  }
  const plan = { program: binaries.postgres, directory, args: asArguments(settings), owner, reach, log }
  const start = () => stopOrphan(directory, log).then(() => startPostmaster(plan))
  const running = await keepRunning(start, options.onExit)

  const connection = { host, port: tcp?.port ?? 5432, user: 'postgres', database: 'postgres' }
  if (!tcp) return { ...running, connection }
  await setPassword(connection, tcp.password)
  return { ...running, connection: { ...connection, host: '127.0.0.1', password: tcp.password } }
}

/** The real path, because that is what the system reports as a process's working folder. */
const place = (directory: string) => {
  mkdirSync(dirname(directory), { recursive: true })
  return join(realpathSync(dirname(directory)), basename(directory))
}

/** A database copied back by root belongs to root, as whom PostgreSQL does not run. */
const adopt = (directory: string) => {
  if (isRoot() && statSync(directory).uid === 0) handOver(directory, databaseOwner)
}
