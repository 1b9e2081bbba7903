import type { UserId } from '#contract/accounts/accounts.ts'
import { withoutHidden } from '#contract/kit/text.ts'
import { merged } from '#server/features/accounts/service.ts'
import type {
  PersonalDataFile,
  PersonalDataRow,
  PersonalDataSource,
} from '#server/platform/audit/personal-data.ts'
import type { Db } from '#server/platform/db/database.ts'
import { savedName } from '#server/platform/files/saved-name.ts'

/** One part of the export: the rows of a table, with the places of their files. */
export interface Part {
  name: string
  title: string
  count: number
  /** Reads the rows again for each call, so that a client's years are never in memory all at once. */
  rows: () => AsyncIterable<Record<string, unknown>>
}

/** A file with its place in the archive. */
export interface Enclosed extends PersonalDataFile {
  path: string
}

export interface CollectedData {
  parts: Part[]
  /** Whether records of theirs were merged into this one. Their rows name the email address of that account. */
  hasMerged: boolean
  files: Enclosed[]
  /** Files that could not be read. Rows still name their places, but they are not in the archive. */
  lost: Enclosed[]
}

/** A record of the client's, with its email address if it was merged into the record they use. */
interface ClientRecord {
  id: UserId
  email: string | null
}

/**
 * Collects everything that is held of a client. A row with files says where they are in the archive. What stays with a
 * record that was merged into this one is theirs too, and says so.
 */
export async function collectPersonalData(
  db: Db,
  personalData: readonly PersonalDataSource[],
  clientId: UserId,
): Promise<CollectedData> {
  const others = await merged.listMergedInto(db, clientId)
  const records: ClientRecord[] = [{ id: clientId, email: null }, ...others]
  const parts: Part[] = []
  const files: Enclosed[] = []
  for (const source of personalData) {
    const paths = new Map<string, string>()
    for await (const file of filesOf(source, db, records)) {
      if (paths.has(file.key)) continue
      const path = `files/${String(files.length + 1).padStart(4, '0')}-${savedName({ ...file, filename: safeName(file.filename) })}`
      paths.set(file.key, path)
      files.push({ ...file, path })
    }
    const rows = () => withPaths(rowsOf(source, db, records), paths)
    let count = 0
    for (const { id } of records) count += await source.countOf(db, id)
    parts.push({ name: source.table, title: source.title, count, rows })
  }
  return { parts, files, lost: [], hasMerged: others.length > 0 }
}

async function* rowsOf(source: PersonalDataSource, db: Db, records: readonly ClientRecord[]) {
  for (const { id, email } of records)
    for await (const { row, files } of source.rowsOf(db, id))
      yield { row: email === null ? row : { fromMergedAccount: email, ...row }, files }
}

async function* filesOf(source: PersonalDataSource, db: Db, records: readonly ClientRecord[]) {
  if (source.hasFiles) for await (const { files } of rowsOf(source, db, records)) yield* files
}

async function* withPaths(rows: AsyncIterable<PersonalDataRow>, paths: ReadonlyMap<string, string>) {
  for await (const { row, files } of rows) {
    const theirs = files.flatMap(({ key }) => paths.get(key) ?? [])
    yield theirs.length === 0 ? row : { ...row, files: theirs }
  }
}

/** Returns a file name that every system can unpack: without folders and special characters. */
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
