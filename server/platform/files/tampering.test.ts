import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { Problem } from '#contract/kit/problem.ts'
import { diskStorage } from './disk-storage.ts'
import { recordSize, tagSize } from './encryption.ts'
import { headerSize, openKeyring, rotateKeyring } from './keyring.ts'
import { openFileStore } from './store.ts'
import { newStore, randomFile, refusalOf } from './testing.ts'

const encryptedRecord = recordSize + tagSize

/** A stored file, its encrypted bytes, and a function that reads it after they were replaced. */
async function storedFile(size: number) {
  const store = await newStore()
  const file = randomFile(size)
  const { key } = await store.keepBytes(file)
  const encrypted = await readFile(store.pathOf(key))
  const readAs = async (bytes: Buffer) => {
    await writeFile(store.pathOf(key), bytes)
    return store.bytesOf(key)
  }
  return { store, file, key, encrypted, readAs }
}

const unavailable = { code: 'unavailable', retryAfter: 5 }

const flipped = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

test('one changed bit anywhere makes a file unreadable', async () => {
  const { encrypted, readAs } = await storedFile(2 * recordSize + 100)
  const everywhere = Array.from({ length: 60 }, (_, step) => Math.floor((encrypted.length * step) / 60))
  const header = Array.from({ length: headerSize }, (_, at) => at)
  const tag = Array.from({ length: tagSize }, (_, at) => headerSize + recordSize + at)
  for (const at of [...header, ...tag, ...everywhere, encrypted.length - 1])
    expect(await refusalOf(readAs(flipped(encrypted, at))), `byte ${at}`).toMatchObject(unavailable)
})

test('nothing of a changed record is given out', async () => {
  const { store, key, file, encrypted } = await storedFile(3 * recordSize)
  await writeFile(store.pathOf(key), flipped(encrypted, headerSize + encryptedRecord + 40_000))
  const received: Buffer[] = []
  const reading = await store.read(key)
  const problem = await new Promise((resolve) => {
    reading.on('data', (part: Buffer) => received.push(part)).once('error', resolve)
  })
  expect(problem).toMatchObject(unavailable)
  expect(Buffer.concat(received).equals(file.subarray(0, recordSize))).toBe(true)
})

test('a file that was cut short is refused at once, even when only its beginning is asked for', async () => {
  const { store, key, encrypted } = await storedFile(3 * recordSize + 100)
  const edges = [3, 2, 1, 0].map((record) => headerSize + record * encryptedRecord)
  const cuts = edges.flatMap((edge) => [edge + tagSize + 1, edge + tagSize, edge + 5, edge])
  for (const length of [encrypted.length - 1, ...cuts, 10, 0]) {
    await truncate(store.pathOf(key), length)
    expect(await refusalOf(store.read(key, { range: { end: 10 } })), `${length}`).toMatchObject(unavailable)
  }
})

test('a file with something added is refused at once', async () => {
  const { encrypted, readAs } = await storedFile(recordSize)
  for (const extra of [1, tagSize, encryptedRecord])
    expect(await refusalOf(readAs(Buffer.concat([encrypted, randomFile(extra)])))).toMatchObject(unavailable)
})

test('records in another order, doubled or left out are refused', async () => {
  const { encrypted, readAs } = await storedFile(4 * recordSize)
  const header = encrypted.subarray(0, headerSize)
  const record = (at: number) =>
    encrypted.subarray(headerSize + at * encryptedRecord, headerSize + (at + 1) * encryptedRecord)
  for (const order of [[1, 0, 2, 3], [0, 1, 1, 3], [0, 2, 3], [0, 1, 3, 2], [0, 1, 2], [3]])
    expect(await refusalOf(readAs(Buffer.concat([header, ...order.map(record)])))).toMatchObject(unavailable)
  expect(await readAs(Buffer.concat([header, ...[0, 1, 2, 3].map(record)]))).toHaveLength(4 * recordSize)
})

test('one client’s file cannot be put in the place of another’s', async () => {
  const { store, encrypted, key } = await storedFile(1000)
  const other = await store.keepBytes(randomFile(1000))
  await writeFile(store.pathOf(other.key), encrypted)
  expect(await refusalOf(store.read(other.key))).toMatchObject(unavailable)
  expect(await store.bytesOf(key)).toHaveLength(1000)
})

test('a record of another file is refused', async () => {
  const { store, encrypted, readAs } = await storedFile(2 * recordSize)
  const other = await readFile(store.pathOf((await store.keepBytes(randomFile(2 * recordSize))).key))
  const first = headerSize + encryptedRecord
  const mixed = Buffer.concat([
    encrypted.subarray(0, headerSize),
    other.subarray(headerSize, first),
    encrypted.subarray(first),
  ])
  expect(await refusalOf(readAs(mixed))).toMatchObject(unavailable)
})

test('a file cannot be read with another key', async () => {
  const { store, key } = await storedFile(1000)
  await rm(store.keys)
  const elsewhere = join(dirname(store.keys), 'nothing')
  const keyring = await openKeyring(store.keys, { protects: diskStorage(elsewhere) })
  const other = await openFileStore({ storage: diskStorage(store.directory), keyring })
  const problem = await refusalOf(other.read(key))
  expect(problem).toBeInstanceOf(Problem)
  expect(problem).toMatchObject(unavailable)
  expect(String(problem.cause)).toMatch(/which is not on the ring/)
})

test('after a rotation older files can be read and new ones are encrypted with the new key', async () => {
  const { store, key, file } = await storedFile(1000)
  const keyring = await rotateKeyring(store.keys)
  const rotated = await openFileStore({ storage: diskStorage(store.directory), keyring })
  expect((await buffer(await rotated.read(key))).equals(file)).toBe(true)
  const newer = await rotated.put([file], { limit: 1000 })
  expect((await readFile(store.pathOf(newer.key))).includes(Buffer.from(keyring.newest.id, 'hex'))).toBe(true)
  // A portal that was running before the rotation can open it as well.
  expect((await buffer(await store.read(newer.key))).equals(file)).toBe(true)
})
