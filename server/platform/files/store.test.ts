import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { Problem } from '#contract/kit/problem.ts'
import { recordSize } from './encryption.ts'
import { newFolder, newStore, randomFile, refusalOf, sha256 } from './testing.ts'

const mebibyte = 1024 * 1024

test.each([0, 1, recordSize - 1, recordSize, recordSize + 1, 2 * recordSize, 10 * mebibyte])(
  'a file of %i bytes comes back as it was given',
  async (size) => {
    const store = await newStore()
    const file = randomFile(size)
    const kept = await store.keepBytes(file)
    expect(kept).toEqual({ key: expect.stringMatching(/^(..)\/(..)\/\1\2/), size, sha256: sha256(file) })
    expect((await store.bytesOf(kept.key)).equals(file)).toBe(true)
  },
)

test('it does not matter in what pieces a file arrives', async () => {
  const store = await newStore()
  const file = randomFile(3 * recordSize)
  const pieces = [1, 2, 0, recordSize, 7, recordSize - 10, 70_000].map((size, at, all) => {
    const from = all.slice(0, at).reduce((sum, each) => sum + each, 0)
    return file.subarray(from, from + size)
  })
  const kept = await store.put(pieces, { limit: file.length })
  expect((await store.bytesOf(kept.key)).equals(file.subarray(0, kept.size))).toBe(true)
})

