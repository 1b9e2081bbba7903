import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, statSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { findBinaries, initialise, isInitialised, removeDrafts } from './initialise.ts'
import { databaseOwner, giveFolderWithContents, isRoot, type Owner, ownerOf } from './owner.ts'
import { type Ending, keepRunning, startPostmaster } from './postmaster.ts'
import { stopOrphan } from './postmaster-file.ts'
import { type Connection, setPassword } from './roles.ts'

/** Name of the portal's database in its own cluster. */
export const builtInDatabase = 'portico'

export interface ClusterOptions {
  /** Created on first use. The caller must own the folder around it: see claimDataFolder. */
  directory: string
  /** Called for each line of PostgreSQL's log. */
  log: (line: string) => void
  settings?: Settings
  /** Folders outside its own that PostgreSQL must be able to enter. */
  reach?: string[]
  /** Off only for a database that is thrown away. */
  fsync?: boolean
  /** Also listens on 127.0.0.1, with this password. Without it, PostgreSQL listens on no network. */
  tcp?: { port: number; password: string }
  /** Called when PostgreSQL ends by itself. It is restarted, unless `isFinal`. Then the caller should exit. */
  onExit?: (ending: Ending) => void
}

export interface Cluster {
  connection: Connection
  /** PostgreSQL's process id, which changes after a restart. */
  pid(): number
  stop(): Promise<void>
}

/** Owns a built-in PostgreSQL: creates it, starts it, keeps it running and stops it. */
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
    ...standardSettings,
    unix_socket_directories: host,
    ...(fsync ? {} : forgetful),
    ...(tcp ? overTcp(tcp.port) : {}),
    ...options.settings,
  }
  const plan = { program: binaries.postgres, directory, args: settingArguments(settings), owner, reach, log }
  const start = () => stopOrphan(directory, log).then(() => startPostmaster(plan))
  const running = await keepRunning(start, options.onExit)

  const connection = { host, port: tcp?.port ?? 5432, user: 'postgres', database: 'postgres' }
  if (!tcp) return { ...running, connection }
  await setPassword(connection, tcp.password)
  return { ...running, connection: { ...connection, host: '127.0.0.1', password: tcp.password } }
}

/** Returns the real path, because the system reports that as a process's working folder. */
const place = (directory: string) => {
  mkdirSync(dirname(directory), { recursive: true })
  return join(realpathSync(dirname(directory)), basename(directory))
}

/** Gives a database that root copied back to the database's user, because PostgreSQL does not run as root. */
const adopt = (directory: string) => {
  if (isRoot() && statSync(directory).uid === 0) giveFolderWithContents(directory, databaseOwner)
}

type Settings = Record<string, string>

/**
 * Returns how much memory PostgreSQL may keep pages in, for a machine or container with this many bytes: a sixteenth,
 * between 64 and 256 MB. It takes them up only as a firm grows, and the system caches the other files in free memory. In
 * a firm of 100,000 clients, a search reads more than 64 MB.
 */
export function sharedBuffersFor(memory: number) {
  const megabytes = Math.floor(memory / 2 ** 20 / 16)
  return `${Math.min(Math.max(megabytes, 64), 256)}MB`
}

/** No network, no client data in the log, and UTC everywhere. */
export const standardSettings: Settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_min_messages: 'log',
  // A failed statement and its detail hold clients' input.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  shared_buffers: sharedBuffersFor(Math.min(totalmem(), process.constrainedMemory() || Infinity)),
  // SSDs read randomly as fast as in sequence. With the default, a query for many rows would read the whole table.
  random_page_cost: '1.1',
  // Reads are nearly always served from memory, so three read-ahead processes would only wait, and so would
  // replication's.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  // On a Mac, no other method writes through to the disk.
  ...(process.platform === 'darwin' ? { wal_sync_method: 'fsync_writethrough' } : {}),
}

/** For a database that is thrown away: several times faster, and lost in a power failure. */
const forgetful: Settings = {
  // A larger one would only take longer to set up.
  shared_buffers: '64MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '4GB',
  autovacuum: 'off',
}

const overTcp = (port: number): Settings => ({ listen_addresses: '127.0.0.1', port: String(port) })

export const settingArguments = (settings: Settings) =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** The shortest limit of the systems we run on (macOS, in bytes). Linux allows 107. */
const longestSocketPath = 103

/**
 * Returns the folder for PostgreSQL's socket: its own directory, which only its user may enter, or a private temporary
 * folder if that path is too long for a socket.
 */
function socketFolder(directory: string, owner: Owner | undefined): string {
  if (fits(directory)) return directory
  const base = [tmpdir(), '/tmp'].find((folder) => fits(join(folder, 'portico-0123456789'))) ?? '/tmp'
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 10)
  return privateFolder(join(base, `portico-${name}`), owner)
}

const fits = (folder: string) => Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= longestSocketPath

/** Uses the same name every time, so that nothing is left behind. If someone else has taken it, uses another. */
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
