import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFile, rm, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  codeOf,
  linkIfFree,
  makeFolder,
  move,
  onDisk,
  openBytes,
  removeQuietly,
  syncFolder,
  syncFolders,
  tooLarge,
  unreadable,
  writeNew,
} from './disk.ts'
import { sealed, type Unsealed, unsealed } from './encryption.ts'
import type { Keyring } from './keyring.ts'
import { type Layout, layoutOf, newKey } from './layout.ts'
import type { ByteSource, FileStore, Quarantine, StagedFile, StoredFile } from './port.ts'

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

/** Counts and hashes a source as it passes, and stops it as soon as it is over the limit in bytes. */
function hashAndCount(source: ByteSource, limit: number) {
  const hash = createHash('sha256')
  let size = 0

  async function* passing() {
    for await (const chunk of source) {
      size += chunk.length
      if (size > limit) throw tooLarge(limit)
      hash.update(chunk)
      yield chunk
    }
  }
  return { passing: passing(), result: () => ({ size, sha256: hash.digest('hex') }) }
}

/** Passes a source on and keeps a copy of it. */
function tee(source: ByteSource) {
  const parts: Uint8Array[] = []

  async function* passing() {
    for await (const part of source) {
      parts.push(part)
      yield part
    }
  }
  return { passing: passing(), bytes: () => Buffer.concat(parts) }
}

/** A stream of what the generator gives; failing, it carries a Problem. `close` runs however it ends. */
const streamOf = (bytes: AsyncGenerator<Buffer>, close: () => Promise<void>) =>
  new Readable({
    read() {
      bytes.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (cause) => this.destroy(unreadable(cause)),
      )
    },
    destroy(error, done) {
      close().then(
        () => done(error),
        (cause) => done(error ?? unreadable(cause)),
      )
    },
  })

/** Passes bytes on, holding the last part back until the whole has the hash that was promised. */
async function* proved(bytes: AsyncIterable<Buffer>, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let held: Buffer | undefined
  for await (const part of bytes) {
    hash.update(part)
    if (held) yield held
    held = part
  }
  if (hash.digest('hex') !== sha256) throw new Error('The file does not have the hash that was promised')
  if (held) yield held
}

/** The orphaned files of a store; the time of a file there is when it was put aside. */
const openQuarantine = ({ kept, orphaned, listOrphaned, root }: Layout): Quarantine => {
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

/** Whether the label bears this name; where there is none yet, it is made and does. */
const bearsName = (path: string, name: string): Promise<boolean> =>
  onDisk(async () => {
    const found = await nameOn(path)
    if (found !== undefined) return found === name
    const draft = `${path}.${randomUUID()}`
    await writeNew(draft, [Buffer.from(`${name}\n`)])
    // Where two start at once, the first one's name stands.
    return (await linkIfFree(draft, path)) || (await nameOn(path)) === name
  })

const nameOn = async (path: string) => {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
