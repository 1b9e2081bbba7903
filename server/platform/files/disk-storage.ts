import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  errorCodeOf,
  linkIfFree,
  makeFolder,
  move,
  onDisk,
  openBytes,
  removeQuietly,
  syncFolder,
  syncFolders,
  writeNew,
} from './disk.ts'
import type { EncryptedStorage } from './encrypted-storage.ts'
import { type Layout, layoutOf } from './layout.ts'

/** Stores encrypted files in a folder of this machine. */
export function diskStorage(directory: string): EncryptedStorage {
  const layout = layoutOf(directory)
  const { root, staging, staged, kept, orphaned, list, label } = layout
  return {
    place: root,
    prepare: async () => {
      await makeFolder(staging)
      await syncFolder(dirname(root))
    },
    write: (key, chunks) => writeNew(staged(key), chunks, onDisk),
    keep: async (key) => {
      await orRemove(staged(key), () => move(staged(key), kept(key)))
      await orRemove(kept(key), () => syncFolders(dirname(kept(key)), root))
    },
    open: async (key, { isStaged = false } = {}) => openBytes(isStaged ? staged(key) : kept(key)),
    discard: (key) => onDisk(() => rm(staged(key), { force: true })),
    remove: (key) => onDisk(() => rm(kept(key), { force: true })),
    list,
    quarantine: { ...quarantineIn(layout), open: async (key) => openBytes(orphaned(key)) },
    isEmpty: () => isEmptyFolder(root),
    belongTo: (name) => bearsName(label, name),
    installation: () => onDisk(async () => (await nameOn(label)) ?? null),
  }
}

async function orRemove(path: string, work: () => Promise<void>) {
  try {
    await onDisk(work)
  } catch (error) {
    await removeQuietly(path)
    throw error
  }
}

/** The orphaned files of a folder. The modification time of an orphaned file is when it was quarantined. */
const quarantineIn = ({ kept, orphaned, listOrphaned, root }: Layout) => {
  const moveSafely = async (from: string, to: string) => {
    await move(from, to)
    await syncFolders(dirname(to), root)
  }
  return {
    add: (key: string, at: Date) =>
      unlessGone(async () => {
        // Set before the move. Otherwise an orphan would carry the time of its upload and could be removed too early.
        await utimes(kept(key), at, at)
        await moveSafely(kept(key), orphaned(key))
      }),
    restore: (key: string) => unlessGone(() => moveSafely(orphaned(key), kept(key))),
    remove: (key: string) => onDisk(() => rm(orphaned(key), { force: true })),
    list: listOrphaned,
  }
}

/** Ignores a missing file: another node that sweeps the same files may have moved it first. */
const unlessGone = (work: () => Promise<void>) =>
  onDisk(() =>
    work().catch((error) => {
      if (errorCodeOf(error) !== 'ENOENT') throw error
    }),
  )

async function isEmptyFolder(folder: string) {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return !entries.some((entry) => entry.isFile())
  } catch (cause) {
    if (errorCodeOf(cause) === 'ENOENT') return true
    throw cause
  }
}

/** Returns whether the label holds this name. Makes the label if there is none yet. */
const bearsName = (path: string, name: string): Promise<boolean> =>
  onDisk(async () => {
    const found = await nameOn(path)
    if (found !== undefined) return found === name
    const draft = `${path}.${randomUUID()}`
    await writeNew(draft, [Buffer.from(`${name}\n`)])
    // If two processes start at once, the name of the first is kept.
    return (await linkIfFree(draft, path)) || (await nameOn(path)) === name
  })

const nameOn = async (path: string) => {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
