import { execFileSync, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Starts a program that stays in the foreground, with a log. Returns a function that stops it and all its child
 * processes.
 * @param {string} program
 * @param {string[]} args
 * @param {{ log: string, env?: Record<string, string> }} options
 */
export function startDaemon(program, args, { log, env = {} }) {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const said = createWriteStream(log)
  child.stdout.pipe(said)
  child.stderr.pipe(said)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return async () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
    await Promise.race([ended, sleep(5000)])
  }
}

/** Returns a free port of this machine. */
export const freePort = () =>
  new Promise((/** @type {(port: number) => void} */ resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/**
 * Waits until something listens.
 * @param {{ path: string } | { port: number, host: string }} at
 */
export async function answersAt(at) {
  for (let tries = 0; tries < 300; tries += 1) {
    const isOpen = await new Promise((resolve) => {
      const socket = connect(at, () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await sleep(100)
  }
  throw new Error(`Nobody answered at ${JSON.stringify(at)} within 30 s`)
}

/**
 * Returns the version of an installed package.
 * @param {string} name
 */
export const packageVersion = (name) =>
  execFileSync('dpkg-query', ['--show', '--showformat=${Version}', name], { encoding: 'utf8' })
