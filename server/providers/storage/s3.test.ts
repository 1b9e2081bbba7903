import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openKeyring } from '#server/platform/files/keyring.ts'
import { sweep } from '#server/platform/files/sweeper.ts'
import { newFolder, randomFile, refusalOf, sha256 } from '#server/platform/files/testing.ts'
import { after, days, hours } from '#server/platform/time/durations.ts'
import { openBucket } from './s3.ts'
import { newBucket, newBucketStore } from './testing/bucket.ts'

const mebibyte = 1024 * 1024
const record = 64 * 1024

test.each([0, 1, record, record + 1, mebibyte, 3 * mebibyte + 17, 26 * mebibyte])(
  'a file of %i bytes comes back from a bucket as it was given, and any part of it',
  async (size) => {
    const { keepBytes, bytesOf, store } = await newBucketStore((await newBucket()).settings)
    const file = randomFile(size)
    const kept = await keepBytes(file)
    expect(kept).toMatchObject({ size, sha256: sha256(file) })
    expect((await buffer(await store.read(kept.key, { sha256: kept.sha256 }))).equals(file)).toBe(true)
    for (const [start, end] of [
      [0, 0],
      [size - 2, size],
      [Math.floor(size / 2), Math.floor(size / 2) + mebibyte + 5],
      [size, size + 10],
    ] as const)
      expect(
        (await bytesOf(kept.key, { start: Math.max(start, 0), end })).equals(
          file.subarray(Math.max(start, 0), end + 1),
        ),
      ).toBe(true)
  },
)

test('the bucket sees ciphertext alone, whole under its final name or not at all', async () => {
  const { settings } = await newBucket()
  const { store, storage, listed } = await newBucketStore(settings)
  const file = Buffer.alloc(3 * record, 'Amelia Hartley, 12 March 1984. ')
  const staged = await store.stage([file], { limit: file.length })
  expect(await listed()).toMatchObject([{ key: staged.key, isStaged: true }])
  await refusalOf(store.read(staged.key))
  await store.keep(staged)
  expect(await listed()).toMatchObject([{ key: staged.key, isStaged: false }])
  await store.discard(staged)
  const { size, read } = await storage.open(staged.key)
  expect((await read(0, size)).includes('Amelia')).toBe(false)
  expect(await buffer(await store.read(staged.key))).toEqual(file)
})

test('an upload that is discarded, refused or broken off leaves nothing in the bucket', async () => {
  const { store, listed } = await newBucketStore((await newBucket()).settings)
  const staged = await store.stage([randomFile(10)], { limit: 10 })
  await store.discard(staged)
  await store.discard(staged)
  async function* brokenOff() {
    yield randomFile(14 * mebibyte)
    throw new Error('The sender went away')
  }
  const broken = await refusalOf(store.put(brokenOff(), { limit: 30 * mebibyte }))
  expect(broken.message).toBe('The sender went away')
  const tooLarge = await refusalOf(store.put([randomFile(14 * mebibyte)], { limit: 13 * mebibyte }))
  expect(tooLarge).toMatchObject({ code: 'too_large' })
  expect(await listed()).toEqual([])
})

test('a file that is gone is told as on a disk, and removing it again is no failure', async () => {
  const { store, keepBytes } = await newBucketStore((await newBucket()).settings)
  const { key } = await keepBytes(randomFile(10))
  await store.remove(key)
  await store.remove(key)
  expect(await refusalOf(store.read(key))).toMatchObject({ code: 'unavailable', retryAfter: 5 })
})

test('keeping a file twice never costs the file', async () => {
  const { store, bytesOf } = await newBucketStore((await newBucket()).settings)
  const file = randomFile(10)
  const staged = await store.stage([file], { limit: 10 })
  const outcomes = await Promise.allSettled([store.keep(staged), store.keep(staged)])
  expect(outcomes.map(({ status }) => status)).toContain('fulfilled')
  expect((await bytesOf(staged.key)).equals(file)).toBe(true)
})