test('nothing of a file can be read on the disk, and only the portal may open it', async () => {
  const store = await newStore()
  const { key } = await store.keepBytes(Buffer.alloc(3 * recordSize, 'Amelia Hartley, 12 March 1984. '))
  expect((await readFile(store.pathOf(key))).includes('Amelia')).toBe(false)
  expect((await stat(store.pathOf(key))).mode & 0o777).toBe(0o600)
  for (const folder of [store.directory, dirname(store.pathOf(key))])
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('an upload can be inspected before it is kept', async () => {
  const store = await newStore()
  const file = randomFile(recordSize + 5)
  const staged = await store.stage([file], { limit: file.length })
  expect(staged.bytes.equals(file)).toBe(true)
  await refusalOf(store.read(staged.key))
  const kept = await store.keep(staged)
  expect(kept).toEqual({ key: staged.key, size: file.length, sha256: sha256(file) })
  // A kept upload is also discarded when its request ends.
  await store.discard(staged)
  expect((await store.bytesOf(kept.key)).equals(file)).toBe(true)
})

test('an upload that is discarded leaves nothing', async () => {
  const store = await newStore()
  const staged = await store.stage([randomFile(10)], { limit: 10 })
  await store.discard(staged)
  await store.discard(staged)
  expect(await store.filesLeft()).toEqual([])
})

test('keeping a file twice never costs the file', async () => {
  const store = await newStore()
  const file = randomFile(10)
  const staged = await store.stage([file], { limit: 10 })
  const outcomes = await Promise.allSettled([store.keep(staged), store.keep(staged)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await store.bytesOf(staged.key)).equals(file)).toBe(true)
})

test('an endless upload is stopped as soon as it is over the limit', async () => {
  const store = await newStore()
  let sent = 0
  let isStopped = false
  async function* endless() {
    try {
      for (;;) {
        sent += recordSize
        yield Buffer.alloc(recordSize)
      }
    } finally {
      isStopped = true
    }
  }
  const problem = await refusalOf(store.stage(endless(), { limit: 10 * mebibyte }))
  expect(problem).toMatchObject({
    code: 'too_large',
    message: 'Please select a file smaller than 10MB',
    reason: 'file_too_large',
  })
  expect(sent).toBe(10 * mebibyte + recordSize)
  expect(isStopped).toBe(true)
  expect(await store.filesLeft()).toEqual([])
})

test('a file of the limit exactly is accepted', async () => {
  const store = await newStore()
  expect(await store.put([randomFile(1000), randomFile(1000)], { limit: 2000 })).toMatchObject({ size: 2000 })
  expect(await refusalOf(store.put([randomFile(2001)], { limit: 2000 }))).toMatchObject({ code: 'too_large' })
})

test('an upload that breaks off leaves nothing, and its own error is told', async () => {
  const store = await newStore()
  const upload = new PassThrough()
  upload.write(randomFile(3 * recordSize))
  const staging = refusalOf(store.stage(upload, { limit: 10 * mebibyte }))
  // It has been read from by then.
  upload.once('drain', () => upload.destroy(new Error('The sender went away')))
  expect((await staging).message).toBe('The sender went away')
  expect(await store.filesLeft()).toEqual([])
})

test('many files at once do not disturb each other', async () => {
  const store = await newStore()
  const files = Array.from({ length: 30 }, (_, at) => randomFile(at * 9000))
  const kept = await Promise.all(files.map(store.keepBytes))
  const read = await Promise.all(kept.map(({ key }) => store.bytesOf(key)))
  expect(read.every((bytes, at) => bytes.equals(files[at] ?? Buffer.alloc(1)))).toBe(true)
})

test('a removed file is gone, and removing it again is no failure', async () => {
  const store = await newStore()
  const { key } = await store.keepBytes(randomFile(10))
  await store.remove(key)
  await store.remove(key)
  expect(await store.filesLeft()).toEqual([])
  expect(await refusalOf(store.read(key))).toMatchObject({ code: 'unavailable', retryAfter: 5 })
})

test('a whole read is refused before its end when the hash is not the one on record', async () => {
  const store = await newStore()
  const file = randomFile(2 * recordSize + 1)
  const { key, sha256: hash } = await store.keepBytes(file)
  const reading = await store.read(key, { sha256: hash })
  expect(Buffer.concat(await reading.toArray()).equals(file)).toBe(true)

  let received = 0
  const wrong = await store.read(key, { sha256: sha256(randomFile(1)) })
  wrong.on('data', (part: Buffer) => (received += part.length))
  const problem = await new Promise((resolve) => wrong.once('error', resolve))
  expect(problem).toMatchObject({ code: 'unavailable' })
  expect(received).toBeLessThan(file.length)
})

test('readers that go away early leave no file open', async () => {
  const store = await newStore()
  const { key } = await store.keepBytes(randomFile(4 * recordSize))
  const openBefore = await openFiles()
  for (let round = 0; round < 50; round++) {
    const reading = await store.read(key)
    if (round % 2) await reading.iterator({ destroyOnReturn: false }).next()
    const closed = new Promise((resolve) => reading.once('close', resolve))
    reading.destroy()
    await closed
  }
  expect((await openFiles()) - openBefore).toBeLessThan(10)
})

test('refused readers leave no file open', async () => {
  const store = await newStore()
  const { key } = await store.keepBytes(randomFile(10))
  await writeFile(store.pathOf(key), randomFile(200))
  const openBefore = await openFiles()
  for (let round = 0; round < 50; round++) await refusalOf(store.read(key))
  expect((await openFiles()) - openBefore).toBeLessThan(10)
})

const openFiles = async () => (await readdir('/dev/fd')).length

test.each([
  '../../etc/passwd',
  '..',
  '',
  'staged/x',
  `ab/cd/${randomUUID()}/`,
  '/etc/passwd',
  `../x/${randomUUID()}`,
])('the key %j leads nowhere', async (key) => {
  const store = await newStore()
  expect(await refusalOf(store.read(key))).toBeInstanceOf(Problem)
  expect(await refusalOf(store.remove(key))).toBeInstanceOf(Problem)
  expect(await refusalOf(store.discard({ key }))).toBeInstanceOf(Problem)
})

test('the store tells that it works, and leaves no trace of having tried', async () => {
  const store = await newStore()
  await store.check()
  expect(await store.filesLeft()).toEqual([])
})

test('the store tells when it cannot write', async () => {
  const folder = await newFolder()
  const store = await newStore(folder)
  await rm(store.directory, { recursive: true })
  await writeFile(store.directory, 'a file where the folder was')
  expect(await refusalOf(store.check())).toMatchObject({ code: 'unavailable', retryAfter: 5 })
  expect(await refusalOf(store.keepBytes(randomFile(1)))).toMatchObject({ code: 'unavailable' })
})
