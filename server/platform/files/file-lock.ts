import { chownSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isRoot } from '../postgres/owner.ts'

/**
 * Takes the lock of `path`, so that only one process of this machine does this work at a time. Returns a function that
 * releases it. The operating system also releases it when the process ends, however it dies.
 *
 * `path.pid` only names the holder. `path.lock` is never removed: removing it could remove the lock of the next
 * process.
 *
 * @throws Error with the sentence of `refusal` if another process holds the lock, called with ` (process 12)` or an
 * empty string; Error with a sentence of our own if nothing can be written.
 */
export function takeFileLock(path: string, refusal: (holder: string) => string): () => void {
  const lock = tryLock(`${path}.lock`)
  if (lock === undefined) throw new Error(refusal(holderOf(path)))
  try {
    writeFileSync(`${path}.pid`, String(process.pid))
  } catch (cause) {
    lock.close()
    throw (cause as NodeJS.ErrnoException).code === 'ENOSPC' ? noRoom(path, cause) : unwritable(path, cause)
  }
  const release = () => {
    process.off('exit', release)
    if (!lock.isOpen) return
    rmSync(`${path}.pid`, { force: true })
    lock.close()
  }
  // Besides tidying up, this keeps the lock from being garbage collected while nothing else refers to it.
  process.on('exit', release)
  return release
}

/**
 * SQLite's exclusive transaction is a file lock of the operating system on both Linux and macOS: two processes never
 * both get it, and it leaves nothing to clean up.
 */
const tryLock = (file: string) => {
  const lock = openLock(file)
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
    openToOwner(file)
    return lock
  } catch (cause) {
    lock.close()
    const code = ((cause as { errcode?: number }).errcode ?? 0) & 0xff
    if (code === busy) return undefined
    if (code === full) throw noRoom(file, cause)
    throw code === closed ? unwritable(file, cause) : cause
  }
}

const openLock = (file: string) => {
  try {
    return new DatabaseSync(file, { timeout: 0 })
  } catch (cause) {
    throw unwritable(file, cause)
  }
}

/** Otherwise a lock made by root would be closed to the user that owns the folder. */
const openToOwner = (file: string) => {
  if (!isRoot()) return
  const { uid, gid } = statSync(dirname(file))
  try {
    chownSync(file, uid, gid)
  } catch {
    // A container that may not change owners runs as root at the next start too.
  }
}

/** SQLITE_BUSY, SQLITE_FULL and SQLITE_READONLY: the lowest byte of an error code. */
const [busy, full, closed] = [5, 13, 8]

const holderOf = (path: string) => {
  try {
    return ` (process ${readFileSync(`${path}.pid`, 'utf8')})`
  } catch {
    return ''
  }
}

const unwritable = (path: string, cause: unknown) =>
  new Error(
    `Portico may not write in ${dirname(path)}. Start it as the user that the folder belongs to, or choose another folder.`,
    { cause },
  )

const noRoom = (path: string, cause: unknown) =>
  new Error(`There is no room left for ${dirname(path)}. Make room on its disk, then start Portico again.`, {
    cause,
  })
