import { createHash } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { onDisk } from '#server/platform/files/disk.ts'
import type { EncryptedStorage, OpenedBytes } from '#server/platform/files/encrypted-storage.ts'
import { checkedKey, keyNamed } from '#server/platform/files/layout.ts'
import { type BucketSettings, clientOf, type Reaching } from './bucket-client.ts'

const mebibyte = 1024 * 1024
/** Bytes of a file in memory at once. A client's largest upload is one part, and so one request. */
const sizes = { part: 12 * mebibyte, window: mebibyte }

/**
 * Stores encrypted files in a bucket of S3 or a compatible server: `files/<key>`, `staged/<key>` and `orphaned/<key>`.
 * Uses no conditional writes, which OpenStack Swift refuses with 501. Keys are random, so none is written twice.
 * `timeout` is how long the server may be silent, in milliseconds, for each of two attempts.
 */
export function openBucket(settings: BucketSettings, reaching: Reaching = {}): EncryptedStorage {
  const { bucket: Bucket, prefix, endpoint } = settings
  const bucket = { client: clientOf(settings, reaching), Bucket, prefix }
  const objectAt = (Key: string): ObjectPlace => ({ client: bucket.client, Bucket, Key })
  const names = {
    kept: (key: string) => `${prefix}files/${checkedKey(key)}`,
    staged: (key: string) => `${prefix}staged/${checkedKey(key)}`,
    orphaned: (key: string) => `${prefix}orphaned/${checkedKey(key)}`,
  }
  const label = objectAt(`${prefix}installation`)
  /** Unfinished multipart uploads by object name, from the last listing. */
  const broken: UnfinishedUploads = new Map()
  const move = (from: string, to: string) => rename(objectAt(from), to)

  return {
    place: `the bucket ${Bucket}${endpoint === null ? '' : ` at ${new URL(endpoint).host}`}`,
    prepare: async () => {},
    write: (key, chunks) => write(objectAt(names.staged(key)), chunks),
    keep: (key) => inBucket(() => move(names.staged(key), names.kept(key))),
    open: async (key, { isStaged = false } = {}) =>
      openObject(objectAt(isStaged ? names.staged(key) : names.kept(key))),
    discard: async (key) => {
      const place = objectAt(names.staged(key))
      const UploadId = broken.get(place.Key)
      if (UploadId !== undefined) {
        await abortUpload(place, UploadId)
        broken.delete(place.Key)
      }
      await remove(place)
    },
    remove: async (key) => void (await remove(objectAt(names.kept(key)))),
    list: async function* () {
      for await (const file of listFolder(bucket, 'staged')) yield { ...file, isStaged: true }
      yield* listBroken(bucket, broken)
      for await (const file of listFolder(bucket, 'files')) yield { ...file, isStaged: false }
    },
    quarantine: {
      // The time is the copy's, set by the bucket.
      add: (key) =>
        inBucket(async () => void (await unlessMissing(move(names.kept(key), names.orphaned(key))))),
      restore: (key) =>
        inBucket(async () => void (await unlessMissing(move(names.orphaned(key), names.kept(key))))),
      remove: async (key) => void (await remove(objectAt(names.orphaned(key)))),
      list: async function* () {
        for await (const { modifiedAt: since, ...file } of listFolder(bucket, 'orphaned'))
          yield { ...file, since }
      },
      open: async (key) => openObject(objectAt(names.orphaned(key))),
    },
    isEmpty: () => isEmpty(bucket),
    belongTo: (name) =>
      inBucket(async () => {
        const found = await nameOn(label)
        if (found !== null) return found === name
        await bucket.client.send(new PutObjectCommand({ Bucket, Key: label.Key, Body: `${name}\n` }))
        return (await nameOn(label)) === name
      }),
    installation: () => inBucket(() => nameOn(label)),
  }
}

/**
 * Listing unfinished uploads needs a permission of its own, which some servers do not have. Without it, returns null.
 */
const unlessRefused = (error: unknown) => {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  if ([403, 405, 501].includes($metadata?.httpStatusCode ?? 0)) return null
  throw error
}

interface BucketPlace {
  client: S3Client
  Bucket: string
  prefix: string
}

interface ObjectPlace {
  client: S3Client
  Bucket: string
  Key: string
}

const remove = ({ client, ...place }: ObjectPlace) =>
  inBucket(() => client.send(new DeleteObjectCommand(place)))

const rename = async ({ client, Bucket, Key }: ObjectPlace, to: string) => {
  await client.send(new CopyObjectCommand({ Bucket, Key: to, CopySource: encodeURI(`${Bucket}/${Key}`) }))
  await client.send(new DeleteObjectCommand({ Bucket, Key }))
}

const abortUpload = ({ client, ...place }: ObjectPlace, UploadId: string) =>
  inBucket(() => unlessMissing(client.send(new AbortMultipartUploadCommand({ ...place, UploadId }))))

/** Returns the installation that a label names, or null without one. */
const nameOn = async ({ client, ...place }: ObjectPlace) => {
  const found = await unlessMissing(client.send(new GetObjectCommand(place)))
  return found ? ((await found.Body?.transformToString()) ?? '').trim() || null : null
}

