import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './process.mjs'

const folders = ['contract', 'inspector', 'server', 'web', 'e2e', 'bench', 'scripts']

/** Not a judgement: a reminder to ask which second idea lives in them. */
export function printLongestFiles() {
  const longest = folders
    .flatMap(sourcesIn)
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
    .sort((a, b) => b.lines - a.lines)
    .slice(0, 5)
  console.log('The longest files:')
  for (const { file, lines } of longest) console.log(`${String(lines).padStart(5)}  ${file}`)
}

/** @param {string} folder */
const sourcesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs|css)$/.test(name))
    .map((name) => join(folder, name))
