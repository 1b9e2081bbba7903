import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Lies in a data folder for as long as a backup is being restored to it. */
export const brokenOffMark = (dataFolder: string) => join(dataFolder, 'portico.restoring')

/** Throws a sentence where a restore was broken off: what is there looks like a portal, and half of it is missing. */
export function refuseHalfRestored(dataFolder: string) {
  if (existsSync(brokenOffMark(dataFolder)))
    throw new Error(
      `Restoring a backup to ${dataFolder} was broken off, so not everything is there. Empty that folder, then restore again.`,
    )
}
