import { createHash } from 'node:crypto'
import { codeOf } from './disk.ts'
import { type OpenedBytes, piecesOf, type SealedStorage } from './sealed-storage.ts'

export interface Move {
  from: SealedStorage
  to: SealedStorage
  say: (line: string) => void
}

export interface Moved {
  files: number
  bytes: number
  /** Copied by an earlier run that was killed before it had let go of the old one. */
  already: number
  /** Removed by the portal while they were moved. */
  gone: number
  /** Unfinished uploads, which stay where they are until the sweeper takes them. */
  staged: number
}

const reportEvery = 1000

/**
 * Moves every kept and orphaned file, sealed as it is. The old one is let go only when the new one has been read again
 * and has the same hash; so a run that is killed at any moment is simply run again. A portal that reads both storages
 * may work meanwhile.
 *
 * @throws Error with a sentence where the two belong to different installations, or a copy is not what was copied.
 */
export async function moveFiles({ from, to, say }: Move): Promise<Moved> {
  const [theirs, ours] = [await to.installation(), await from.installation()]
  if (theirs !== null && ours !== null && theirs !== ours)
    throw new Error(`${to.place} holds files of another portal. Choose another place. Nothing was moved.`)
  await to.prepare()
  if (ours !== null) await to.belongTo(ours)
  const moved: Moved = { files: 0, bytes: 0, already: 0, gone: 0, staged: 0 }
  for await (const { key, isStaged } of from.list()) {
    if (isStaged) {
      moved.staged += 1
      continue
    }
    const source = { open: () => from.open(key), remove: () => from.remove(key) }
    await moveOne({ key, to, ...source }, moved)
    if (moved.files % reportEvery === 0) say(`${moved.files} files so far.`)
  }
  for await (const { key } of from.quarantine.list()) {
    const { open, remove } = from.quarantine
    if (await moveOne({ key, to, open: () => open(key), remove: () => remove(key) }, moved))
      await to.quarantine.add(key, new Date())
  }
  return moved
}

interface One {
  key: string
  to: SealedStorage
  open: () => Promise<OpenedBytes>
  remove: () => Promise<void>
}

/** Whether the file lies at the new place now. */
async function moveOne({ key, to, open, remove }: One, moved: Moved): Promise<boolean> {
  const hash = await hashOf(open)
  if (hash === null) return isGone(moved)
  // What an earlier run began under this name.
  await to.discard(key)
  const isThere = (await hashOf(() => to.open(key))) === hash
  if (isThere) moved.already += 1
  else {
    await to.remove(key)
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
    // The portal has removed it meanwhile, and looked here before there was a copy. A copy that was here already it has
    // found, or another run has just finished it: then it is the only one.
    if (!isThere) await to.remove(key)
    return isGone(moved)
  }
  await remove()
  moved.files += 1
  return true
}

const isGone = (moved: Moved) => {
  moved.gone += 1
  return false
}

/** Of the sealed bytes; null where there is no such file. */
async function hashOf(open: () => Promise<OpenedBytes>) {
  const source = await unlessMissing(open())
  if (source === null) return null
  const hash = createHash('sha256')
  for await (const piece of piecesOf(source)) hash.update(piece)
  return hash.digest('hex')
}

const unlessMissing = <T>(opening: Promise<T>) =>
  opening.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
