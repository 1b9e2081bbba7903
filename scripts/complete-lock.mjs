// A registry that does not carry a package for every platform leaves those out of the lock file, and `npm ci` then
// refuses it elsewhere. This adds them again, as optional packages of their platform. Run it after versions change:
//   node scripts/complete-lock.mjs
import { readFileSync, writeFileSync } from 'node:fs'

const systems = [
  'android',
  'darwin',
  'linux',
  'win32',
  'freebsd',
  'openbsd',
  'netbsd',
  'sunos',
  'aix',
  'openharmony',
]
const processors = /^(x64|ia32|arm64|arm|loong64|mips64el|ppc64|riscv64|s390x|wasm32)$/

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const { '': root, ...packages } = lock.packages

for (const [path, { optionalDependencies = {}, dev }] of Object.entries({ ...packages }))
  for (const [name, version] of Object.entries(optionalDependencies))
    if (!isListed(path, name))
      packages[`node_modules/${name}`] = {
        version,
        ...platformOf(name),
        ...(dev ? { dev } : {}),
        optional: true,
      }

const inOrder = Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1))
lock.packages = { '': root, ...Object.fromEntries(inOrder) }
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)

/**
 * Returns whether the package is listed where Node would look for it: beside or above the package that needs it.
 * @param {string} path
 * @param {string} name
 * @returns {boolean}
 */
function isListed(path, name) {
  if (`${path}/node_modules/${name}` in packages) return true
  const above = path.lastIndexOf('/node_modules/')
  return above < 0 ? `node_modules/${name}` in packages : isListed(path.slice(0, above), name)
}

/** @param {string} name */
function platformOf(name) {
  const words = (name.split('/').pop() ?? '').split('-')
  const os = words.find((word) => systems.includes(word))
  const cpu = words.find((word) => processors.test(word))
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.includes('gnu')
      ? 'glibc'
      : undefined
  return {
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(libc && os === 'linux' ? { libc: [libc] } : {}),
    ...(os ? { os: [os] } : {}),
  }
}
