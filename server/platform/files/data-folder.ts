import { chmodSync, chownSync, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { databaseOwner, isRoot } from '../postgres/owner.ts'
import { takeFileLock } from './file-lock.ts'

export interface Claim {
  /** Real path of the folder. */
  path: string
  release(): void
}

/**
 * Makes the data folder if it is missing and claims it for this process. Throws an Error with a sentence for the
 * operator if another process has it. The operating system releases the claim when the process ends, however it dies.
 */
export function claimDataFolder(folder: string): Claim {
  makePrivate(folder)
  const path = realpathSync(folder)
  const release = takeFileLock(
    join(path, 'portico'),
    (holder) =>
      `Another Portico is already using ${path}${holder}. Stop it first, or set PORTICO_DATA to another folder.`,
  )
  return { path, release }
}

const unwritable = (folder: string) =>
  new Error(
    `Portico may not write in ${folder}. Start it as the user that the folder belongs to, ` +
      'or set PORTICO_DATA to another folder.',
  )

/**
 * Lets only the portal's user list the folder. If that is root, the database's user may pass through to its own folder.
 */
const makePrivate = (folder: string) => {
  if (!makeFolder(folder) || !isRoot()) return
  try {
    chownSync(folder, 0, databaseOwner.gid)
    chmodSync(folder, 0o710)
  } catch {
    // A container without other users runs with an external database, which needs no access to this folder.
  }
}

/** Returns whether the folder was made here. A folder that someone else made keeps its permissions. */
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
