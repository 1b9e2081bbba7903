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
  /** For example http://127.0.0.1:41234, without a trailing slash. */
  address: string
  port: number
  pid: number
  /** Its standard output so far. */
  said: () => string
  /** Its log so far, one JSON line per event. */
  log: () => string
  ended: Promise<Ending>
  /** Sends a signal to this one process and waits for its end. */
  end: (signal: NodeJS.Signals) => Promise<Ending>
}

type Command = [string, ...string[]]
const server: Command = [process.execPath, 'server/main.ts']

/** Starts the real server as its operator does, on a free port by default, and waits until it says that it is ready. */
export async function startPortal(
  environment: Record<string, string>,
  command: Command = server,
): Promise<PortalProcess> {
  const child = launch(environment, command)
  const watched = watch(child)
  // A public address does not contain the port behind it.
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

/** Starts a portal that should refuse to start. Returns its exit code and what it told its operator. */
export async function failedStart(environment: Record<string, string>) {
  const { ended, said, log } = watch(launch(environment, server))
  const { code } = await ended
  return { code, said: said(), complaint: withoutLogLines(log()) }
}

/** Makes a folder that is removed after the tests of its file, once processes that use it have been killed. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'portico-process-'))
  // The database's own user must pass through it.
  chmodSync(folder, 0o711)
  folders.push(folder)
  return folder
}

const children: ChildProcess[] = []
const folders: string[] = []

/** Kills the processes a file has left running, and removes its folders. */
export async function endAll() {
  const started = children.splice(0)
  const alive = started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  const gone = alive.map((child) => once(child, 'exit'))
  // Kills the process group, so that npm's server dies too.
  for (const { pid } of alive) if (pid) process.kill(-pid, 'SIGKILL')
  await Promise.all(gone)
  await Promise.all(folders.splice(0).map(removeInTheEnd))
}

/**
 * Tries repeatedly, because a database whose portal was killed takes a while to end and until then still writes files.
 */
async function removeInTheEnd(folder: string) {
  for (let tries = 0; existsSync(folder) && tries < 100; tries += 1) {
    await rm(folder, { recursive: true, force: true }).catch(() => {})
    await sleep(50)
  }
}

const launch = (environment: Record<string, string>, [program, ...args]: Command) => {
  const { PATH = '', HOME = '' } = process.env
  // Passes on nothing of the tests' own environment, only what the test sets. Node also gets its compile cache, for the
  // many starts of a run.
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
