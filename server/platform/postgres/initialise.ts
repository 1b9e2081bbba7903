import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Binaries } from './binaries.ts'
import { type LaunchPlan, launch } from './launch.ts'
import { databaseOwner, give, handOver, initialiser, isRoot } from './owner.ts'

const major = '18'

/** Whether the directory holds a database; refuses one that another version or another program made. */
export function isInitialised(directory: string) {
  const version = join(directory, 'PG_VERSION')
  if (existsSync(version)) {
    const found = readFileSync(version, 'utf8').trim()
    if (found === major) return true
    throw new Error(`The database in ${directory} was made by PostgreSQL ${found}; this one is ${major}.`)
  }
  if (existsSync(directory) && readdirSync(directory).length > 0)
    throw new Error(`${directory} holds something that is not a database. Move it away, then start again.`)
  return false
}

/** Made beside its place and then moved there, so that a start broken off in the middle leaves no half database. */
export async function initialise(directory: string, binaries: Binaries, { fsync = true, reach = [''] }) {
  const draft = mkdtempSync(`${directory}${draftMark}`)
  const owner = isRoot() ? initialiser() : undefined
  if (owner) give(draft, owner)
  await runInitdb(binaries, [...choices, ...(fsync ? [] : ['--no-sync']), '-D', draft], { owner, reach })
  if (owner) handOver(draft, databaseOwner)
  renameSync(draft, directory)
  if (fsync) keepName(dirname(directory))
}

const draftMark = '.draft-'

/** For when there is a database: an initdb that was broken off may have been writing until a moment ago. */
export const removeDrafts = (directory: string) => {
  for (const name of readdirSync(dirname(directory)))
    if (name.startsWith(basename(directory) + draftMark))
      rmSync(join(dirname(directory), name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
}

/** A new name is on the disk only once its folder is. */
const keepName = (folder: string) => {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

const choices = [
  '--username=postgres',
  '--auth-local=trust',
  '--auth-host=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
]

const runInitdb = async ({ initdb }: Binaries, args: string[], plan: LaunchPlan) => {
  const child = launch(initdb, args, plan)
  const [complaint, [code]] = await Promise.all([
    child.stderr ? text(child.stderr) : '',
    once(child, 'close'),
  ])
  if (code !== 0) throw new Error(`PostgreSQL could not make its database: ${inPlainWords(complaint)}`)
}

const inPlainWords = (complaint: string) =>
  complaint.includes('could not look up effective user')
    ? `user number ${process.getuid?.()} has no name on this machine. Give it one in /etc/passwd, or set DATABASE_URL.`
    : (/(?:FATAL|PANIC): .*|initdb: error: .*/.exec(complaint)?.[0] ?? complaint.trim())
