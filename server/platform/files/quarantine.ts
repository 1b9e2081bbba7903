import { rm, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import { move, syncFolders } from './disk.ts'
import { codeOf, onDisk } from './faults.ts'
import type { Layout } from './layout.ts'
import type { Quarantine } from './port.ts'

/** The orphaned files of a store; the time of a file there is when it was put aside. */
export const openQuarantine = ({ kept, orphaned, listOrphaned, root }: Layout): Quarantine => {
  const moveSafely = async (from: string, to: string) => {
    await move(from, to)
    await syncFolders(dirname(to), root)
  }
  return {
    add: (key, at) =>
      unlessGone(async () => {
        // Before the move: an orphan with the time of its upload could be taken for one of long ago.
        await utimes(kept(key), at, at)
        await moveSafely(kept(key), orphaned(key))
      }),
    restore: (key) => unlessGone(() => moveSafely(orphaned(key), kept(key))),
    remove: (key) => onDisk(() => rm(orphaned(key), { force: true })),
    list: listOrphaned,
  }
}

/** Another node that sweeps the same files may have been first. */
const unlessGone = (work: () => Promise<void>) =>
  onDisk(() =>
    work().catch((error) => {
      if (codeOf(error) !== 'ENOENT') throw error
    }),
  )
