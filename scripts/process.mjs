import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

export const root = dirname(import.meta.dirname)
const tools = join(root, 'node_modules/.bin')

/**
 * Returns everything below these folders, as paths from the root of the checkout.
 * @param {string[]} folders
 */
export const filesBelow = (folders) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )

/**
 * Runs an installed tool, with the pinned Node first on its path.
 * @param {string} name in node_modules/.bin
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, cwd?: string }} [options] `cwd` is the checkout's root by default
 * @returns {Promise<number>} its exit code
 */
export const runTool = (name, args, { env = {}, cwd = root } = {}) =>
  exitOf(spawn(join(tools, name), args, { cwd, stdio: 'inherit', env: { ...environment(), ...env } }))

/**
 * Runs an installed tool and returns its output. Ends this process if it is interrupted.
 * @param {string} name
 * @param {string[]} args
 */
export const captureTool = (name, args) => capture(join(tools, name), args, environment())

/**
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export async function capture(program, args, env = process.env) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  const code = await exitOf(child)
  // An interrupted stage must not be followed by the next one.
  if (interruption) process.exit(128 + constants.signals[interruption])
  return { code, output }
}

/** @type {NodeJS.Signals | undefined} */
let interruption

const environment = () => ({ ...process.env, PATH: `${tools}${delimiter}${process.env.PATH ?? ''}` })

/**
 * Waits until a child has ended, and passes signals on to it meanwhile.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
const exitOf = (child) =>
  new Promise((resolve, reject) => {
    const letGo = passSignalsTo(child)
    child.once('error', (error) => {
      letGo()
      reject(error)
    })
    child.once('close', (code, signal) => {
      letGo()
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })

/** @param {import('node:child_process').ChildProcess} child */
const passSignalsTo = (child) => {
  const passOn = (/** @type {NodeJS.Signals} */ signal) => {
    interruption = signal
    // A terminal also sends Ctrl-C to the child, which would get it twice.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of passedOn) process.on(signal, passOn)
  const letGo = () => {
    clearInterval(watching)
    for (const signal of passedOn) process.off(signal, passOn)
  }
  // If npm is killed, it cannot tell this process, and the server would keep its port and its folder.
  const npm = process.ppid
  const watching = setInterval(() => {
    if (!process.env.npm_execpath || process.ppid === npm) return
    clearInterval(watching)
    passOn('SIGTERM')
  }, 500)
  return letGo
}

/** @type {NodeJS.Signals[]} */
const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP']
