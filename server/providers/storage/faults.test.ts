import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bothStorages } from '#server/platform/files/both-storages.ts'
import { diskStorage } from '#server/platform/files/disk-storage.ts'
import { openKeyring } from '#server/platform/files/keyring.ts'
import { openFileStore } from '#server/platform/files/store.ts'
import { newFolder, randomFile, refusalOf } from '#server/platform/files/testing.ts'
import { freePort } from '#server/testing/loopback.ts'
import { openBucket } from './s3.ts'
import { newBucketStore, newStandIn } from './testing/bucket.ts'
import { openBucketStandIn } from './testing/stand-in.ts'

test('a bucket that is away refuses with a sentence and a time, and goes on when it is back', async () => {
  const standIn = await openBucketStandIn({ port: await freePort() })
  const { store, keepBytes, bytesOf, folder, storage } = await newBucketStore(standIn.settings)
  const { key } = await keepBytes(randomFile(10))
  await standIn.close()
  const away = { code: 'unavailable', retryAfter: 5 }
  expect(await refusalOf(keepBytes(randomFile(10)))).toMatchObject({
    ...away,
    message:
      "Our file storage isn't available right now, so nothing was saved. Please try again in a few minutes.",
  })
  const works = [
    () => store.read(key),
    () => store.remove(key),
    () => store.check(),
    () => storage.belongTo('ours'),
  ]
  for (const work of works) expect(await refusalOf(work())).toMatchObject(away)
  // The portal starts anyway.
  expect(
    (await openKeyring(join(folder, 'keys', 'files.json'), { protects: storage })).newest.id,
  ).toBeTruthy()

  const back = await openBucketStandIn({ port: standIn.port })
  for (const [name, stored] of standIn.objects) back.objects.set(name, stored)
  expect(await bytesOf(key)).toHaveLength(10)
  await keepBytes(randomFile(10))
  await back.close()
})

test('a bucket that answers nothing is given up', async () => {
  const { settings, state } = await newStandIn()
  const { keepBytes } = await newBucketStore(settings, { timeout: 300 })
  state.fail = () => 'hang'
  expect(await refusalOf(keepBytes(randomFile(10)))).toMatchObject({ code: 'unavailable' })
})

test.each([
  [507, 'InsufficientStorage', 'storage_full'],
  [403, 'QuotaExceeded', 'storage_full'],
  [500, 'InternalError', 'unavailable'],
  [503, 'SlowDown', 'unavailable'],
])(
  'a bucket that refuses a part with %i %s is told as %s, and nothing is left',
  async (status, name, code) => {
    const { settings, state, uploads, objects } = await newStandIn()
    const { keepBytes } = await newBucketStore(settings)
    state.fail = ({ query }) =>
      query.get('partNumber') === '2' ? { status, body: `<Error><Code>${name}</Code></Error>` } : null
    expect(await refusalOf(keepBytes(randomFile(14 * 1024 * 1024)))).toMatchObject({ code })
    expect([uploads.size, objects.size]).toEqual([0, 0])
  },
)

test('a file that was altered, cut or exchanged in the bucket is refused, and never given out as it is', async () => {
  const { settings, objects } = await newStandIn()
  const { keepBytes, bytesOf } = await newBucketStore(settings)
  const [first, second] = [await keepBytes(randomFile(200_000)), await keepBytes(randomFile(200_000))]
  const name = `files/files/${first.key}`
  const whole = objects.get(name)?.bytes ?? Buffer.alloc(0)
  const altered = Buffer.from(whole)
  altered[100_000] = (altered[100_000] ?? 0) ^ 1
  const exchanged = objects.get(`files/files/${second.key}`)?.bytes ?? Buffer.alloc(0)
  for (const bytes of [altered, whole.subarray(0, -1), exchanged, Buffer.alloc(0)]) {
    objects.set(name, { bytes, modifiedAt: new Date() })
    expect(await refusalOf(bytesOf(first.key))).toMatchObject({ code: 'unavailable' })
  }
})

test('while files move, each is read wherever it lies, and new ones go to the new place', async () => {
  const standIn = await newStandIn()
  const folder = await newFolder()
  const [disk, bucket] = [diskStorage(join(folder, 'files')), openBucket(standIn.settings)]
  const keyring = await openKeyring(join(folder, 'keys.json'), { protects: disk })
  const old = await (await openFileStore({ storage: disk, keyring })).put([randomFile(5)], { limit: 5 })
  const both = await openFileStore({ storage: bothStorages(bucket, disk), keyring })
  const fresh = await both.put([randomFile(6)], { limit: 6 })
  expect([...standIn.objects.keys()]).toEqual([`files/files/${fresh.key}`])
  for (const { key, size } of [old, fresh]) {
    expect(Buffer.concat(await (await both.read(key)).toArray())).toHaveLength(size)
    await both.remove(key)
    expect(await refusalOf(both.read(key))).toMatchObject({ code: 'unavailable' })
  }
  expect(await both.belongTo('ours')).toBe(true)
  expect([await disk.installation(), await bucket.installation()]).toEqual(['ours', 'ours'])
})
