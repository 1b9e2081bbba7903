import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseOwner, isRoot } from '../postgres/owner.ts'

export interface Claim {
  /** The real path of the folder. */
  path: string
  release(): void
}

/**
 * Makes the data folder where it is missing and takes it for this process alone; throws a sentence when
 * another process has it. The system itself ends the claim with the process, however that dies.
 */
export function claimDataFolder(folder: string): Claim {
  makePrivate(folder)
  const path = realpathSync(folder)
  const lock = takeLock(join(path, 'portico.lock'))
  if (!lock) throw new Error(refusal(path))
  noteHolder(path, lock)
  const release = () => {
    process.off('exit', release)
    if (lock.isOpen) lock.close()
  }
  // Besides tidying up, this keeps the lock from being collected as garbage while nobody refers to it.
  process.on('exit', release)
  return { path, release }
}

/**
 * SQLite's exclusive transaction is a file lock of the operating system on Linux and macOS alike: two
 * processes never both get it, and it leaves nothing to clean up.
 */
const takeLock = (file: string) => {
  const lock = openLock(file)
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff
    if (code === busy) return undefined
    throw code === full ? noRoom(dirname(file)) : error
  }
}

/** Whose folder it is, for the words of the next who comes. */
const noteHolder = (path: string, lock: DatabaseSync) => {
  try {
    writeFileSync(holderFile(path), String(process.pid))
  } catch (error) {
    lock.close()
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? noRoom(path) : unwritable(path)
  }
}

const openLock = (file: string) => {
  try {
    return new DatabaseSync(file, { timeout: 0 })
  } catch {
    throw unwritable(dirname(file))
  }
}

const unwritable = (folder: string) =>
  new Error(
    `Portico may not write in ${folder}. Start it as the user that the folder belongs to, ` +
      'or set PORTICO_DATA to another folder.',
  )

const noRoom = (folder: string) =>
  new Error(`There is no room left for ${folder}. Make room on its disk, then start Portico again.`)

/** SQLITE_BUSY and SQLITE_FULL, which stand in the lowest byte of a code. */
const [busy, full] = [5, 13]

const holderFile = (path: string) => join(path, 'portico.pid')

const refusal = (path: string) => {
  const holder = readHolder(path)
  return (
    `Another Portico is already using ${path}${holder && ` (process ${holder})`}. ` +
    'Stop it first, or set PORTICO_DATA to another folder.'
  )
}

const readHolder = (path: string) => {
  try {
    return readFileSync(holderFile(path), 'utf8')
  } catch {
    return ''
  }
}

/** Only we may list it; when we are root, the database's user may pass through to the folder that is its own. */
const makePrivate = (folder: string) => {
  if (!makeFolder(folder) || !isRoot()) return
  try {
    chownSync(folder, 0, databaseOwner.gid)
    chmodSync(folder, 0o710)
  } catch {
    // A container that hands out no other users runs on a database elsewhere, which needs no passage.
  }
}

/** Whether it was not there before: a folder that somebody else made keeps its rights. */
const makeFolder = (folder: string) => {
  try {
    mkdirSync(dirname(folder), { recursive: true })
    mkdirSync(folder, { mode: 0o700 })
    return true
  } catch {
    if (existsSync(folder)) return false
    throw unwritable(folder)
  }
}