test('what no row knows is put aside in the bucket, given back, and removed when its time is over', async () => {
  const { store, keepBytes, listed, bytesOf } = await newBucketStore((await newBucket()).settings)
  const files = await Promise.all(Array.from({ length: 5 }, () => keepBytes(randomFile(10))))
  const broken = await store.stage([randomFile(10)], { limit: 10 })
  const [mine, missed] = files.map(({ key }) => key)
  const rows = new Set([mine ?? ''])
  const known = async (keys: string[]) => new Set(keys.filter((key) => rows.has(key)))
  const sweepAt = (time: number) => sweep({ store, known, now: after(new Date(), time) })
  expect(await sweepAt(0)).toMatchObject({ discarded: 0, quarantined: 0 })
  expect(await sweepAt(hours(2))).toMatchObject({ discarded: 1, quarantined: 4 })
  expect(await listed()).toMatchObject([{ key: mine, isStaged: false }])
  expect(await refusalOf(store.keep(broken))).toMatchObject({ code: 'unavailable' })
  rows.add(missed ?? '')
  expect(await sweepAt(hours(3))).toMatchObject({ restored: 1, removed: 0 })
  expect(await bytesOf(missed ?? '')).toHaveLength(10)
  expect(await sweepAt(days(31))).toMatchObject({ restored: 0, removed: 3 })
  expect(await listed()).toHaveLength(2)
})

test('a large upload that a kill broke off is seen as staged, and swept', async () => {
  const { settings } = await newBucket()
  const { storage, store, listed } = await newBucketStore(settings)
  const key = `aa/bb/aabb${randomUUID().slice(4)}`
  let isUnderWay = () => {}
  const underWay = new Promise<void>((resolve) => (isUnderWay = resolve))
  // The sender stops here, as if its portal were killed.
  void storage.write(
    key,
    Readable.from(
      (async function* () {
        for (let sent = 0; sent < 13 * 16; sent++) yield randomFile(record)
        isUnderWay()
        await new Promise(() => {})
      })(),
    ),
  )
  await underWay
  await expect.poll(listed, { timeout: 10_000 }).toMatchObject([{ key, isStaged: true }])
  await sweep({ store, known: async () => new Set(), now: after(new Date(), hours(2)) })
  expect(await listed()).toEqual([])
})

test('the files of one bucket belong to the installation that first said so', async () => {
  const { storage } = await newBucketStore((await newBucket()).settings)
  expect(await storage.installation()).toBe(null)
  expect(await storage.belongTo('ours')).toBe(true)
  expect(await storage.belongTo('ours')).toBe(true)
  expect(await storage.belongTo('theirs')).toBe(false)
  expect(await storage.installation()).toBe('ours')
})

test('a wrong secret and a bucket that is not there are told as a storage that is not available', async () => {
  const { settings } = await newBucket()
  const { accessKeyId } = settings.credentials ?? { accessKeyId: '' }
  const wrong = { ...settings, credentials: { accessKeyId, secretAccessKey: 'not the secret' } }
  const missing = { ...settings, bucket: 'another' }
  for (const settings of [wrong, missing]) {
    expect(await refusalOf(openBucket(settings).isEmpty())).toMatchObject({
      code: 'unavailable',
      retryAfter: 5,
    })
    const keyring = await refusalOf(
      openKeyring(join(await newFolder(), 'keys.json'), { protects: openBucket(settings) }),
    )
    expect(keyring.message).toContain('cannot be reached')
  }
})

test('a portal whose keys do not fit the bucket says so, and makes no new ones', async () => {
  const { settings } = await newBucket()
  const { keepBytes, folder } = await newBucketStore(settings)
  await keepBytes(randomFile(10))
  const elsewhere = join(await newFolder(), 'files.json')
  const lost = await refusalOf(openKeyring(elsewhere, { protects: openBucket(settings) }))
  expect(lost.message).toMatch(/the bucket \S+ at 127\.0\.0\.1:\d+ holds files that only its keys open/)
  const own = await openKeyring(join(folder, 'keys', 'files.json'), { protects: openBucket(settings) })
  expect(own.newest.id).toMatch(/^[0-9a-f]{16}$/)
})

test('twenty uploads at once do not disturb each other in a bucket', async () => {
  const { store, bytesOf } = await newBucketStore((await newBucket()).settings)
  const files = Array.from({ length: 20 }, (_, at) => randomFile(at * 9000))
  const kept = await Promise.all(files.map((file) => store.put([file], { limit: file.length })))
  const read = await Promise.all(kept.map(({ key }) => bytesOf(key)))
  expect(read.every((bytes, at) => bytes.equals(files[at] ?? Buffer.alloc(1)))).toBe(true)
})

test('the store proves that it works, and leaves no trace of having tried', async () => {
  const { store, listed } = await newBucketStore((await newBucket()).settings)
  await store.check()
  expect(await listed()).toEqual([])
})
