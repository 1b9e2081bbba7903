import { spawn } from 'node:child_process'
import { chmod, copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { diskStorage } from './disk-storage.ts'
import { takeFileLock } from './file-lock.ts'
import { openKeyring, rotateKeyring } from './keyring.ts'
import { openFileStore } from './store.ts'
import { filesIn, newFolder, newStore, randomFile, refusalOf } from './testing.ts'

async function newPlace() {
  const folder = await newFolder()
  const place = { path: join(folder, 'keys', 'files.json'), protects: join(folder, 'files') }
  return { ...place, open: () => openKeyring(place.path, { protects: diskStorage(place.protects) }) }
}

test('the key is made on the first start, kept, and closed to others', async () => {
  const { path, open } = await newPlace()
  const first = await open()
  expect((await open()).newest).toEqual(first.newest)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(dirname(path))).mode & 0o777).toBe(0o700)
  expect(await filesIn(dirname(path))).toHaveLength(1)
})

test('a key file that others could read is closed to them', async () => {
  const { path, open } = await newPlace()
  await open()
  await chmod(path, 0o644)
  await open()
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test.each(['', '{', '[]', '{"version":1,"keys":[]}', '{"version":2,"keys":[]}', '\0'.repeat(200)])(
  'a damaged key file (%j) is told and never replaced',
  async (damaged) => {
    const { path, open } = await newPlace()
    await mkdir(dirname(path))
    await writeFile(path, damaged)
    expect((await refusalOf(open())).message).toBe(
      `The key file ${path} is damaged. Restore it from a backup: stored files cannot be read without it. Nothing was changed.`,
    )
    expect(await readFile(path, 'utf8')).toBe(damaged)
  },
)

test('a key file that cannot be read is told and never replaced', async () => {
  const { path, open } = await newPlace()
  await mkdir(path, { recursive: true })
  expect((await refusalOf(open())).message).toMatch(
    /^The key file .* cannot be read\. Restore it from a backup/,
  )
  expect((await stat(path)).isDirectory()).toBe(true)
})

test('a lost key file is told, not replaced by a new key that opens nothing', async () => {
  const { path, protects, open } = await newPlace()
  await open()
  const store = await newStore(dirname(protects))
  await store.keepBytes(randomFile(10))
  await rm(path)
  expect((await refusalOf(open())).message).toBe(
    `The key file ${path} is missing, and ${protects} holds files that only its keys open. ` +
      'Restore it from a backup: stored files cannot be read without it. Nothing was changed.',
  )
})

test("another portal's key file is told, and encrypts nothing here", async () => {
  const { path, protects, open } = await newPlace()
  await open()
  const store = await newStore(dirname(protects))
  for (let files = 0; files < 3; files++) await store.keepBytes(randomFile(10))
  const foreign = await newPlace()
  await foreign.open()
  await copyFile(foreign.path, path)
  expect((await refusalOf(open())).message).toBe(
    `The key file ${path} is not the one that the files in ${protects} were sealed with. ` +
      'Restore it from a backup: stored files cannot be read without it. Nothing was changed.',
  )
})

test('files that are damaged among others do not keep the portal from starting', async () => {
  const { protects, open } = await newPlace()
  await open()
  const store = await newStore(dirname(protects))
  const kept = await Promise.all([1, 2, 3].map(() => store.keepBytes(randomFile(10))))
  const [strange, short] = kept
  await writeFile(store.pathOf(strange?.key ?? ''), 'PTCO\x01 something else of a sufficient length')
  await writeFile(store.pathOf(short?.key ?? ''), '')
  await expect(open()).resolves.toBeDefined()
})

test('two processes that start at the same moment make one key', async () => {
  for (let round = 0; round < 2; round++) {
    const { path, protects } = await newPlace()
    const startAt = Date.now() + 600
    const ids = await Promise.all([1, 2, 3].map(() => openElsewhere(path, protects, startAt)))
    const { keys } = JSON.parse(await readFile(path, 'utf8'))
    expect(new Set(ids)).toEqual(new Set([keys[0].id]))
    expect(keys).toHaveLength(1)
    expect(await filesIn(dirname(path))).toHaveLength(1)
  }
})

test('a rotation adds a key and loses none', async () => {
  const { path, open } = await newPlace()
  const first = await open()
  const second = await rotateKeyring(path)
  expect(second.newest.id).not.toBe(first.newest.id)
  expect(second.find(first.newest.id)).toEqual(first.newest)
  expect((await open()).newest).toEqual(second.newest)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('of two rotations at once none loses a key', async () => {
  const { path, open } = await newPlace()
  await open()
  const rotations = await Promise.allSettled([rotateKeyring(path), rotateKeyring(path), rotateKeyring(path)])
  const { find } = await open()
  const made = rotations.filter((rotation) => rotation.status === 'fulfilled')
  const refused = rotations.filter((rotation) => rotation.status === 'rejected')
  expect(made.length).toBeGreaterThan(0)
  for (const { value } of made) expect(find(value.newest.id)).toEqual(value.newest)
  for (const { reason } of refused) expect(String(reason)).toMatch(/Another rotation is at work/)
})

test('a rotation that was killed holds up no other', async () => {
  const { path, open } = await newPlace()
  await open()
  // As this version and an earlier one leave it.
  await writeFile(`${path}.rotating`, '')
  await writeFile(`${path}.rotating.pid`, String(process.pid))
  await writeFile(`${path}.rotating.lock`, '')
  const { newest } = await rotateKeyring(path)
  expect((await open()).newest).toEqual(newest)
})

test('who has taken a turn keeps it, also before their number is written down', async () => {
  const path = join(await newFolder(), 'turn')
  const take = () => takeFileLock(path, (holder) => `Wait${holder}`)
  const letGo = take()
  expect(take).toThrow(`Wait (process ${process.pid})`)
  await rm(`${path}.pid`)
  expect(take).toThrow(/^Wait$/)
  letGo()
  take()()
})

const openElsewhere = async (path: string, protects: string, startAt: number) => {
  const program = `
    import { diskStorage } from '#server/platform/files/disk-storage.ts'
    import { openKeyring } from '#server/platform/files/keyring.ts'
    const [path, protects, startAt] = process.argv.slice(1)
    while (Date.now() < Number(startAt)) {}
    console.log((await openKeyring(path, { protects: diskStorage(protects) })).newest.id)`
  const args = ['--input-type=module', '-e', program, path, protects, String(startAt)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  return (await text(child.stdout)).trim()
}

test('a portal that runs encrypts with a new key soon after a rotation, and others open that at once', async () => {
  const { path, protects, open } = await newPlace()
  const [running, beside] = [await open(), await open()]
  const before = running.newest
  const { newest } = await rotateKeyring(path)
  expect(beside.find(newest.id)).toEqual(newest)
  await expect.poll(() => running.newest.id, { interval: 50 }).toBe(newest.id)
  expect(running.find(before.id)).toEqual(before)

  await rm(path)
  const store = await openFileStore({ storage: diskStorage(protects), keyring: running })
  const { key } = await store.put(Readable.from([randomFile(10)]), { limit: 10 })
  expect(await buffer(await store.read(key))).toHaveLength(10)
})
