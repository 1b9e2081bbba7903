import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { precompress } from './precompress.mjs'
import { captureTool, root } from './process.mjs'

const sources = [
  'web',
  'contract',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.base.json',
  'scripts/page.mjs',
  'scripts/precompress.mjs',
  'scripts/prerender.mjs',
  'server/platform/http/sign-in-page.ts',
]
/** Says from which sources the page was built; beside the page, so that both go together. */
const stamp = join(root, 'dist/web.sources')

/** Builds the page unless it is there and as new as its sources. */
export async function ensurePage({ evenIfFresh = false } = {}) {
  const wanted = fingerprint()
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
  if (code !== 0) throw new Error(`${output.trim()}\nThe page could not be built.`)
}

const fingerprint = () => {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesIn).sort())
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** @param {string} path @returns {string[]} */
const filesIn = (path) =>
  statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path)).flatMap((name) => filesIn(join(path, name)))
    : [path]

/** @param {string} file */
const readOr = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