const isEmpty = async ({ client, Bucket, prefix }: BucketPlace) => {
  const found = await inBucket(() =>
    client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 })),
  )
  return (found.Contents ?? []).length === 0
}

async function* listFolder({ client, Bucket, prefix }: BucketPlace, folder: 'files' | 'staged' | 'orphaned') {
  for (let after: string | undefined; ; ) {
    const page = await inBucket(() =>
      client.send(
        new ListObjectsV2Command({ Bucket, Prefix: `${prefix}${folder}/`, ContinuationToken: after }),
      ),
    )
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
      const key = keyNamed(Key)
      if (key !== null && LastModified) yield { key, encryptedSize: Size, modifiedAt: LastModified }
    }
    after = page.IsTruncated ? page.NextContinuationToken : undefined
    if (after === undefined) return
  }
}

type UnfinishedUploads = Map<string, string>

/** Lists the multipart uploads that were not finished, and notes them in `broken`. */
async function* listBroken({ client, Bucket, prefix }: BucketPlace, broken: UnfinishedUploads) {
  const page = await inBucket(() =>
    client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: `${prefix}staged/` })).catch(unlessRefused),
  )
  for (const { Key = '', UploadId, Initiated } of page?.Uploads ?? []) {
    const key = keyNamed(Key)
    if (key === null || UploadId === undefined || !Initiated) continue
    broken.set(Key, UploadId)
    yield { key, encryptedSize: 0, modifiedAt: Initiated, isStaged: true }
  }
}

/** Writes an object as a whole or not at all: in one request, or in several if it is larger than a part. */
async function write({ client, Bucket, Key }: ObjectPlace, chunks: AsyncIterable<Buffer>) {
  let UploadId: string | undefined
  const parts: { PartNumber: number; ETag: string | undefined }[] = []
  try {
    for await (const { bytes, isLast } of inParts(chunks)) {
      const body = { Bucket, Key, Body: bytes, ContentMD5: md5(bytes) }
      if (isLast && UploadId === undefined) {
        await inBucket(() => client.send(new PutObjectCommand(body)))
        return
      }
      UploadId ??= (await inBucket(() => client.send(new CreateMultipartUploadCommand({ Bucket, Key }))))
        .UploadId
      const PartNumber = parts.length + 1
      const part = new UploadPartCommand({ ...body, UploadId, PartNumber })
      parts.push({ PartNumber, ETag: (await inBucket(() => client.send(part))).ETag })
    }
    const whole = { Bucket, Key, UploadId, MultipartUpload: { Parts: parts } }
    await inBucket(() => client.send(new CompleteMultipartUploadCommand(whole)))
  } catch (error) {
    if (UploadId !== undefined)
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {})
    throw error
  }
}

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64')

/** Collects chunks into parts. Only the end of the source makes a part the last one. */
async function* inParts(chunks: AsyncIterable<Buffer>) {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    if (size + chunk.length > sizes.part) {
      yield { bytes: Buffer.concat(held), isLast: false }
      held = []
      size = 0
    }
    // Copied, because the source may reuse the chunk's memory for the next one.
    held.push(Buffer.from(chunk))
    size += chunk.length
  }
  yield { bytes: Buffer.concat(held), isLast: true }
}

/** Reads an object in windows. The first one tells the size, and holds all of most files. */
async function openObject({ client, Bucket, Key }: ObjectPlace): Promise<OpenedBytes> {
  const windowAt = async (from: number, length: number) => {
    const Range = `bytes=${from}-${from + length - 1}`
    const answer = await unlessMissing(client.send(new GetObjectCommand({ Bucket, Key, Range })))
    if (!answer?.Body) throw Object.assign(new Error(`${Key} is not in the bucket`), { code: 'ENOENT' })
    const total = Number(/\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1] ?? answer.ContentLength)
    return { from, bytes: Buffer.from(await answer.Body.transformToByteArray()), total }
  }
  const first = await windowAt(0, sizes.window)
  let current = first
  const read = async (position: number, length: number) => {
    const held = [first, current].find(
      ({ from, bytes }) => position >= from && position + length <= from + bytes.length,
    )
    if (!held) current = await windowAt(position, Math.max(length, sizes.window))
    const { from, bytes } = held ?? current
    const part = bytes.subarray(position - from, position - from + length)
    if (part.length !== length) throw new Error(`${Key} ended at ${position + part.length}`)
    return part
  }
  return { size: first.total, read, close: async () => {} }
}

/** Turns an error of the bucket into a Problem for the client, as for a disk. */
const inBucket = <T>(work: () => Promise<T>) =>
  onDisk(() =>
    work().catch((error: unknown) => {
      throw isFull(error)
        ? Object.assign(new Error('The bucket is full', { cause: error }), { code: 'ENOSPC' })
        : error
    }),
  )

const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

const isFull = (error: unknown) =>
  statusOf(error) === 507 || /quota|StorageFull/i.test(error instanceof Error ? error.name : '')

const missing = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload'])

/** Returns null if the object does not exist. A missing bucket is still an error. */
const unlessMissing = <T>(asking: Promise<T>) =>
  asking.catch((error: unknown) => {
    if (error instanceof Error && missing.has(error.name)) return null
    throw error
  })
