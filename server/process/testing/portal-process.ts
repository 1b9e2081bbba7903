import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '../../..')
const compiled = join(root, '.cache/node')

export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface PortalProcess {
  /** Such as http://127.0.0.1:41234, without a slash at its end. */
  address: string
  port: number
  pid: number
  /** What it has told the person who started it. */
  said: () => string
  /** Its log so far, one JSON line an event. */
  log: () => string
  ended: Promise<Ending>
  /** Sends a signal to this one process and waits for its end. */
  end: (signal: NodeJS.Signals) => Promise<Ending>
}

type Command = [string, ...string[]]
const server: Command = [process.execPath, 'server/main.ts']

/**
 * Starts the real server as its operator does, on a free port unless one is named, and waits until it says
 * that it is ready.
 */
export async function startPortal(
  environment: Record<string, string>,
  command: Command = server,
): Promise<PortalProcess> {
  const child = launch(environment, command)
  const watched = watch(child)
  // A public address does not tell the port behind it.
  const [, port = environment.PORT] = await Promise.race([
    heard(child, watched.said, /Portico is ready: \S+?(?::(\d+))?\n[^]*Everything is kept in/),
    watched.ended.then(() => {
      throw new Error(`The portal did not start.\n${watched.said()}\n${watched.log()}`)
    }),
  ])
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return watched.ended
  }
  return { ...watched, address: `http://127.0.0.1:${port}`, port: Number(port), pid: child.pid ?? 0, end }
}

/** A start that is expected to be refused: how it ended, and what it said to its operator. */
export async function failedStart(environment: Record<string, string>) {
  const { ended, said, log } = watch(launch(environment, server))
  const { code } = await ended
  return { code, said: said(), complaint: withoutLogLines(log()) }
}

/** A folder that is removed after the tests of its file. Whoever is in it by then is killed first. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'portico-process-'))
  // The database's own user passes through it.
  chmodSync(folder, 0o711)
  folders.push(folder)
  return folder
}

const children: ChildProcess[] = []
const folders: string[] = []

/** Kills what a file has left running and removes its folders. */
export async function endAll() {
  const started = children.splice(0)
  const alive = started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  const gone = alive.map((child) => once(child, 'exit'))
  // As a group, so that npm takes its server along.
  for (const { pid } of alive) if (pid) process.kill(-pid, 'SIGKILL')
  await Promise.all(gone)
  await Promise.all(folders.splice(0).map(removeInTheEnd))
}

/** A database whose portal was killed ends by itself, and until then disturbs whoever removes its files. */
async function removeInTheEnd(folder: string) {
  for (let tries = 0; existsSync(folder) && tries < 100; tries += 1) {
    await rm(folder, { recursive: true, force: true }).catch(() => {})
    await sleep(50)
  }
}

const launch = (environment: Record<string, string>, [program, ...args]: Command) => {
  const { PATH = '', HOME = '' } = process.env
  // Nothing of the environment that the tests run in: what the server is told is what the test says. Node alone
  // is told where to keep what it has compiled, for the many starts of a run.
  const env = { PATH, HOME, PORT: '0', NODE_COMPILE_CACHE: compiled, ...environment }
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  children.push(child)
  return child
}

const watch = (child: ReturnType<typeof launch>) => {
  let [said, log] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const ended = new Promise<Ending>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  return { said: () => said, log: () => log, ended }
}

const heard = (child: ReturnType<typeof launch>, said: () => string, pattern: RegExp) =>
  new Promise<RegExpExecArray>((resolve) => {
    child.stdout.on('data', () => {
      const found = pattern.exec(said())
      if (found) resolve(found)
    })
  })

const withoutLogLines = (text: string) =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('{'))
    .join('\n')
    .trim()
