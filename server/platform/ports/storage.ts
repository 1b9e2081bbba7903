import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Connections } from '../connections/connections.ts'
import * as store from '../connections/store.ts'
import type { Db } from '../db/database.ts'
import { bothStorages } from '../files/both-storages.ts'
import { codeOf } from '../files/disk.ts'
import { diskStorage } from '../files/disk-storage.ts'
import type { SealedStorage } from '../files/sealed-storage.ts'

type Wanted = Pick<Config, 'dataFolder'> & Partial<Pick<Config, 'storage'>>

/**
 * Opens the storage of files: the data folder, or a bucket once one is named. A bucket is combined with the data
 * folder, since files may be moving.
 */
export async function openStorage(config: Wanted): Promise<SealedStorage> {
  const { disk, bucket } = await openStorages(config)
  if (bucket === null) return disk
  return config.storage?.newFilesGoTo === 'disk' ? bothStorages(disk, bucket) : bothStorages(bucket, disk)
}

/** Opens both possible places of files. `bucket` is null if none is named. */
export async function openStorages({ dataFolder, storage }: Wanted) {
  const disk = diskStorage(join(dataFolder, 'files'))
  if (!storage) return { disk, bucket: null }
  const { openBucket } = await import('#server/providers/storage/s3.ts')
  return { disk, bucket: openBucket(storage) }
}

/**
 * Returns the storage that the keys protect. It counts as not empty if there are sealed settings of a bucket, which
 * only the keys can open.
 */
export async function keysProtect(config: Wanted, db: Db): Promise<SealedStorage> {
  const storage = await openStorage(config)
  const rows = await store.listOf(db)
  const isBucketKept = rows.some(({ name, sealedSettings }) => name === 'files' && sealedSettings !== null)
  return isBucketKept ? { ...storage, isEmpty: async () => false } : storage
}

/**
 * Follows the current settings. Until all nodes know of a change, one may look for a file where another has not put it.
 * A missing file is therefore looked for again after the settings have been read again.
 */
export function liveStorage(
  { dataFolder }: Wanted,
  connections: Pick<Connections, 'use' | 'settingsNow' | 'refresh'>,
): SealedStorage {
  const disk = diskStorage(join(dataFolder, 'files'))
  let known: { bucket: SealedStorage | null; storage: SealedStorage } = { bucket: null, storage: disk }
  const now = () => {
    const bucket = connections.use('files')
    if (bucket !== known.bucket)
      known = { bucket, storage: bucket === null ? disk : inOrder(bucket, connections.settingsNow('files')) }
    return known.storage
  }
  const inOrder = (bucket: SealedStorage, settings: { newFiles: 'bucket' | 'folder' } | null) =>
    settings?.newFiles === 'folder' ? bothStorages(disk, bucket) : bothStorages(bucket, disk)
  /** Remembers where each upload was begun, so that it is finished there. */
  const begun = new Map<string, SealedStorage>()
  const ended = (key: string) => {
    const storage = begun.get(key) ?? now()
    begun.delete(key)
    return storage
  }
  const opened = async <T>(open: (storage: SealedStorage) => Promise<T>) => {
    const before = now()
    try {
      return await open(before)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
      await connections.refresh()
      if (now() === before) throw error
      return open(now())
    }
  }
  return {
    get place() {
      return now().place
    },
    prepare: () => now().prepare(),
    write: async (key, chunks) => {
      const storage = now()
      await storage.write(key, chunks)
      begun.set(key, storage)
    },
    keep: (key) => ended(key).keep(key),
    open: (key, options) => opened((storage) => storage.open(key, options)),
    discard: async (key) => {
      const there = ended(key)
      await there.discard(key)
      if (there !== now()) await now().discard(key)
    },
    remove: (key) => now().remove(key),
    list: () => now().list(),
    quarantine: {
      add: (key, at) => now().quarantine.add(key, at),
      restore: (key) => now().quarantine.restore(key),
      remove: (key) => now().quarantine.remove(key),
      list: () => now().quarantine.list(),
      open: (key) => opened((storage) => storage.quarantine.open(key)),
    },
    isEmpty: () => now().isEmpty(),
    belongTo: (name) => now().belongTo(name),
    installation: () => now().installation(),
  }
}
