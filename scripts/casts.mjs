import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, root } from './process.mjs'

const suppression = /(?:oxlint|eslint)-disable\S*|biome-ignore|@ts-(?:ignore|nocheck|expect-error)/

/**
 * Ways past the compiler and the linter, and how many the whole tree may have, tests included. The words "as never" also
 * occur in sentences, where another word follows.
 * @type {{ name: string, pattern: RegExp, atMost: number }[]}
 */
const ceilings = [
  { name: 'as never', pattern: /\bas never\b(?! \w)/, atMost: 8 },
  { name: 'as unknown as', pattern: /\bas unknown as\b/, atMost: 3 },
  { name: 'suppression', pattern: suppression, atMost: 3 },
]

/** In a test, an expected error is what the test is about. */
const isTypeTest = (/** @type {string} */ path, /** @type {string} */ line) =>
  /\.test\.tsx?$/.test(path) && line.includes('@ts-expect-error')

/**
 * Returns the kinds of which these texts have too many, with their places, and each suppression without a reason after
 * it, written as `-- reason` or `: reason`.
 * @param {[path: string, text: string][]} texts
 */
export function castFaults(texts) {
  const lines = texts.flatMap(([path, text]) =>
    text
      .split('\n')
      .map((line, at) => ({ line, place: `${path}:${at + 1}` }))
      .filter(({ line }) => !isTypeTest(path, line)),
  )
  const tooMany = ceilings.flatMap(({ name, pattern, atMost }) => {
    const places = lines.flatMap(({ line, place }) => (pattern.test(line) ? [`${place}: ${name}`] : []))
    return places.length > atMost
      ? [`${name}: ${places.length}, and at most ${atMost} may be`, ...places]
      : []
  })
  const unexplained = lines.flatMap(({ line, place }) => {
    const [, reason] = line.split(suppression)
    return reason === undefined || /(?:--|:) \S/.test(reason)
      ? []
      : [`${place}: suppression without a reason`]
  })
  return [...tooMany, ...unexplained]
}

const ownFiles = ['scripts/casts.mjs', 'scripts/casts.test.ts']

/** Returns the faults of all sources. */
export const casts = () =>
  castFaults(
    [
      ...readdirSync(root),
      ...filesBelow(['contract', 'inspector', 'server', 'web', 'scripts', 'bench', 'e2e']),
    ]
      .filter((path) => /\.([cm]?ts|tsx|[cm]js)$/.test(path) && !ownFiles.includes(path))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
