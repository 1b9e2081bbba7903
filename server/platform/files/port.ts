import type { Readable } from 'node:stream'

/** A file that the store holds. The caller keeps all three in the row that owns the file. */
export interface StoredFile {
  /** `ab/cd/<uuid>`: where it lies, made by the store; a name given by a person is never part of it. */
  key: string
  /** Bytes of the file itself, before sealing. */
  size: number
  /** SHA-256 of the file itself, in hex. */
  sha256: string
}

/** A file on its way in: sealed and safe from a loss of power, but not yet kept. */
export interface StagedFile extends StoredFile {
  /** The file itself, for inspection; never more than the limit it was staged with. */
  bytes: Buffer
}

/** The first and last byte wanted, both included and counted from 0, as in an HTTP Range. */
export interface ByteRange {
  start?: number
  end?: number
}

export interface ListedFile {
  key: string
  /** Bytes that lie in the storage, which is a little more than the file itself has. */
  sealedSize: number
  modifiedAt: Date
  /** Never kept: an upload still under way, or one that broke off. */
  isStaged: boolean
}

export interface AsideFile {
  key: string
  sealedSize: number
  since: Date
}

/** Where kept files go that no row knows: out of the way, sealed as they are, until it is sure that nobody misses them. */
export interface Quarantine {
  /** Moves a kept file here; one that is gone already is fine. */
  add: (key: string, at: Date) => Promise<void>
  /** Makes it a kept file again. */
  restore: (key: string) => Promise<void>
  /** For good; one that is gone already is fine. */
  remove: (key: string) => Promise<void>
  list: () => AsyncIterable<AsideFile>
}

/** A stream of bytes from outside; it must fail, not end, when its sender goes away. */
export type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/**
 * Where files live, in a folder or in a bucket.
 *
 * An upload is staged, inspected, and then kept or discarded; the row that owns it is written after `keep`
 * resolves, so that there is never a row without its file. A file without its row is the sweeper's.
 *
 * Every call refuses with a Problem: `storage_full` when there is no room, `unavailable` when the storage
 * fails or what it holds is missing or altered. An error of the source passes through as it is.
 */
export interface FileStore {
  /** Seals the source into the staging place; `too_large` as soon as more than `limit` bytes came. */
  stage: (source: ByteSource, options: { limit: number }) => Promise<StagedFile>
  /** Makes a staged file permanent: when this resolves, the file survives a loss of power. */
  keep: (staged: StoredFile) => Promise<StoredFile>
  /** Forgets a staged file; one that is gone already is fine. */
  discard: (staged: Pick<StoredFile, 'key'>) => Promise<void>
  /** Stages and keeps at once, holding no more than a record in memory: for files we made ourselves. */
  put: (source: ByteSource, options: { limit: number }) => Promise<StoredFile>
  /**
   * A missing, shortened or foreign file is refused before the stream exists; damage further in destroys
   * the stream. `sha256` is proved on whole reads, before the last part is released. A range that begins
   * past the end is an empty stream.
   */
  read: (key: string, options?: { range?: ByteRange; sha256?: string }) => Promise<Readable>
  /** A file that is gone already is fine. */
  remove: (key: string) => Promise<void>
  /** Everything but what was put aside, in no order; files that come or go meanwhile may be missed. */
  list: () => AsyncIterable<ListedFile>
  quarantine: Quarantine
  /** Whether these are the files of this installation; those that bear no name yet become its own. */
  belongTo: (installation: string) => Promise<boolean>
  /** Writes, syncs, reads and removes a small file, and refuses as any other call would. */
  check: () => Promise<void>
}
