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

/** A folder of this test's own, gone after it. */
export async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A store on a real disk, and what a test asks of it. */
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

/** Every file below a folder. */
export const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

export const randomFile = (size: number) => randomBytes(size)

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** What something refuses with; fails the test when it does not refuse. */
export const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error('It was not refused.')),
    (problem: Problem) => problem,
  )
