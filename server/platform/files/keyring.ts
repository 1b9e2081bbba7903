import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { chmod, chown, readFile, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { Problem } from '#contract/kit/problem.ts'
import { seconds } from '../time/durations.ts'
import { errorCodeOf, linkIfFree, makeFolder, syncFolder, writeNew } from './disk.ts'
import type { EncryptedStorage, OpenedBytes } from './encrypted-storage.ts'
import { takeFileLock } from './file-lock.ts'

export interface MasterKey {
  /** 16 hex digits. Every encrypted file names the key it was encrypted with. */
  id: string
  secret: Buffer
}

export interface Keyring {
  /** The key that encrypts new files. */
  newest: MasterKey
  /** Returns the key with this id, also an older one. */
  find: (id: string) => MasterKey | undefined
}

/** The storage whose files the keys open. */
type Protected = Pick<EncryptedStorage, 'place' | 'isEmpty' | 'list' | 'open'>

/**
 * Reads the master keys from `path`, or makes the first one. `protects` is the storage whose files they open. If it
 * holds files, a missing key file is a loss to repair and never a reason to make a new key.
 *
 * @throws Error with a sentence for the operator if the keys are damaged, unreadable, lost or another portal's.
 */
export async function openKeyring(path: string, { protects }: { protects: Protected }): Promise<Keyring> {
  const ring = followed(path, (await readKeys(path)) ?? (await makeFirstKey(path, protects)))
  // The portal starts even if the storage is down, since a file encrypted with an unknown key is then refused when it
  // is read.
  if (await isForeign(ring, protects).catch(unlessAway))
    refuse(
      `The key file ${path} is not the one that the files in ${protects.place} were sealed with. ${restore}`,
    )
  return ring
}

/** Adds a key for all new files. Older files keep theirs. A running portal uses the new key within a second. */
export async function rotateKeyring(path: string): Promise<Keyring> {
  // Two rotations at once would each write the ring without the other's key and lose it.
  const letGo = takeFileLock(
    `${path}.rotating`,
    (holder) => `Another rotation is at work${holder}. Wait until it has finished.`,
  )
  try {
    const keys = [...((await readKeys(path)) ?? refuse(`There is no key file ${path} to rotate.`)), newKey()]
    const { uid, gid } = await stat(path)
    const draft = await draftOf(path, keys)
    // Otherwise the portal could not read the file after a rotation by root.
    await chown(draft, uid, gid)
    await rename(draft, path)
    await syncFolder(dirname(path))
    return ringOf(keys)
  } finally {
    letGo()
  }
}

/** A keyring that follows its file, including a rotation by another process. */
function followed(path: string, keys: MasterKey[]): Keyring {
  let [ring, seen, lookedAt] = [ringOf(keys), stampOf(path), performance.now()]
  const look = () => {
    lookedAt = performance.now()
    const stamp = stampOf(path)
    if (stamp === seen) return
    // A file that cannot be read now is read again at the next check. Until then the known keys are used.
    const found = stamp === undefined ? undefined : parsedKeys(path)
    if (found === undefined) return
    ring = ringOf(found)
    seen = stamp
  }
  return {
    get newest() {
      if (performance.now() - lookedAt > lookEvery) look()
      return ring.newest
    },
    find: (id) => {
      const known = ring.find(id)
      if (known) return known
      // Another portal with the same files may already use a new key.
      look()
      return ring.find(id)
    },
  }
}

/** In milliseconds. */
const lookEvery = seconds(1)

/** Changes after a rotation, which replaces the file with a new one. */
const stampOf = (path: string) => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.ino} ${found.mtimeMs}`
}

const parsedKeys = (path: string) => {
  try {
    return parse(readFileSync(path, 'utf8'))?.keys.map(asKey)
  } catch {
    return undefined
  }
}

const asKey = ({ id, secret }: { id: string; secret: string }): MasterKey => ({
  id,
  secret: Buffer.from(secret, 'hex'),
})

const KeyFile = z.strictObject({
  version: z.literal(1),
  /** Oldest first. */
  keys: z
    .array(
      z.strictObject({ id: z.string().regex(/^[0-9a-f]{16}$/), secret: z.string().regex(/^[0-9a-f]{64}$/) }),
    )
    .min(1),
})

export async function readKeys(path: string): Promise<MasterKey[] | undefined> {
  const text = await readText(path)
  if (text === undefined) return undefined
  const { keys } = parse(text) ?? refuse(`The key file ${path} is damaged. ${restore}`)
  // A restored backup may have lost the file mode, and no other user may read these keys.
  await chmod(path, 0o600)
  return keys.map(asKey)
}

async function makeFirstKey(path: string, protects: Protected) {
  const isEmpty = await protects
    .isEmpty()
    .catch((cause) =>
      refuse(
        `There is no key file ${path}, and ${protects.place} cannot be reached to see whether it holds files of an earlier one. Nothing was changed.`,
        cause,
      ),
    )
  if (!isEmpty)
    refuse(
      `The key file ${path} is missing, and ${protects.place} holds files that only its keys open. ${restore}`,
    )
  await makeFolder(dirname(path))
  await chmod(dirname(path), 0o700)
  await syncFolder(dirname(dirname(path)))
  // If two processes start at once, the first one links its key and both use it.
  await linkIfFree(await draftOf(path, [newKey()]), path)
  return (await readKeys(path)) ?? refuse(`The key file ${path} went away while it was made.`)
}

const newKey = (): MasterKey => ({ id: randomBytes(8).toString('hex'), secret: randomBytes(32) })

async function draftOf(path: string, keys: MasterKey[]) {
  const draft = `${path}.${randomUUID()}`
  const file = { version: 1, keys: keys.map(({ id, secret }) => ({ id, secret: secret.toString('hex') })) }
  await writeNew(draft, [Buffer.from(`${JSON.stringify(file, null, 2)}\n`)])
  return draft
}

const ringOf = (keys: MasterKey[]): Keyring => ({
  newest: keys.at(-1) ?? refuse('A key ring holds at least one key.'),
  find: (id) => keys.find((key) => key.id === id),
})

async function readText(path: string) {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    if (errorCodeOf(cause) === 'ENOENT') return undefined
    return refuse(`The key file ${path} cannot be read. ${restore}`, cause)
  }
}

const parse = (text: string) => {
  try {
    return KeyFile.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

const unlessAway = (error: unknown) => {
  if (error instanceof Problem) return false
  throw error
}

const enoughToTell = 20
/** Otherwise a storage that lists files but returns none would be asked for every file. */
const mostLooks = 100

/** Returns whether there are files and the ring has the key of none of them. A damaged file proves nothing. */
async function isForeign(ring: Keyring, { list, open }: Protected) {
  let [strangers, looks] = [0, 0]
  for await (const { key, isStaged } of list()) {
    const id = isStaged ? null : await keyIdIn(() => open(key))
    if (!isStaged) looks += 1
    if (looks === mostLooks) break
    if (id === null) continue
    if (ring.find(id)) return false
    strangers += 1
    if (strangers === enoughToTell) break
  }
  return strangers > 0
}

/** Returns the id of the key in a file's header, or null if it cannot be read. */
const keyIdIn = async (open: () => Promise<OpenedBytes>) => {
  const file = await open().catch(() => null)
  if (file === null) return null
  const header = await file.read(0, headerSize).catch(() => null)
  await file.close()
  return header && keyIdOf(header)
}

const restore = 'Restore it from a backup: stored files cannot be read without it. Nothing was changed.'

const refuse = (sentence: string, cause?: unknown): never => {
  throw new Error(sentence, { cause })
}

/** The first bytes of an encrypted file. `encryption.ts` explains each part of the header. */
export const magic = Buffer.from('PTCO\x01', 'latin1')
const idSize = 8
export const saltSize = 16
export const prefixSize = 7

export const headerSize = magic.length + idSize + saltSize + prefixSize

export const isHeader = (header: Buffer) => header.subarray(0, magic.length).equals(magic)

/** Returns key id, salt and nonce prefix. */
export const headerParts = (header: Buffer) => {
  const salt = magic.length + idSize
  const prefix = salt + saltSize
  return [
    header.subarray(magic.length, salt),
    header.subarray(salt, prefix),
    header.subarray(prefix),
  ] as const
}

/** Returns the id of the key that a file was encrypted with, in hex, or null if the header is not ours. */
const keyIdOf = (header: Buffer) => (isHeader(header) ? headerParts(header)[0].toString('hex') : null)
