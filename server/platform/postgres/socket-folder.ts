import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Owner } from './owner.ts'

/** The shortest limit of the systems we run on (macOS; Linux allows 107 bytes). */
const longestSocketPath = 103

/**
 * Where PostgreSQL puts its socket: its own directory, which only its user may enter; below a path that is
 * too long for a socket, an equally private folder among the temporary files.
 */
export function socketFolder(directory: string, owner: Owner | undefined): string {
  if (fits(directory)) return directory
  const base = [tmpdir(), '/tmp'].find((folder) => fits(join(folder, 'portico-0123456789'))) ?? '/tmp'
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 10)
  return privateFolder(join(base, `portico-${name}`), owner)
}

const fits = (folder: string) => Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= longestSocketPath

/** The same name every time leaves nothing behind; a stranger who took it first only makes us use another. */
const privateFolder = (path: string, owner: Owner | undefined) => {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch {
    if (isPrivate(path, owner?.uid ?? process.getuid?.())) return path
    path = mkdtempSync(`${path}-`)
  }
  if (owner) chownSync(path, owner.uid, owner.gid)
  return path
}

const isPrivate = (path: string, uid: number | undefined) => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === uid && (found.mode & 0o777) === 0o700
}
