import { existsSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { capture, root } from './process.mjs'

const modules = join(root, 'node_modules')
/** npm writes this list last, so it exists only after a finished installation. */
const installedList = join(modules, '.package-lock.json')

/** Installs exactly what the lock file names, unless it is installed already. */
export async function ensureInstalled({ forDevelopment = true } = {}) {
  if (isInstalled(forDevelopment)) return
  const npm = findNpm()
  const { output: version } = await npm(['--version']).catch(() => ({ output: '' }))
  if (!version)
    throw new Error('Portico needs npm to install its packages, and there is none. See nodejs.org.')
  console.log('Installing packages: the first time this takes a minute or two.')
  const started = performance.now()
  // Otherwise the next start would take an installation interrupted here for a finished one.
  rmSync(installedList, { force: true })
  // npm would find the Node of an earlier installation here, and delete it while running on it.
  rmSync(join(modules, '.bin'), { recursive: true, force: true })
  const { code, output } = await npm([
    ...installerOf(version),
    'ci',
    '--include=dev',
    '--ignore-scripts=false',
  ])
  if (code !== 0 || !isInstalled(true))
    throw new Error(`${output.trim()}\nThe packages could not be installed; npm's reason stands above.`)
  console.log(`Installed in ${Math.round((performance.now() - started) / 1000)} s.`)
}

/**
 * Returns what comes before `ci`. An npm older than 11, which Node 20 and 22 include, would run the install script of
 * every package, so it downloads npm 11 into its cache and lets that install.
 * @param {string} version of the installed npm
 */
export const installerOf = (version) =>
  Number.parseInt(version) >= 11 ? [] : ['exec', '--yes', '--package=npm@11', '--', 'npm']

/** @param {boolean} forDevelopment */
const isInstalled = (forDevelopment) => {
  if (!existsSync(join(modules, 'node/bin/node'))) return false
  const installed = packagesIn(installedList)
  return Object.entries(packagesIn(join(root, 'package-lock.json')))
    .filter(([path, { dev }]) => path !== '' && (forDevelopment || !dev))
    .every(([path, { version, optional }]) => {
      const found = installed[path]
      return found ? found.version === version : optional && !isForThisMachine(path)
    })
}

/** Modules may come from another machine, in a shared or copied folder. @param {string} path */
const isForThisMachine = (path) => path.endsWith(`/${process.platform}-${process.arch}`)

/**
 * @param {string} file
 * @returns {Record<string, { version: string, dev?: boolean, optional?: boolean }>}
 */
const packagesIn = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return {}
  }
}

/**
 * Returns the npm that started us, on the Node it runs on, since ours is about to be replaced.
 * @returns {(args: string[]) => Promise<{ code: number, output: string }>}
 */
const findNpm = () => {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  const env = { ...process.env, PATH: withoutOurTools(process.env.PATH ?? '') }
  if (script && node && existsSync(node)) return (args) => capture(node, [script, ...args], env)
  return (args) => capture('npm', args, env)
}

/** @param {string} path */
const withoutOurTools = (path) =>
  path
    .split(delimiter)
    .filter((folder) => !folder.startsWith(modules))
    .join(delimiter)
