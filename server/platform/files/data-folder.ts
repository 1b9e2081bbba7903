import { chmodSync, chownSync, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { databaseOwner, isRoot } from '../postgres/owner.ts'
import { takeTurn } from './turn.ts'

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
  const release = takeTurn(
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
