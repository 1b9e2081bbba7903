import { posix } from 'node:path'
import { parseAst } from 'vite'

/**
 * A node of a syntax tree, with only what the search reads.
 * @typedef {{ type: string, [part: string]: any }} SyntaxNode
 * @typedef {{ path: string, name: string }} Imported `*` is all that a file exports
 * @typedef {{ imports: Map<string, Imported>, surfaces: Map<string, string[]>, exported: Map<string, string> }} Module
 */

const fastify = /^(fastify|@fastify\/.+)$/

/**
 * Returns what features import from the platform that speaks of Fastify, as "path: name of path". A type does if it is
 * one of Fastify or made of one. A function does if it takes one. What a function returns and does inside is its own.
 * @param {Map<string, string>} texts sources by their path
 */
export function fastifyInFeatures(texts) {
  const modules = new Map([...texts].map(([path, text]) => [path, moduleOf(path, text)]))
  return [...modules]
    .filter(([path]) => path.startsWith('server/features/'))
    .flatMap(([path, { imports }]) =>
      [...imports.values()]
        .filter((imported) => imported.path.startsWith('server/platform/'))
        .filter((imported) => isOfFastify(imported, modules))
        .map(({ name, path: from }) => `${path}: ${name} of ${from}`),
    )
}

/**
 * @param {Imported} imported
 * @param {Map<string, Module>} modules
 * @param {Set<string>} visited
 * @returns {boolean}
 */
function isOfFastify({ path, name }, modules, visited = new Set()) {
  if (fastify.test(path)) return true
  const module = modules.get(path)
  const key = `${path} ${name}`
  if (!module || visited.has(key)) return false
  visited.add(key)
  const locals = name === '*' ? [...module.exported.values()] : [module.exported.get(name) ?? name]
  return locals.some((local) => {
    const imported = module.imports.get(local)
    if (imported) return isOfFastify(imported, modules, visited)
    return (module.surfaces.get(local) ?? []).some((part) =>
      isOfFastify(fastify.test(part) ? { path: part, name } : { path, name: part }, modules, visited),
    )
  })
}

/**
 * Returns what a file imports, what it exports, and for each of its declarations the names that a user of it meets.
 * @param {string} path
 * @param {string} text
 * @returns {Module}
 */
function moduleOf(path, text) {
  /** @type {Module} */
  const module = { imports: new Map(), surfaces: new Map(), exported: new Map() }
  const { body } = parseAst(text, { lang: 'ts' }, path)
  for (const statement of /** @type {SyntaxNode[]} */ (body)) {
    const { type, source, specifiers = [] } = statement
    const from = source ? resolve(path, source.value) : null
    if (type === 'ImportDeclaration')
      for (const { local, imported } of specifiers)
        module.imports.set(local.name, { path: from ?? '', name: imported?.name ?? '*' })
    if (type === 'ExportNamedDeclaration')
      for (const { local, exported } of specifiers) {
        module.exported.set(exported.name, from ? `${from} ${local.name}` : local.name)
        if (from) module.imports.set(`${from} ${local.name}`, { path: from, name: local.name })
      }
    const declaration = statement.declaration ?? statement
    for (const [name, surface] of declaredBy(declaration)) {
      module.surfaces.set(name, surface)
      if (declaration !== statement) module.exported.set(name, name)
    }
  }
  return module
}

/**
 * @param {string} path
 * @param {string} specifier
 */
const resolve = (path, specifier) =>
  specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier.replace(/^#/, '')

/**
 * @param {SyntaxNode} declaration
 * @returns {[name: string, surface: string[]][]}
 */
function declaredBy(declaration) {
  const { type, id, params, declarations = [] } = declaration
  if (type === 'TSInterfaceDeclaration' || type === 'TSTypeAliasDeclaration')
    return [[id.name, namesBelow(declaration)]]
  if (type === 'FunctionDeclaration') return [[id.name, namesBelow(params)]]
  return /** @type {SyntaxNode[]} */ (declarations).map(({ id: variable, init }) => [
    variable.name,
    namesBelow([variable.typeAnnotation, init?.params]),
  ])
}

/**
 * Returns every name in a part of a syntax tree, and every package that it imports a type from.
 * @param {any} part
 * @returns {string[]}
 */
function namesBelow(part) {
  if (typeof part !== 'object' || part === null) return []
  if (part.type === 'TSImportType') return [part.source.value]
  const own = part.type === 'Identifier' ? [part.name] : []
  return [...own, ...Object.values(part).flatMap(namesBelow)]
}
