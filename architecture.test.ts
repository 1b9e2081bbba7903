import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { fastifyInFeatures } from './scripts/fastify-in-features.mjs'

const here = import.meta.dirname
const roots = ['contract', 'inspector', 'server', 'web']
const rules = join(here, '.dependency-cruiser.cjs')
const program = join(here, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')

interface Report {
  summary: { violations: { rule: { name: string }; from: string; to: string }[]; totalCruised: number }
  modules: {
    source: string
    dependencies: { resolved: string; dynamic: boolean; dependencyTypes: string[] }[]
  }[]
}

const cruise = (folder: string): Report => {
  const args = [program, ...roots, '--config', rules, '-T', 'json', '--no-cache']
  try {
    return JSON.parse(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e9 }))
  } catch (error) {
    // The tool exits non-zero for what it finds, and prints the report all the same.
    return JSON.parse((error as { stdout: string }).stdout)
  }
}

const house = cruise(here)

test('every arrow of the house points down', () => {
  const { violations, totalCruised } = house.summary
  expect(violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([])
  // A fence that sees no file guards nothing.
  expect(totalCruised).toBeGreaterThan(200)
})

/** What draws, seals, unpacks, or speaks to what a firm may never set up: each costs several megabytes for ever. */
const seldomNeeded =
  /node_modules\/(sharp|@napi-rs\/canvas|pdfjs-dist|@cantoo\/pdf-lib|node-forge|onnxruntime-node|nodemailer|stripe|@aws-sdk\/.+|ai|@ai-sdk\/.+|@scalar\/.+)\//

test('a server loads at its start nothing that few people need', () => {
  const loaded = loadedWith('server/start.ts', loadedWith('server/main.ts'))
  expect([...loaded].filter((file) => seldomNeeded.test(file))).toEqual([])
  expect(loaded.size).toBeGreaterThan(200)
})

/** A file and all that is loaded with it; what a function imports when it is called is not. */
const loadedWith = (file: string, loaded = new Set<string>()) => {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  const { dependencies = [] } = house.modules.find(({ source }) => source === file) ?? {}
  for (const { resolved, dynamic, dependencyTypes } of dependencies)
    if (!dynamic && !dependencyTypes.includes('type-only')) loadedWith(resolved, loaded)
  return loaded
}

/** For each rule one file that breaks it: `from` imports `to`. */
const offenders: [rule: string, from: string, to: string][] = [
  ['no-cycles', 'server/platform/a.ts', 'server/platform/b.ts'],
  ['nothing-unresolved', 'server/platform/c.ts', 'server/platform/missing.ts'],
  ['contract-is-pure', 'contract/a.ts', 'server/platform/d.ts'],
  ['inspector-stands-alone', 'inspector/a.ts', 'server/platform/d.ts'],
  ['web-and-server-never-meet', 'web/platform/a.ts', 'server/platform/d.ts'],
  ['page-does-not-inspect', 'web/platform/b.ts', 'inspector/b.ts'],
  ['platform-knows-no-feature', 'server/platform/e.ts', 'server/features/tasks/service.ts'],
  ['shell-knows-no-feature', 'web/shell/a.tsx', 'web/features/tasks/hooks.tsx'],
  ['providers-know-no-feature', 'server/providers/payments/a.ts', 'server/features/tasks/service.ts'],
  ['foundations-stand-alone', 'server/features/accounts/service.ts', 'server/features/tasks/service.ts'],
  ['workflows-do-not-meet', 'server/features/payments/service.ts', 'server/features/documents/service.ts'],
  ['one-door-on-the-server', 'server/features/forms/service.ts', 'server/features/tasks/store.ts'],
  ['one-door-on-the-page', 'web/features/dashboard/page.tsx', 'web/features/forms/page.tsx'],
  ['store-is-the-floor', 'server/features/identity/store.ts', 'server/features/identity/service.ts'],
  [
    'service-knows-no-route',
    'server/features/onboarding/service.ts',
    'server/features/onboarding/manifest.ts',
  ],
  ['features-know-no-fastify', 'server/features/letters/service.ts', 'node_modules/fastify/index.js'],
  ['sql-lives-in-stores', 'server/features/payments/manifest.ts', 'node_modules/drizzle-orm/index.js'],
  ['tests-are-leaves', 'server/platform/f.ts', 'server/platform/g.test.ts'],
]

test('the fence sees a planted offender of every rule', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-fence-'))
  try {
    plant(folder)
    const seen = new Set(cruise(folder).summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`))
    for (const [rule, from] of offenders) expect(seen).toContain(`${rule}: ${from}`)
    const { forbidden } = loadRules()
    expect(offenders.map(([rule]) => rule).sort()).toEqual(forbidden.map(({ name }) => name).sort())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

const loadRules = (): { forbidden: { name: string }[] } => createRequire(import.meta.url)(rules)

const plant = (folder: string) => {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const imports = Object.fromEntries(roots.map((root) => [`#${root}/*`, `./${root}/*`]))
  write(
    'package.json',
    JSON.stringify({
      name: 'planted',
      type: 'module',
      imports,
      dependencies: { 'drizzle-orm': '1', fastify: '1' },
    }),
  )
  for (const name of ['drizzle-orm', 'fastify']) {
    const details = { name, version: '1.0.0', main: 'index.js' }
    write(`node_modules/${name}/package.json`, JSON.stringify(details))
    write(`node_modules/${name}/index.js`, 'export const thing = 1')
  }
  for (const [, , to] of offenders)
    if (!to.startsWith('node_modules') && !to.includes('missing')) write(to, 'export const thing = 1\n')
  for (const [rule, from, to] of offenders) {
    const [folderOfTarget, packageName] = to.split('/')
    const target = folderOfTarget === 'node_modules' ? packageName : `#${to}`
    write(from, `import * as other from '${target}'\nexport const thing = other\n`)
    // A circle that only a type closes is one too.
    if (rule === 'no-cycles')
      write(to, `import type * as other from '#${from}'\nexport type Thing = typeof other\n`)
  }
}

test('a feature gets no type of Fastify through the platform', () => {
  const texts = new Map(
    readdirSync(join(here, 'server'), { recursive: true, encoding: 'utf8' })
      .map((file) => `server/${file}`)
      .filter(
        (file) => /^server\/(platform|features)\/.*\.ts$/.test(file) && !/\.test\.ts$|\/testing/.test(file),
      )
      .map((file) => [file, readFileSync(join(here, file), 'utf8')]),
  )
  expect(texts.size).toBeGreaterThan(400)
  expect(fastifyInFeatures(texts)).toEqual([])
})

const withFastify = "import type { FastifyInstance, FastifyRequest } from 'fastify'\n"

test.each([
  ['a type that is passed on', "export type { FastifyRequest as Thing } from 'fastify'"],
  ['a type that is imported and passed on', `${withFastify}export type { FastifyRequest as Thing }`],
  ['another name of it', `${withFastify}export type Thing = FastifyRequest`],
  ['a type that names its package', "export type Thing = import('fastify').FastifyRequest"],
  ['a member', `${withFastify}export interface Thing { whoIs: (request: FastifyRequest) => string }`],
  [
    'a type that is made of one',
    `${withFastify}type Request = FastifyRequest\nexport type Thing = Request[]`,
  ],
  ['a parameter', `${withFastify}export function Thing(request: FastifyRequest) {}`],
  ['a parameter of an arrow function', `${withFastify}export const Thing = (request: FastifyRequest) => 1`],
])('a feature that gets Fastify by %s is seen', (_, text) => {
  const feature = (file: string) => `import type { Thing } from '#server/platform/${file}'\n`
  const texts = new Map([
    ['server/platform/a.ts', text],
    [
      'server/platform/b.ts',
      "import type { Thing as Inner } from './a.ts'\nexport type Thing = Inner | null\n",
    ],
    ['server/platform/c.ts', "export { Thing } from './b.ts'\n"],
    ['server/features/letters/service.ts', feature('a.ts')],
    ['server/features/tasks/service.ts', feature('c.ts')],
    ['server/features/mail/service.ts', "import * as platform from '#server/platform/a.ts'\n"],
  ])
  expect(fastifyInFeatures(texts)).toEqual([
    'server/features/letters/service.ts: Thing of server/platform/a.ts',
    'server/features/tasks/service.ts: Thing of server/platform/c.ts',
    'server/features/mail/service.ts: * of server/platform/a.ts',
  ])
})

test('what only uses Fastify inside is no type of it', () => {
  const text = `${withFastify}interface Routes { register: (app: FastifyInstance) => void }
export const routesOf = (names: string[]): Routes => ({ register: (app) => app.log.info(names) })`
  const feature = "import { routesOf } from '#server/platform/a.ts'\n"
  const texts = new Map([
    ['server/platform/a.ts', text],
    ['server/features/letters/manifest.ts', feature],
  ])
  expect(fastifyInFeatures(texts)).toEqual([])
})

const features = readdirSync(join(here, 'server/features'))
const manifestOf = (name: string) => readFileSync(join(here, 'server/features', name, 'manifest.ts'), 'utf8')

test.each(features)('%s has its contract, its rank and its line in the table of contents', (name) => {
  const contracts = [`contract/${name}.ts`, `contract/${name}/${name}.ts`]
  expect(
    contracts.some((file) => existsSync(join(here, file))),
    contracts.join(' or '),
  ).toBe(true)
  expect(manifestOf(name)).toMatch(/\brank: '(foundation|workflow|console)',/)
  expect(readFileSync(join(here, 'server/app.ts'), 'utf8')).toContain(`'./features/${name}/manifest.ts'`)
})

/** What features add to the platform's own types: names of jobs and audit events. */
const declaredIn = (text: string) =>
  [...text.matchAll(/^declare module '[^']*\/platform\/[^']*' \{\n([\s\S]*?)^\}/gm)].flatMap(
    ([, block = '']) => [
      ...[...block.matchAll(/'([a-z_A-Z]+\.[a-z_A-Z]+)'/g)].map(([, name = '']) => name),
      ...[...block.matchAll(/^ {4}(\w+): (?:\{|Record)/gm)].map(([, name = '']) => name),
    ],
  )

/** Which of these names a text says in quotes or backquotes. */
const namedIn = (text: string, names: readonly string[]) =>
  names.filter((name) => new RegExp(`['"\`]${name.replace('.', '\\.')}['"\`]`).test(text))

test('the platform names no job and no audit event of a feature', () => {
  const folder = join(here, 'server/platform')
  const sources = (under: string) =>
    readdirSync(under, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    )
  const texts = features.flatMap((name) => {
    const home = join(here, 'server/features', name)
    return sources(home).map((file) => readFileSync(join(home, file), 'utf8'))
  })
  const names = texts.flatMap(declaredIn)
  expect(names).toEqual(expect.arrayContaining(['settlePayments', 'payment.made', 'case.opened']))
  const planted = "await queueJob(db)('settlePayments', {})\nawait audit(ctx, 'payment.made')"
  expect(namedIn(planted, names)).toEqual(expect.arrayContaining(['settlePayments', 'payment.made']))
  const found = sources(folder).flatMap((file) =>
    namedIn(readFileSync(join(folder, file), 'utf8'), names).map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})
