import { createHash } from 'node:crypto'
import { errorCodeOf } from './disk.ts'
import { type EncryptedStorage, type OpenedBytes, piecesOf } from './encrypted-storage.ts'

export interface Move {
  from: EncryptedStorage
  to: EncryptedStorage
  say: (line: string) => void
}

export interface Moved {
  files: number
  bytes: number
  /** Copied by an earlier run that was killed before it removed the original. */
  already: number
  /** Removed by the portal during the move. */
  gone: number
  /** Unfinished uploads, which stay in the old storage until the sweeper removes them. */
  staged: number
}

const reportEvery = 1000
/** Each holds up to 25 MiB in memory: a part of a file, and the copy of it that is being sent. */
const filesAtOnce = 8

/**
 * Moves every kept and orphaned file, still encrypted. Removes the original only after the copy has been read again and
 * has the same hash, so a run that was killed at any moment is simply run again. A portal that reads both storages may
 * run meanwhile.
 *
 * @throws Error with a sentence if the storages belong to different installations, or a copy differs from its original.
 */
export async function moveFiles({ from, to, say }: Move): Promise<Moved> {
  const [theirs, ours] = [await to.installation(), await from.installation()]
  if (theirs !== null && ours !== null && theirs !== ours)
    throw new Error(`${to.place} holds files of another portal. Choose another place. Nothing was moved.`)
  await to.prepare()
  if (ours !== null) await to.belongTo(ours)
  const moved: Moved = { files: 0, bytes: 0, already: 0, gone: 0, staged: 0 }
  await forEach(from.list(), async ({ key, isStaged }) => {
    if (isStaged) moved.staged += 1
    else {
      const source = { open: () => from.open(key), remove: () => from.remove(key) }
      const isMoved = await moveOne({ key, to, ...source }, moved)
      if (isMoved && (moved.files += 1) % reportEvery === 0) say(`${moved.files} files so far.`)
    }
  })
  await forEach(from.quarantine.list(), async ({ key }) => {
    const { open, remove } = from.quarantine
    if (!(await moveOne({ key, to, open: () => open(key), remove: () => remove(key) }, moved))) return
    moved.files += 1
    await to.quarantine.add(key, new Date())
  })
  return moved
}

/**
 * Works on several files at once. After a failure no further file is begun, and those in hand are finished before it is
 * thrown, because the caller then lets the next run begin.
 */
async function forEach<T>(files: AsyncIterable<T>, work: (file: T) => Promise<void>) {
  const next = files[Symbol.asyncIterator]()
  const shared = { [Symbol.asyncIterator]: () => next }
  const worker = async () => {
    // A failure in here ends the listing for all workers.
    for await (const file of shared) await work(file)
  }
  const ended = await Promise.allSettled(Array.from({ length: filesAtOnce }, worker))
  for (const worker of ended) if (worker.status === 'rejected') throw worker.reason
}

interface FileMove {
  key: string
  to: EncryptedStorage
  open: () => Promise<OpenedBytes>
  remove: () => Promise<void>
}

/** Moves one file. Returns whether it is in the new storage now. */
async function moveOne({ key, to, open, remove }: FileMove, moved: Moved): Promise<boolean> {
  const hash = await hashOf(open)
  if (hash === null) return isGone(moved)
  // Removes the unfinished copy of an earlier run.
  await to.discard(key)
  const there = await hashOf(() => to.open(key))
  const isThere = there === hash
  if (isThere) moved.already += 1
  else {
    if (there !== null) await to.remove(key)
    const source = await unlessMissing(open())
    if (source === null) return isGone(moved)
    moved.bytes += source.size
    await to.write(key, piecesOf(source))
    await to.keep(key)
    if ((await hashOf(() => to.open(key))) !== hash)
      throw new Error(
        `${key} is not in ${to.place} as it was copied, so it was left where it was. Check that storage, then run this again.`,
      )
  }
  const left = await unlessMissing(open())
  await left?.close()
  if (left === null) {
    // The portal has removed the file meanwhile, and checked this storage before the copy was there, so the copy goes.
    // If a copy was here before, the portal removed that too, or another run has just finished the move and this is the
    // only copy.
    if (!isThere) await to.remove(key)
    return isGone(moved)
  }
  await remove()
  return true
}

const isGone = (moved: Moved) => {
  moved.gone += 1
  return false
}

/** Returns the SHA-256 of the encrypted bytes, or null if there is no such file. */
async function hashOf(open: () => Promise<OpenedBytes>) {
  const source = await unlessMissing(open())
  if (source === null) return null
  const hash = createHash('sha256')
  for await (const piece of piecesOf(source)) hash.update(piece)
  return hash.digest('hex')
}

const unlessMissing = <T>(opening: Promise<T>) =>
  opening.catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return null
    throw error
  })
