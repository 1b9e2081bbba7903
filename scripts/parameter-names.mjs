import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { filesBelow, root } from './process.mjs'

/** Names that say nothing of what a parameter is. */
const vagueNames = new Set(['one', 'what', 'told', 'asked'])

/**
 * A node of a syntax tree, with only what the search reads.
 * @typedef {{ type: string, start: number, [part: string]: unknown }} SyntaxNode
 */

/**
 * Returns where a text has a parameter with a vague name, as "path:line: name". Destructured parameters count, and those
 * of a type.
 * @param {string} path
 * @param {string} text
 * @throws Error if the text is no code
 */
export function vagueParametersIn(path, text) {
  const lang = path.endsWith('.tsx') ? 'tsx' : path.endsWith('.ts') ? 'ts' : 'js'
  return parametersBelow(parseAst(text, { lang }, path)).flatMap(({ name, start }) =>
    vagueNames.has(name) ? [`${path}:${text.slice(0, start).split('\n').length}: ${name}`] : [],
  )
}

/**
 * @param {unknown} value a node, a list of nodes or a plain value
 * @returns {{ name: string, start: number }[]}
 */
function parametersBelow(value) {
  if (typeof value !== 'object' || value === null) return []
  const { params } = /** @type {{ params?: unknown }} */ (value)
  const own = Array.isArray(params) ? params.flatMap(namesIn) : []
  return [...own, ...Object.values(value).flatMap(parametersBelow)]
}

/**
 * Returns the names that a parameter introduces, whatever it is destructured into.
 * @param {SyntaxNode | null} node null in place of an array's element that is left out
 * @returns {{ name: string, start: number }[]}
 */
function namesIn(node) {
  const parts = /** @type {Record<string, (part: any) => (SyntaxNode | null)[]>} */ ({
    AssignmentPattern: ({ left }) => [left],
    RestElement: ({ argument }) => [argument],
    ArrayPattern: ({ elements }) => elements,
    ObjectPattern: ({ properties }) => properties,
    Property: ({ value }) => [value],
    TSParameterProperty: ({ parameter }) => [parameter],
  })
  if (node?.type === 'Identifier') return [{ name: String(node.name), start: node.start }]
  return node ? (parts[node.type]?.(node) ?? []).flatMap(namesIn) : []
}

/** Returns every parameter with a vague name in the sources and tests. */
export const vagueParameters = () =>
  [...readdirSync(root), ...filesBelow(['contract', 'inspector', 'server', 'web', 'scripts', 'bench', 'e2e'])]
    .filter((path) => /\.(tsx?|mjs)$/.test(path))
    .flatMap((path) => vagueParametersIn(path, readFileSync(join(root, path), 'utf8')))
