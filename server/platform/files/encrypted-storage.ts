import type { EncryptedBytes } from './disk.ts'
import type { ListedFile, Quarantine } from './port.ts'

/** Bytes that can be read until they are closed. */
export type OpenedBytes = EncryptedBytes & { close: () => Promise<void> }

/**
 * A folder or bucket of encrypted files. It sees only ciphertext, under keys that reveal nothing.
 *
 * Calls throw the Problems of a `FileStore`, except `open`: for a missing file it throws an Error with the code
 * `ENOENT`, so that another storage can be tried.
 */
export interface EncryptedStorage {
  /** Name of the place, for a sentence to the operator. */
  place: string
  /** Makes what must exist before the first file, such as folders. */
  prepare: () => Promise<void>
  /** Writes a new staged file that survives a loss of power. A failure leaves nothing behind. */
  write: (key: string, chunks: AsyncIterable<Buffer>) => Promise<void>
  /** Makes a staged file a kept one. Fails if there is no such staged file. */
  keep: (key: string) => Promise<void>
  open: (key: string, options?: { isStaged?: boolean }) => Promise<OpenedBytes>
  /** Removes a staged file. Does nothing if it is gone. */
  discard: (key: string) => Promise<void>
  /** Removes a kept file. Does nothing if it is gone. */
  remove: (key: string) => Promise<void>
  list: () => AsyncIterable<ListedFile>
  /** Counts the files that are still in the place used before, up to `atMost`. Missing if there is only one place. */
  countBefore?: (atMost: number) => Promise<number>
  quarantine: Quarantine & {
    /** Opens a quarantined file, with the errors of `open`. */
    open: (key: string) => Promise<OpenedBytes>
  }
  /** Returns whether the storage holds no files at all that would need its keys. */
  isEmpty: () => Promise<boolean>
  /** Returns whether the files belong to this installation. Files without a name are given this one. */
  belongTo: (installation: string) => Promise<boolean>
  /** Returns the name that `belongTo` set, or null if there is none yet. */
  installation: () => Promise<string | null>
}

/** Yields the whole file piece by piece, and closes it however the reading ends. */
export async function* piecesOf({ size, read, close }: OpenedBytes): AsyncGenerator<Buffer> {
  try {
    for (let at = 0; at < size; at += pieceSize) yield await read(at, Math.min(pieceSize, size - at))
  } finally {
    await close()
  }
}

const pieceSize = 1024 * 1024
