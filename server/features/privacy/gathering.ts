import { withoutHidden } from '#contract/text.ts'
import type { Db } from '#server/platform/db.ts'
import type { HeldFile, Holding } from '#server/platform/holdings.ts'

/** One part of the export: the rows of a table, and the files that they stand for. */
export interface Part {
  name: string
  title: string
  rows: Record<string, unknown>[]
}

/** A file with its place in the archive. */
export interface Enclosed extends HeldFile {
  path: string
}

export interface Gathered {
  parts: Part[]
  files: Enclosed[]
  /** Files that could not be read: rows still say where they would be, and they are not in the archive. */
  lost: Enclosed[]
}

/** All that is held of a client. A row that stands for files says where in the archive they are. */
export async function gather(db: Db, holdings: readonly Holding[], clientId: string): Promise<Gathered> {
  const parts: Part[] = []
  const files: Enclosed[] = []
  for (const { table, title, rowsOf } of holdings) {
    const rows = []
    for (const { row, files: theirs } of await rowsOf(db, clientId)) {
      const paths = theirs.map((file) => {
        const path = `files/${String(files.length + 1).padStart(4, '0')}-${safeName(file.filename)}`
        files.push({ ...file, path })
        return path
      })
      rows.push(paths.length === 0 ? row : { ...row, files: paths })
    }
    parts.push({ name: table, title, rows })
  }
  return { parts, files, lost: [] }
}

/** A name that every system can unpack: no folders, nothing that one of them reads as a sign. */
const safeName = (filename: string) => {
  const last = withoutHidden(filename).split(/[\\/]/).at(-1) ?? ''
  const plain = last.replace(/[^\p{L}\p{N}\p{M} ._()-]/gu, '_').trim()
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(plain)?.[0] ?? ''
  const stem = plain.slice(0, plain.length - ending.length)
  return `${
    [...stem]
      .slice(0, 80)
      .join('')
      .replace(/[. ]+$/, '') || 'file'
  }${ending}`
}
