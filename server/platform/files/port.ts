import type { Readable } from 'node:stream'

/** A file in the store. The caller saves all three fields in the row that owns the file. */
export interface StoredFile {
  /** `ab/cd/<uuid>`: the path of the file, made by the store. It never contains a name that a person gave. */
  key: string
  /** Size of the plain file in bytes. */
  size: number
  /** SHA-256 of the plain file, in hex. */
  sha256: string
}

/** An upload that is encrypted and survives a loss of power, but is not yet kept. */
export interface StagedFile extends StoredFile {
  /** The plain file, for inspection. Never more than the limit it was staged with. */
  bytes: Buffer
}

/** First and last byte, both included and counted from 0, as in an HTTP Range. */
export interface ByteRange {
  start?: number
  end?: number
}

export interface ListedFile {
  key: string
  /** Bytes in the storage, slightly more than the size of the plain file. */
  encryptedSize: number
  modifiedAt: Date
  /** True for a file that was never kept: an upload in progress, or one that was broken off. */
  isStaged: boolean
}

export interface QuarantinedFile {
  key: string
  encryptedSize: number
  since: Date
}

/**
 * Holds kept files without a row, still encrypted and no longer listed, until it is certain that nobody misses them.
 */
export interface Quarantine {
  /** Moves a kept file here. Does nothing if the file is gone. */
  add: (key: string, at: Date) => Promise<void>
  /** Makes the file a kept one again. */
  restore: (key: string) => Promise<void>
  /** Removes the file for good. Does nothing if it is gone. */
  remove: (key: string) => Promise<void>
  list: () => AsyncIterable<QuarantinedFile>
}

/** A stream of bytes from outside. It must fail, not end, if its sender disconnects. */
export type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/**
 * Stores files in a folder or a bucket.
 *
 * An upload is staged, inspected, and then kept or discarded. The row that owns it is written after `keep` resolves, so
 * there is never a row without its file. The sweeper deals with files without a row.
 *
 * Every call throws a Problem: `storage_full` if there is no room, `unavailable` if the storage fails or a file is
 * missing or altered. An error of the source is passed through unchanged.
 */
export interface FileStore {
  /** Encrypts the source into the staging area. Throws `too_large` as soon as more than `limit` bytes arrive. */
  stage: (source: ByteSource, options: { limit: number }) => Promise<StagedFile>
  /** Makes a staged file permanent. Once this resolves, the file survives a loss of power. */
  keep: (staged: StoredFile) => Promise<StoredFile>
  /** Removes a staged file. Does nothing if it is gone. */
  discard: (staged: Pick<StoredFile, 'key'>) => Promise<void>
  /** Stages and keeps a file that we made ourselves, holding at most one record in memory. */
  put: (source: ByteSource, options: { limit: number }) => Promise<StoredFile>
  /**
   * Opens a file. Refuses a missing, shortened or foreign file before the stream exists. Damage further in destroys the
   * stream. Whole reads with `sha256` check the hash before they release the last part. A range that begins past the
   * end gives an empty stream.
   */
  read: (key: string, options?: { range?: ByteRange; sha256?: string }) => Promise<Readable>
  /** Does nothing if the file is gone. */
  remove: (key: string) => Promise<void>
  /** Lists everything except the quarantine, in no order. Files that come or go meanwhile may be missed. */
  list: () => AsyncIterable<ListedFile>
  /** Counts the files that are still in the place used before the current one, up to `atMost`. */
  countBefore: (atMost: number) => Promise<number>
  quarantine: Quarantine
  /** Returns whether the files belong to this installation. Files without a name become its own. */
  belongTo: (installation: string) => Promise<boolean>
  /** Writes, syncs, reads and removes a small file. Throws as any other call would. */
  check: () => Promise<void>
}
