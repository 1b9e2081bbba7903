import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the checkout, or of the image. */
export const root = join(import.meta.dirname, '../..')

/**
 * Hash of the files at these paths of the checkout, and below them.
 * @param {string[]} paths
 * @param {(file: string) => boolean} counts whether a file counts
 */
export const fingerprintOf = (paths, counts = () => true) => {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesIn).filter(counts).sort())
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** @param {string} path @returns {string[]} */
const filesIn = (path) =>
  statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path)).flatMap((name) => filesIn(join(path, name)))
    : [path]
