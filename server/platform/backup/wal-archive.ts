import { chownSync, mkdirSync, realpathSync } from 'node:fs'
import { ownerOf } from '../postgres/owner.ts'

/** Returns the cluster options that archive its log in this folder, which is made if missing. */
export function archivingTo(folder: string, directory: string) {
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) {
    const owner = ownerOf(directory)
    if (owner) chownSync(folder, owner.uid, owner.gid)
  }
  const path = realpathSync(folder)
  return { settings: archiveSettings(path), reach: [path] }
}

/**
 * Copies each segment of PostgreSQL's log to a folder, compressed, and never overwrites one of the same name. A segment
 * archived just before a crash comes again, and is accepted if it is the same.
 */
const archiveSettings = (folder: string) => {
  const target = `${quoted(folder)}/%f.gz`
  return {
    archive_mode: 'on',
    archive_timeout: '300',
    archive_command:
      `if test -f ${target}; then gzip -dc ${target} | cmp -s - "%p"; ` +
      `else gzip -c "%p" > ${target}.part && sync ${target}.part && mv ${target}.part ${target}; fi`,
  }
}

export const restoreCommand = (folder: string) =>
  `test -f ${quoted(folder)}/%f.gz && gzip -dc ${quoted(folder)}/%f.gz > "%p"`

/** Quotes for the shell, and doubles each percent sign, which PostgreSQL takes for a placeholder. */
const quoted = (folder: string) => `'${folder.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`
