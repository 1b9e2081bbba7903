import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { filesBelow, root } from './process.mjs'

/** Names that say nothing of what a parameter or a variable is. */
const vague = new Set(['one', 'what', 'told', 'asked', 'it'])

/** Names that say nothing of what a type or a schema describes. */
const vagueType = /^(One|What)$|^(Told|Asked)(?![a-z])|^[A-Z]\w*(Told|Asked)$/

/**
 * A node of a syntax tree, with only what the search reads.
 * @typedef {{ type: string, start: number, [part: string]: unknown }} SyntaxNode
 */

/**
 * Returns where a text has a vague name of a parameter, a variable or a type, as "path:line: name". Destructured names
 * count, and the parameters of a type.
 * @param {string} path
 * @param {string} text
 * @throws Error if the text is no code
 */
export function vagueNamesIn(path, text) {
  const lang = path.endsWith('.tsx') ? 'tsx' : path.endsWith('.ts') ? 'ts' : 'js'
  const declared = declaredBelow(parseAst(text, { lang }, path))
  return declared.flatMap(({ name, start }) =>
    vague.has(name) || vagueType.test(name)
      ? [`${path}:${text.slice(0, start).split('\n').length}: ${name}`]
      : [],
  )
}

/**
 * @param {unknown} value a node, a list of nodes or a plain value
 * @returns {{ name: string, start: number }[]}
 */
function declaredBelow(value) {
  if (typeof value !== 'object' || value === null) return []
  const { params } = /** @type {{ params?: unknown }} */ (value)
  const own = [
    ...namesIn(declaredBy(/** @type {SyntaxNode} */ (value))),
    ...(Array.isArray(params) ? params.flatMap(namesIn) : []),
  ]
  return [...own, ...Object.values(value).flatMap(declaredBelow)]
}

/**
 * Returns the part of a declaration that names it, or null for any other node.
 * @param {SyntaxNode} node
 */
const declaredBy = (node) => {
  const part = /** @type {Record<string, string>} */ ({
    VariableDeclarator: 'id',
    FunctionDeclaration: 'id',
    ClassDeclaration: 'id',
    TSTypeAliasDeclaration: 'id',
    TSInterfaceDeclaration: 'id',
    CatchClause: 'param',
  })[node.type]
  return part === undefined ? null : /** @type {SyntaxNode | null} */ (node[part])
}

/**
 * Returns the names that a parameter or a variable introduces, whatever it is destructured into.
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

/** Nouns in -ing. `testing` is the house's own name for what tests need. */
const nouns = new Set(['finding', 'keyring', 'onboarding', 'tampering', 'testing'])

/**
 * Returns the files that are named by a gerund alone, which says what goes on and not what is inside.
 * @param {string[]} paths
 */
export const gerundFiles = (paths) =>
  paths
    .filter((path) => {
      const [, name = ''] = /(?:^|\/)([a-z]+ing)(?:\.test|\.spec)?\.(?:tsx?|mjs)$/.exec(path) ?? []
      return name !== '' && !nouns.has(name)
    })
    .map((path) => `${path}: named by a gerund alone`)

const folders = ['contract', 'inspector', 'server', 'web', 'scripts', 'bench', 'e2e']

/** Returns every vague name in the sources and the tests, and every file that is named by a gerund alone. */
export const vagueNames = () => {
  const paths = [...readdirSync(root), ...filesBelow(folders)].filter((path) => /\.(tsx?|mjs)$/.test(path))
  return [
    ...gerundFiles(paths),
    ...paths.flatMap((path) => vagueNamesIn(path, readFileSync(join(root, path), 'utf8'))),
  ]
}
