import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { Problem } from '#contract/kit/problem.ts'
import { diskStorage } from './disk-storage.ts'
import { openKeyring } from './keyring.ts'
import type { ByteRange } from './port.ts'
import { openFileStore } from './store.ts'

/** Makes a folder for this test, removed when the test ends. */
export async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Opens a store on a real disk, with helpers for tests. */
export async function newStore(folder?: string) {
  const root = folder ?? (await newFolder())
  const directory = join(root, 'files')
  const storage = diskStorage(directory)
  const keyring = await openKeyring(join(root, 'keys', 'files.json'), { protects: storage })
  const store = await openFileStore({ storage, keyring })
  return {
    ...store,
    directory,
    keys: join(root, 'keys', 'files.json'),
    pathOf: (key: string) => join(directory, key),
    keepBytes: (bytes: Buffer) => store.put([bytes], { limit: bytes.length }),
    bytesOf: async (key: string, range?: ByteRange) => buffer(await store.read(key, range ? { range } : {})),
    filesLeft: () => filesIn(directory),
  }
}

/** Returns every file below a folder. */
export const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

export const randomFile = (size: number) => randomBytes(size)

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Returns the Problem that the work throws. Fails the test if it does not throw. */
export const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error('It was not refused.')),
    (problem: Problem) => problem,
  )
