import type { SealedBytes } from './disk.ts'
import type { ListedFile, Quarantine } from './port.ts'

/** Bytes to be read until they are closed. */
export type OpenedBytes = SealedBytes & { close: () => Promise<void> }

/**
 * Where sealed bytes lie: a folder or a bucket. It sees ciphertext alone, under keys that tell nothing.
 *
 * Calls refuse with the Problems of a `FileStore`, but for `open`: a file that is not there is an Error with the
 * code `ENOENT`, so that another storage can be asked for it.
 */
export interface SealedStorage {
  /** For a sentence to whoever runs the portal. */
  place: string
  /** Makes what must be there before the first file. */
  prepare: () => Promise<void>
  /** Writes a staged file that is not there yet, safe from a loss of power; a failure leaves nothing behind. */
  write: (key: string, chunks: AsyncIterable<Buffer>) => Promise<void>
  /** Makes a staged file a kept one; it fails where there is none. */
  keep: (key: string) => Promise<void>
  open: (key: string, options?: { isStaged?: boolean }) => Promise<OpenedBytes>
  /** A staged file that is gone already is fine. */
  discard: (key: string) => Promise<void>
  /** A kept file that is gone already is fine. */
  remove: (key: string) => Promise<void>
  list: () => AsyncIterable<ListedFile>
  quarantine: Quarantine & {
    /** One that lies aside, as `open`. */
    open: (key: string) => Promise<OpenedBytes>
  }
  /** Whether nothing at all is there that only its keys would open. */
  isEmpty: () => Promise<boolean>
  /** Whose files these are; those that bear no name yet are given this one. */
  belongTo: (installation: string) => Promise<boolean>
  /** The name that `belongTo` gave; null where there is none yet. */
  installation: () => Promise<string | null>
}

/** All of what was opened, piece by piece; it is closed however that ends. */
export async function* piecesOf({ size, read, close }: OpenedBytes): AsyncGenerator<Buffer> {
  try {
    for (let at = 0; at < size; at += pieceSize) yield await read(at, Math.min(pieceSize, size - at))
  } finally {
    await close()
  }
}

const pieceSize = 1024 * 1024
