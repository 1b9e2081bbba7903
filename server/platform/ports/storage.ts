import { join } from 'node:path'
import type { SettingsOf } from '#contract/connections.ts'
import type { Config } from '#server/config.ts'
import type { AddressGuard } from '../connections/address-guard.ts'
import type { Connections } from '../connections/connections.ts'
import * as store from '../connections/store.ts'
import type { Db } from '../db/database.ts'
import { bothStorages } from '../files/both-storages.ts'
import { errorCodeOf, unreadable } from '../files/disk.ts'
import { diskStorage } from '../files/disk-storage.ts'
import { type EncryptedStorage, piecesOf } from '../files/encrypted-storage.ts'

interface Wanted extends Pick<Config, 'dataFolder'>, Partial<Pick<Config, 'storage'>> {
  /** For a bucket that was typed on a page. */
  guard?: AddressGuard
}

/**
 * Opens the storage of files: the data folder, or a bucket once one is named. A bucket is combined with the data
 * folder, since files may be moving.
 */
export async function openStorage(config: Wanted): Promise<EncryptedStorage> {
  const { disk, bucket } = await openStorages(config)
  if (bucket === null) return disk
  return config.storage?.newFilesGoTo === 'disk' ? bothStorages(disk, bucket) : bothStorages(bucket, disk)
}

/** Opens both possible places of files. `bucket` is null if none is named. */
export async function openStorages({ dataFolder, storage, guard }: Wanted) {
  const disk = diskStorage(join(dataFolder, 'files'))
  if (!storage) return { disk, bucket: null }
  const { openBucket } = await import('#server/providers/storage/s3.ts')
  return { disk, bucket: openBucket(storage, guard && { guard }) }
}

/**
 * Returns the storage that the keys protect. It counts as not empty if there are sealed settings of a bucket, which
 * only the keys can open.
 */
export async function protectedStorage(config: Wanted, db: Db): Promise<EncryptedStorage> {
  const storage = await openStorage(config)
  const rows = await store.listOf(db)
  const isBucketKept = rows.some(({ name, sealedSettings }) => name === 'files' && sealedSettings !== null)
  return isBucketKept ? { ...storage, isEmpty: async () => false } : storage
}

/**
 * Follows the current settings. Until all nodes know of a change, one may look for a file where another has not put it.
 * A missing file is therefore looked for again after the settings have been read again. They are also read again before
 * a file is kept or removed, because nodes that know of the change only look in the new place.
 */
export function liveStorage({ dataFolder }: Wanted, connections: Followed): EncryptedStorage {
  const disk = diskStorage(join(dataFolder, 'files'))
  const { now, anew, target } = currentStorage(disk, connections)
  /**
   * Remembers where each upload was begun, so that it is finished there, or fetched from there if new files go
   * elsewhere now.
   */
  const begun = new Map<string, Pick<Known, 'storage' | 'target'>>()
  const opened = async <T>(open: (storage: EncryptedStorage) => Promise<T>) => {
    const before = now()
    try {
      return await open(before)
    } catch (error) {
      if (errorCodeOf(error) !== 'ENOENT' || (await anew()) === before) throw error
      return open(now())
    }
  }
  return {
    get place() {
      return now().place
    },
    prepare: () => now().prepare(),
    write: async (key, chunks) => {
      const there = { storage: now(), target: target() }
      await there.storage.write(key, chunks)
      begun.set(key, there)
    },
    keep: async (key) => {
      const here = await anew()
      const there = begun.get(key)
      if (there && there.target !== target()) await carry(key, { from: there.storage, to: here })
      else await here.keep(key)
      begun.delete(key)
    },
    open: (key, options) => opened((storage) => storage.open(key, options)),
    discard: async (key) => {
      const there = begun.get(key)?.storage ?? now()
      begun.delete(key)
      await there.discard(key)
      if (there !== now()) await now().discard(key)
    },
    remove: async (key) => (await anew()).remove(key),
    list: () => now().list(),
    countBefore: async (atMost) => now().countBefore?.(atMost) ?? 0,
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

type Followed = Pick<Connections, 'use' | 'settingsNow' | 'refresh'>

/** The storage that the current settings lead to. `anew` reads the settings again first. */
const currentStorage = (disk: EncryptedStorage, connections: Followed) => {
  let known: Known = { bucket: null, storage: disk, target: 'folder' }
  const now = () => {
    const bucket = connections.use('files')
    if (bucket !== known.bucket) known = inOrder(disk, bucket, connections.settingsNow('files'))
    return known.storage
  }
  const anew = async () => {
    await connections.refresh()
    return now()
  }
  return { now, anew, target: () => known.target }
}

interface Known {
  bucket: EncryptedStorage | null
  storage: EncryptedStorage
  /** Names the place where new files go. Credentials are not part of it. */
  target: string
}

function inOrder(
  disk: EncryptedStorage,
  bucket: EncryptedStorage | null,
  settings: SettingsOf<'files'> | null,
): Known {
  if (bucket === null) return { bucket, storage: disk, target: 'folder' }
  if (settings?.newFiles === 'folder')
    return { bucket, storage: bothStorages(disk, bucket), target: 'folder' }
  const { endpoint = '', bucket: name = '', prefix = '' } = settings ?? {}
  return { bucket, storage: bothStorages(bucket, disk), target: JSON.stringify([endpoint, name, prefix]) }
}

/** Keeps an upload in the new place when it was begun in the old one. */
async function carry(key: string, { from, to }: { from: EncryptedStorage; to: EncryptedStorage }) {
  const source = await from.open(key, { isStaged: true }).catch((cause: unknown) => {
    throw unreadable(cause)
  })
  await to.write(key, piecesOf(source))
  await to.keep(key)
  // If this fails, the sweeper removes the old copy as an upload that broke off.
  await from.discard(key).catch(() => {})
}
