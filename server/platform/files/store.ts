import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { tooLarge, unreadable } from './disk.ts'
import type { EncryptedStorage } from './encrypted-storage.ts'
import { type DecryptedFile, decrypted, encrypted } from './encryption.ts'
import type { Keyring } from './keyring.ts'
import { newKey } from './layout.ts'
import type { ByteSource, FileStore, StagedFile, StoredFile } from './port.ts'

interface StoreParts {
  storage: EncryptedStorage
  keyring: Keyring
}

/** Opens a file store on a folder or a bucket, which it prepares. New files are encrypted with the newest key. */
export async function openFileStore(parts: StoreParts): Promise<FileStore> {
  const { storage } = parts
  await storage.prepare()

  return {
    stage: (source, { limit }) => stage(parts, source, limit),
    keep: (file) => keep(parts, file),
    discard: async ({ key }) => storage.discard(key),
    put: async (source, { limit }) => {
      const counted = hashAndCount(source, limit)
      const key = await write(parts, counted.passing)
      return keep(parts, { key, ...counted.result() })
    },
    read: (key, { range, sha256 } = {}) =>
      read(parts, { key, isStaged: false }, (file) =>
        range || !sha256 ? file.bytes(range) : proved(file.bytes(), sha256),
      ),
    remove: async (key) => storage.remove(key),
    list: storage.list,
    countBefore: async (atMost) => storage.countBefore?.(atMost) ?? 0,
    quarantine: storage.quarantine,
    belongTo: storage.belongTo,
    check: () => check(parts),
  }
}

async function stage(parts: StoreParts, source: ByteSource, limit: number): Promise<StagedFile> {
  const counted = hashAndCount(source, limit)
  const copy = tee(counted.passing)
  const key = await write(parts, copy.passing)
  return { key, ...counted.result(), bytes: copy.bytes() }
}

async function write({ storage, keyring }: StoreParts, source: ByteSource) {
  const key = newKey()
  await storage.write(key, encrypted(source, { keyring, key }))
  return key
}

async function keep({ storage }: StoreParts, { key, size, sha256 }: StoredFile): Promise<StoredFile> {
  await storage.keep(key)
  return { key, size, sha256 }
}

/** Never moves the probe out of the staging area, so that a check every second leaves no trail of empty folders. */
async function check(parts: StoreParts) {
  const probe = randomBytes(64)
  const { key, sha256 } = await stage(parts, Readable.from([probe]), probe.length)
  try {
    await buffer(await read(parts, { key, isStaged: true }, (file) => proved(file.bytes(), sha256)))
  } finally {
    await parts.storage.discard(key)
  }
}

async function read(
  { storage, keyring }: StoreParts,
  { key, isStaged }: { key: string; isStaged: boolean },
  pick: (file: DecryptedFile) => AsyncGenerator<Buffer>,
) {
  try {
    const source = await storage.open(key, { isStaged })
    try {
      return streamOf(pick(await decrypted(source, { keyring, key })), source.close)
    } catch (cause) {
      await source.close()
      throw cause
    }
  } catch (cause) {
    throw unreadable(cause)
  }
}

/** Counts and hashes a source as it passes, and throws once it exceeds the limit in bytes. */
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

/** Passes a source through and keeps a copy of it. */
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

/** Turns the generator into a stream that fails with a Problem. Calls `close` however the stream ends. */
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

/** Passes bytes through, but holds the last part back until the whole has the expected hash. */
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
