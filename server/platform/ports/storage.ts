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

/** Where stored files lie: in the data folder, or in a bucket once one is named; then in both while they move. */
export async function openStorage(config: Wanted): Promise<SealedStorage> {
  const { disk, bucket } = await openStorages(config)
  if (bucket === null) return disk
  return config.storage?.newFilesGoTo === 'disk' ? bothStorages(disk, bucket) : bothStorages(bucket, disk)
}

/** The two places that files can lie in; there is a bucket only where one is named. */
export async function openStorages({ dataFolder, storage }: Wanted) {
  const disk = diskStorage(join(dataFolder, 'files'))
  if (!storage) return { disk, bucket: null }
  const { openBucket } = await import('#server/providers/storage/s3.ts')
  return { disk, bucket: openBucket(storage) }
}

/** What the keys open: also what lies in a bucket that only they can open the settings of. */
export async function keysProtect(config: Wanted, db: Db): Promise<SealedStorage> {
  const storage = await openStorage(config)
  const rows = await store.listOf(db)
  const isBucketKept = rows.some(({ name, sealedSettings }) => name === 'files' && sealedSettings !== null)
  return isBucketKept ? { ...storage, isEmpty: async () => false } : storage
}

/**
 * The same, as it is set at each moment. Between the change and the moment when all nodes have heard of it one may look
 * for a file where another has not put it: so what is not found is looked for once more, by settings that are read anew.
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
  /** What was begun in one place is ended there. */
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
