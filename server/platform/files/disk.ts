import { link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Problem } from '#contract/kit/problem.ts'

/** Encrypted bytes that can be read from any position. A read must fail if it returns fewer bytes than asked for. */
export interface EncryptedBytes {
  size: number
  read: (position: number, length: number) => Promise<Buffer>
}

/** Makes a folder, and its parents, that only the portal's own user can enter. */
export const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: 0o700 })

/**
 * Writes a new file that only the portal's user may read. Fails if the file exists. A failure leaves nothing behind.
 */
export async function writeNew(
  path: string,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  asDisk = plainly,
) {
  const file = await asDisk(() => open(path, 'wx', 0o600))
  try {
    let writing = Promise.resolve()
    for await (const chunk of chunks) {
      await writing
      // The next chunk is made while this one is written, so that neither the disk nor the processor sits idle.
      writing = asDisk(() => file.writeFile(chunk))
      writing.catch(nothing)
    }
    await writing
    await asDisk(() => file.sync())
    await asDisk(() => file.close())
  } catch (error) {
    await file.close().catch(nothing)
    await removeQuietly(path)
    throw error
  }
}

/** Renames a file into a folder, which is made if missing. The new name does not yet survive a loss of power. */
export async function move(from: string, to: string) {
  await makeFolder(dirname(to))
  await rename(from, to)
}

/**
 * Makes the names in a folder, and the folder itself up to `root`, survive a loss of power. Syncs all of them, since
 * another upload may have just made one and not have synced it yet.
 */
export async function syncFolders(innermost: string, root: string) {
  for (let folder = innermost; folder.length >= root.length; folder = dirname(folder))
    await syncFolder(folder)
}

/** Ignores errors, since it tidies up after a failure whose own error matters more. */
export const removeQuietly = (path: string) => rm(path, { force: true }).catch(nothing)

/** Gives a file its final name unless the name is taken. Returns whether it was free. */
export async function linkIfFree(from: string, to: string) {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(from, { force: true })
    await syncFolder(dirname(to))
  }
}

/** Opens a file to read parts of it. Throws if there is none, and `read` throws beyond its end. */
export async function openBytes(path: string): Promise<EncryptedBytes & { close: () => Promise<void> }> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const read = async (position: number, length: number) => {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, position)
      if (bytesRead !== length) throw new Error(`${path} ended at ${position + bytesRead}`)
      return buffer
    }
    return { size, read, close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

export async function syncFolder(path: string) {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const plainly = <T>(work: () => Promise<T>) => work()

const nothing = () => {}

const mebibyte = 1024 * 1024

export const tooLarge = (limit: number) =>
  new Problem('too_large', `Please select a file smaller than ${sizeInWords(limit)}`, {
    reason: 'file_too_large',
  })

/** The Problem for a file that is missing, altered or unreadable right now. The cause is only for the log. */
export const unreadable = (cause: unknown) =>
  because(
    cause,
    new Problem('unavailable', "We can't open this file right now. Please try again later.", again),
  )

/** Turns an error of the disk into a Problem for the client, and passes our own Problems through. */
export const onDisk = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    throw cause instanceof Problem ? cause : diskProblem(cause)
  }
}

export const errorCodeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined

const again = { retryAfter: 5 }

const outOfSpace = new Set(['ENOSPC', 'EDQUOT'])

const diskProblem = (cause: unknown) =>
  because(
    cause,
    outOfSpace.has(errorCodeOf(cause) ?? '')
      ? new Problem(
          'storage_full',
          "The portal has run out of space and couldn't keep your file. Please tell us.",
        )
      : new Problem(
          'unavailable',
          "Our file storage isn't available right now, so nothing was saved. Please try again in a few minutes.",
          again,
        ),
  )

const because = (cause: unknown, problem: Problem) => Object.assign(problem, { cause })

const sizeInWords = (bytes: number) =>
  bytes < mebibyte ? `${bytes} bytes` : `${Math.floor(bytes / mebibyte)}MB`
