import { randomUUID } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { codeOf, onDisk } from './faults.ts'
import type { ListedFile } from './port.ts'

/** Where the files of a store lie on disk: staged ones side by side, kept ones two folders deep. */
export interface Layout {
  root: string
  staging: string
  staged: (key: string) => string
  kept: (key: string) => string
  list: () => AsyncGenerator<ListedFile>
}

/** Random, so that a key tells nothing and spreads evenly over the folders. */
export const newKey = () => keyOf(randomUUID())

export function layoutOf(directory: string): Layout {
  const root = resolve(directory)
  const staging = join(root, 'staged')
  return {
    root,
    staging,
    staged: (key) => join(staging, basename(checked(key))),
    kept: (key) => join(root, checked(key)),
    async *list() {
      yield* filesIn(staging, true)
      for (const outer of await namesIn(root, folderName))
        for (const inner of await namesIn(join(root, outer), folderName))
          yield* filesIn(join(root, outer, inner), false)
    },
  }
}

const fileName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const folderName = /^[0-9a-f]{2}$/

const keyOf = (name: string) => `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`

/** A key that we did not make could lead out of the store. */
const checked = (key: string) => {
  const name = basename(key)
  if (fileName.test(name) && keyOf(name) === key) return key
  throw new Error('That is not a key of this store')
}

async function* filesIn(folder: string, isStaged: boolean): AsyncGenerator<ListedFile> {
  for (const name of await namesIn(folder, fileName)) {
    const found = await unlessGone(() => stat(join(folder, name)))
    if (found) yield { key: keyOf(name), modifiedAt: found.mtime, isStaged }
  }
}

const namesIn = async (folder: string, pattern: RegExp) =>
  ((await unlessGone(() => readdir(folder))) ?? []).filter((name) => pattern.test(name))

const unlessGone = <T>(look: () => Promise<T>) =>
  onDisk(() =>
    look().catch((error) => {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    }),
  )
