import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'

const compressible = /\.(js|css|svg|json|txt|webmanifest)$/

/**
 * Puts a `.br` and a `.gz` beside every file that becomes smaller by it: made once at the highest quality, for
 * the server to choose from by what a browser accepts.
 * @param {string} folder
 */
export const precompress = (folder) => Promise.all(filesIn(folder).filter(isCompressible).map(compressFile))

/** @param {string} file */
const isCompressible = (file) => compressible.test(file) && !file.includes('/.')

/** @param {string} file */
async function compressFile(file) {
  const bytes = readFileSync(file)
  const params = { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const made = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  for (const [at, ending] of /** @type {const} */ ([
    [0, '.br'],
    [1, '.gz'],
  ]))
    if (made[at].length < bytes.length) writeFileSync(file + ending, made[at])
}

/** @param {string} folder @returns {string[]} */
const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
