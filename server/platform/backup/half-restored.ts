import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Path of a file that marks a data folder while a backup is restored to it. */
export const restoringMark = (dataFolder: string) => join(dataFolder, 'portico.restoring')

/** Throws an error if a restore was interrupted: the folder looks like a portal, but half of it is missing. */
export function refuseHalfRestored(dataFolder: string) {
  if (existsSync(restoringMark(dataFolder)))
    throw new Error(
      `Restoring a backup to ${dataFolder} was broken off, so not everything is there. Empty that folder, then restore again.`,
    )
}
