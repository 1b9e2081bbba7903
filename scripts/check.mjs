import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { casts } from './casts.mjs'
import { captureTool, filesBelow, root } from './process.mjs'
import { retiredNames } from './vocabulary.mjs'

const projects = ['contract', 'inspector', 'server', 'web', '.']

/** @type {[name: string, tool: string, args: string[]][]} */
const steps = [
  ...projects.map(
    (path) => /** @type {[string, string, string[]]} */ ([`types of ${path}`, 'tsc', ['-p', path]]),
  ),
  ['rules', 'oxlint', ['--type-aware', '--deny-warnings', '--report-unused-disable-directives']],
  ['format', 'biome', ['ci', '--colors=off']],
  ['nothing unused', 'knip', []],
]

/**
 * Searches for faults that no tool looks for. One that parses needs a package, and this file is read before there are any.
 * @type {[name: string, find: () => string[] | Promise<string[]>][]}
 */
const searches = [
  ['vocabulary', retiredNames],
  ['vague names', async () => (await import('./vague-names.mjs')).vagueNames()],
  ['casts and suppressions', casts],
  ['length of files', () => longFiles()],
]

/**
 * Runs every check, two at a time, and prints each result when it is there.
 * @returns {Promise<import('./test.mjs').Tally>}
 */
export async function check() {
  /** @type {string[]} */
  const failures = []
  const waiting = [...steps]
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift())
      if (!(await passes(step))) failures.push(`check: ${step[0]}`)
  }
  await Promise.all([work(), work()])
  for (const [name, find] of searches) {
    const found = await find()
    console.log(`${found.length === 0 ? '✓' : '✗'} ${name}`)
    for (const line of found) console.log(line)
    if (found.length > 0) failures.push(`check: ${name}`)
  }
  const all = steps.length + searches.length
  return { passed: all - failures.length, failed: failures.length, failures }
}

/** @param {(typeof steps)[number]} step */
const passes = async ([name, tool, args]) => {
  const started = performance.now()
  const { code, output } = await captureTool(tool, args)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (code !== 0) console.log(output.trim())
  return code === 0
}

const folders = ['contract', 'inspector', 'server', 'web', 'e2e', 'bench', 'scripts']

const mostLines = 300

/** Returns the files of more lines than one idea needs. */
const longFiles = () =>
  filesBelow(folders)
    .filter((path) => /\.(ts|tsx|mjs|css)$/.test(path))
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > mostLines)
    .map(({ file, lines }) => `${file}: ${lines} lines`)
