import { randomUUID } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { errorCodeOf, onDisk } from './disk.ts'
import type { ListedFile, QuarantinedFile } from './port.ts'

/**
 * Where a store keeps files on disk: staged and orphaned files in one flat folder each, kept files two folders deep.
 */
export interface Layout {
  root: string
  staging: string
  /** Path of the file that names the installation the files belong to. */
  label: string
  staged: (key: string) => string
  kept: (key: string) => string
  orphaned: (key: string) => string
  list: () => AsyncGenerator<ListedFile>
  listOrphaned: () => AsyncGenerator<QuarantinedFile>
}

/** Random, so that a key reveals nothing and keys spread evenly over the folders. */
export const newKey = () => keyOf(randomUUID())

export function layoutOf(directory: string): Layout {
  const root = resolve(directory)
  const staging = join(root, 'staged')
  const orphanage = join(root, 'orphaned')
  return {
    root,
    staging,
    label: `${root}.installation`,
    staged: (key) => join(staging, basename(checkedKey(key))),
    kept: (key) => join(root, checkedKey(key)),
    orphaned: (key) => join(orphanage, basename(checkedKey(key))),
    async *list() {
      for await (const file of filesIn(staging)) yield { ...file, isStaged: true }
      for (const outer of await namesIn(root, folderName))
        for (const inner of await namesIn(join(root, outer), folderName))
          for await (const file of filesIn(join(root, outer, inner))) yield { ...file, isStaged: false }
    },
    async *listOrphaned() {
      for await (const { modifiedAt: since, ...file } of filesIn(orphanage)) yield { ...file, since }
    },
  }
}

const fileName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const folderName = /^[0-9a-f]{2}$/

const keyOf = (name: string) => `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`

/** Returns the key in the path of an object or file, or null if there is none. */
export const keyNamed = (path: string) => {
  const name = basename(path)
  return fileName.test(name) && path.endsWith(`/${keyOf(name)}`) ? keyOf(name) : null
}

/** @throws Error for a key that this store did not make, since it could lead out of the store. */
export const checkedKey = (key: string) => {
  const name = basename(key)
  if (fileName.test(name) && keyOf(name) === key) return key
  throw new Error('That is not a key of this store')
}

async function* filesIn(folder: string) {
  for (const name of await namesIn(folder, fileName)) {
    const found = await unlessGone(() => stat(join(folder, name)))
    if (found) yield { key: keyOf(name), encryptedSize: found.size, modifiedAt: found.mtime }
  }
}

const namesIn = async (folder: string, pattern: RegExp) =>
  ((await unlessGone(() => readdir(folder))) ?? []).filter((name) => pattern.test(name))

const unlessGone = <T>(look: () => Promise<T>) =>
  onDisk(() =>
    look().catch((error) => {
      if (errorCodeOf(error) === 'ENOENT') return undefined
      throw error
    }),
  )
