import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCodeOf } from '../files/disk.ts'
import { type EncryptedStorage, type OpenedBytes, piecesOf } from '../files/encrypted-storage.ts'
import { layoutOf } from '../files/layout.ts'
import { writeHashed } from './copy.ts'
import { listBackups, partNames, readSums, type Sums, sharedFilesIn } from './layout.ts'

/** The stored files that all backups of a folder share. */
export interface FilePool {
  /** Copies the files that are not here yet. Leaves out a file that is removed meanwhile. */
  copyFrom: (storage: EncryptedStorage) => Promise<void>
  /** Hashes of all files seen in any call of `copyFrom`, by path below the folder of backups. */
  sums: Sums
  /** The paths that this run copied, and their size in bytes. */
  copied: { bytes: number; paths: string[] }
}

export async function openFilePool(folder: string): Promise<FilePool> {
  const known = await knownSums(folder)
  const sums: Sums = new Map()
  const copied: FilePool['copied'] = { bytes: 0, paths: [] }
  const copyIfNew = async (key: string, size: number, open: () => Promise<OpenedBytes>) => {
    const path = `files/${key}`
    if (sums.has(path)) return
    const target = join(folder, path)
    const sum = known.get(path)
    if (sum !== undefined && (await sizeOf(target)) === size) {
      sums.set(path, sum)
      return
    }
    const opened = await open().catch((error: unknown) => {
      if (errorCodeOf(error) === 'ENOENT') return undefined
      throw error
    })
    if (opened === undefined) return
    sums.set(path, await writeHashed(target, piecesOf(opened)))
    copied.paths.push(path)
    copied.bytes += size
  }
  const copyFrom = async ({ list, open, quarantine }: EncryptedStorage) => {
    for await (const { key, encryptedSize, isStaged } of list())
      if (!isStaged) await copyIfNew(key, encryptedSize, () => open(key))
    // A quarantined file may have a row after all and is then restored.
    for await (const { key, encryptedSize } of quarantine.list())
      await copyIfNew(key, encryptedSize, () => quarantine.open(key))
  }
  return { copyFrom, sums, copied }
}

/** Returns the hashes from earlier backups, since a stored file never changes. Skips a list that cannot be read. */
export async function knownSums(folder: string): Promise<Sums> {
  const known: Sums = new Map()
  for (const id of await listBackups(folder))
    for (const [path, sum] of await sumsOf(folder, id).catch((): Sums => new Map()))
      if (path.startsWith('files/')) known.set(path, sum)
  return known
}

const sumsOf = async (folder: string, id: string) =>
  readSums(await readFile(join(folder, id, partNames.sums), 'utf8'))

/**
 * Removes the files that no backup of the folder names any more, and returns how many. If one list cannot be read,
 * removes nothing, since the files it names would be lost.
 */
export async function prunePool(folder: string): Promise<number> {
  const lists = await Promise.all((await listBackups(folder)).map((id) => sumsOf(folder, id)))
  const { list, kept } = layoutOf(sharedFilesIn(folder))
  let removed = 0
  for await (const { key } of list())
    if (!lists.some((sums) => sums.has(`files/${key}`))) {
      await rm(kept(key), { force: true })
      removed += 1
    }
  return removed
}

const sizeOf = async (path: string) => {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
