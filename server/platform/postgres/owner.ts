import { chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A user by number, which need not have a name on this machine. */
export interface Owner {
  uid: number
  gid: number
}

/**
 * PostgreSQL refuses to run as root. This number is outside every range that systems assign, so unlike `nobody` it
 * shares its files with no other service, and no user has to be created.
 */
export const databaseOwner: Owner = { uid: 60_854, gid: 60_854 }

export const isRoot = () => process.getuid?.() === 0

/**
 * Returns the user PostgreSQL must run as to use this directory. Undefined means the current user. Throws an error if
 * it belongs to somebody else.
 */
export function ownerOf(directory: string): Owner | undefined {
  const found = statSync(directory, { throwIfNoEntry: false })
  if (isRoot()) return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : databaseOwner
  if (!found || found.uid === process.getuid?.()) return undefined
  throw new Error(
    `The database in ${directory} belongs to another user (number ${found.uid}). Start Portico as that user.`,
  )
}

/** Returns a user with a name, which only initdb needs. Its files are given to the database's owner afterwards. */
export const initdbUser = (): Owner => {
  const [, uid] = /^nobody:[^:]*:(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  return { uid: Number(uid ?? 65_534), gid: databaseOwner.gid }
}

/** Gives a folder to its user, or throws a sentence if this machine does not allow it. */
export function giveFolder(folder: string, { uid, gid }: Owner) {
  try {
    chownSync(folder, uid, gid)
  } catch {
    throw new Error(
      `PostgreSQL does not run as root, and ${folder} cannot be given to another user on this machine. ` +
        'Start Portico as an ordinary user, or set DATABASE_URL to use a PostgreSQL of your own.',
    )
  }
}

export function giveFolderWithContents(directory: string, { uid, gid }: Owner) {
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(directory, name), uid, gid)
  giveFolder(directory, { uid, gid })
}

/** Returns the first folder on the way to `path` that this user may not enter, if any. */
export function firstClosedFolder(path: string, owner: Owner): string | undefined {
  const above = dirname(path)
  const closed = above === path ? undefined : firstClosedFolder(above, owner)
  return closed ?? (mayEnter(path, owner) ? undefined : path)
}

const mayEnter = (folder: string, { uid, gid }: Owner) => {
  const found = statSync(folder)
  if (found.uid === uid) return (found.mode & 0o100) !== 0
  return (found.mode & (found.gid === gid ? 0o010 : 0o001)) !== 0
}
