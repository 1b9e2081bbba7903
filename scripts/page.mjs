import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { fingerprintOf } from '../inspector/process/fingerprint.mjs'
import { isBuilt } from '../inspector/process/program.mjs'
import { captureTool, root } from './process.mjs'

const sources = [
  'web',
  'contract',
  'docs/guides/pictures',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.base.json',
  'scripts/page.mjs',
  'scripts/prerender.mjs',
  'server/platform/http/sign-in-page.ts',
]
/** Hash of the sources that the page was built from. Kept beside the page, so that both are deleted together. */
const stamp = join(root, 'dist/web.sources')

/** Builds the page, and the program that opens files, unless they exist and match their sources. */
export async function ensureBuild({ evenIfFresh = false } = {}) {
  if (evenIfFresh || !isBuilt()) await build('node', ['inspector/process/build.mjs'])
  await ensurePage(evenIfFresh)
}

/** @param {boolean} evenIfFresh */
async function ensurePage(evenIfFresh) {
  const wanted = fingerprintOf(sources)
  if (!evenIfFresh && existsSync(join(root, 'dist/web/index.html')) && readOr(stamp) === wanted) return
  console.log('Building the page.')
  rmSync(stamp, { force: true })
  await build('vite', ['build'])
  await build('vite', ['build', '--ssr', 'prerender.tsx'])
  await build('node', ['scripts/prerender.mjs'])
  await precompress(join(root, 'dist/web'))
  writeFileSync(stamp, wanted)
}

/** @param {string} tool @param {string[]} args */
async function build(tool, args) {
  const { code, output } = await captureTool(tool, args)
  if (code !== 0) throw new Error(`${output.trim()}\nThe portal could not be built.`)
}

/** @param {string} file */
const readOr = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

const compressible = /\.(js|css|svg|json|txt|webmanifest)$/

/**
 * Writes a `.br` and a `.gz` beside every file that gets smaller by it. Made once at the highest quality. The server
 * chooses by what a browser accepts.
 * @param {string} folder
 */
const precompress = (folder) => Promise.all(filesBelow(folder).filter(isCompressible).map(compressFile))

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
const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
