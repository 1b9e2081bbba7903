import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Unsealed, unsealed } from './decryption.ts'
import { makeFolder, move, openBytes, removeQuietly, syncFolder, syncFolders, writeNew } from './disk.ts'
import { sealed } from './encryption.ts'
import { onDisk, unreadable } from './faults.ts'
import { hashAndCount, tee } from './hash-and-count.ts'
import type { Keyring } from './keyring.ts'
import { bearsName } from './label.ts'
import { type Layout, layoutOf, newKey } from './layout.ts'
import type { ByteSource, FileStore, StagedFile, StoredFile } from './port.ts'
import { openQuarantine } from './quarantine.ts'
import { proved, streamOf } from './verified-stream.ts'

/** A file store in a folder of this machine, which it makes; new files are sealed with the newest key. */
export async function openFileStore(options: { directory: string; keyring: Keyring }): Promise<FileStore> {
  const disk = { layout: layoutOf(options.directory), keyring: options.keyring }
  const { staging, staged, kept, list, label } = disk.layout
  await makeFolder(staging)
  await syncFolder(dirname(disk.layout.root))

  return {
    stage: (source, { limit }) => stage(disk, source, limit),
    keep: (file) => keep(disk, file),
    discard: ({ key }) => onDisk(() => rm(staged(key), { force: true })),
    put: async (source, { limit }) => {
      const counted = hashAndCount(source, limit)
      const key = await write(disk, counted.passing)
      return keep(disk, { key, ...counted.result() })
    },
    read: (key, { range, sha256 } = {}) =>
      read(disk, { key, path: () => kept(key) }, (file) =>
        range || !sha256 ? file.bytes(range) : proved(file.bytes(), sha256),
      ),
    remove: (key) => onDisk(() => rm(kept(key), { force: true })),
    list,
    quarantine: openQuarantine(disk.layout),
    belongTo: (installation) => bearsName(label, installation),
    check: () => check(disk),
  }
}

interface Disk {
  layout: Layout
  keyring: Keyring
}

async function stage(disk: Disk, source: ByteSource, limit: number): Promise<StagedFile> {
  const counted = hashAndCount(source, limit)
  const copy = tee(counted.passing)
  const key = await write(disk, copy.passing)
  return { key, ...counted.result(), bytes: copy.bytes() }
}

async function write({ layout, keyring }: Disk, source: ByteSource) {
  const key = newKey()
  await writeNew(layout.staged(key), sealed(source, { keyring, key }), onDisk)
  return key
}

async function keep({ layout }: Disk, { key, size, sha256 }: StoredFile): Promise<StoredFile> {
  const [staged, kept] = [layout.staged(key), layout.kept(key)]
  await orRemove(staged, () => move(staged, kept))
  await orRemove(kept, () => syncFolders(dirname(kept), layout.root))
  return { key, size, sha256 }
}

async function orRemove(path: string, work: () => Promise<void>) {
  try {
    await onDisk(work)
  } catch (error) {
    await removeQuietly(path)
    throw error
  }
}

/** The probe stays in the staging place, so that a check a second leaves no trail of empty folders. */
async function check(disk: Disk) {
  const probe = randomBytes(64)
  const { key, sha256 } = await stage(disk, Readable.from([probe]), probe.length)
  const path = disk.layout.staged(key)
  try {
    await buffer(await read(disk, { key, path: () => path }, (file) => proved(file.bytes(), sha256)))
  } finally {
    await onDisk(() => rm(path, { force: true }))
  }
}

async function read(
  { keyring }: Disk,
  { key, path }: { key: string; path: () => string },
  pick: (file: Unsealed) => AsyncGenerator<Buffer>,
) {
  try {
    const source = await openBytes(path())
    try {
      return streamOf(pick(await unsealed(source, { keyring, key })), source.close)
    } catch (cause) {
      await source.close()
      throw cause
    }
  } catch (cause) {
    throw unreadable(cause)
  }
}
