import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { findBinaries, initialise, isInitialised, removeDrafts } from './initialise.ts'
import { databaseOwner, handOver, isRoot, type Owner, ownerOf } from './owner.ts'
import { type Ending, keepRunning, startPostmaster } from './postmaster.ts'
import { stopOrphan } from './postmaster-file.ts'
import { type Connection, setPassword } from './roles.ts'

/** What the portal keeps in a cluster of its own. */
export const builtInDatabase = 'portico'

export interface ClusterOptions {
  /** Made on first use. The caller must own the folder around it: see claimDataFolder. */
  directory: string
  /** One line of PostgreSQL's own log. */
  log: (line: string) => void
  settings?: Settings
  /** Folders outside its own that PostgreSQL has to enter. */
  reach?: string[]
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
  const reach = [dirname(binaries.postgres), dirname(directory), ...(options.reach ?? [])]
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

type Settings = Record<string, string>

/** Nothing on the network, nothing about clients in the log, everything in UTC. */
export const standard: Settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_min_messages: 'log',
  // The text of a failed statement and its detail hold what clients typed.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  // What a firm's rows need; the system keeps the rest of its files in memory where there is some to spare.
  shared_buffers: '64MB',
  // A disk of today reads anywhere as fast as in a row; by the default a look-up of many rows reads the whole table.
  random_page_cost: '1.1',
  // What is read is nearly always in memory: three processes that read ahead would only wait, and so would replication's.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  // Only this method reaches the disk itself on a Mac.
  ...(process.platform === 'darwin' ? { wal_sync_method: 'fsync_writethrough' } : {}),
}

/** For a database that is thrown away: several times faster, and lost with the machine's power. */
const forgetful: Settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '4GB',
  autovacuum: 'off',
}

const overTcp = (port: number): Settings => ({ listen_addresses: '127.0.0.1', port: String(port) })

export const asArguments = (settings: Settings) =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** The shortest limit of the systems we run on (macOS; Linux allows 107 bytes). */
const longestSocketPath = 103

/**
 * Where PostgreSQL puts its socket: its own directory, which only its user may enter; below a path that is
 * too long for a socket, an equally private folder among the temporary files.
 */
function socketFolder(directory: string, owner: Owner | undefined): string {
  if (fits(directory)) return directory
  const base = [tmpdir(), '/tmp'].find((folder) => fits(join(folder, 'portico-0123456789'))) ?? '/tmp'
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 10)
  return privateFolder(join(base, `portico-${name}`), owner)
}

const fits = (folder: string) => Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= longestSocketPath

/** The same name every time leaves nothing behind; a stranger who took it first only makes us use another. */
const privateFolder = (path: string, owner: Owner | undefined) => {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch {
    if (isPrivate(path, owner?.uid ?? process.getuid?.())) return path
    path = mkdtempSync(`${path}-`)
  }
  if (owner) chownSync(path, owner.uid, owner.gid)
  return path
}

const isPrivate = (path: string, uid: number | undefined) => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === uid && (found.mode & 0o777) === 0o700
}
