import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { errorCodeOf } from '../files/disk.ts'

/**
 * A folder of backups. All backups share one copy of each file, since a stored file never changes:
 *
 *     files/ab/cd/<uuid>
 *     2026-11-23T031500Z/manifest.json    describes this backup, written last
 *     2026-11-23T031500Z/SHA256SUMS       everything that belongs to it, as `sha256sum -c` reads it
 *     2026-11-23T031500Z/database.tar.gz
 *     2026-11-23T031500Z/keys/            only if they were requested here
 */
export const sharedFilesIn = (folder: string) => join(folder, 'files')
export const partNames = {
  manifest: 'manifest.json',
  sums: 'SHA256SUMS',
  database: 'database.tar.gz',
  keys: 'keys',
} as const

/** Suffix of a folder whose backup was not finished. The next backup removes it. */
export const unfinishedSuffix = '.unfinished'

const Manifest = z.object({
  format: z.literal(1),
  /** The time of the database, or a little before it. */
  madeAt: z.iso.datetime(),
  /** The database is consistent from this time on. Backups of older versions don't say. */
  finishedAt: z.iso.datetime().optional(),
  /** The version of Portico that made the backup. */
  portico: z.string(),
  /** Hash of each migration that the database has run. */
  migrations: z.array(z.string()),
  database: z.enum(['embedded', 'external']),
  /** The installation that the files belong to: `files.installation`. */
  installation: z.string().nullable(),
  fileCount: z.int(),
  /** Ids of the keys that its files and secrets were encrypted with. */
  keyIds: z.array(z.string()),
  /** SHA-256 of `SHA256SUMS`, which has the hashes of all other files. */
  sums: z.string(),
})
export type Manifest = z.infer<typeof Manifest>

/** Returns a name such as `2026-11-23T031500Z`, without colons, which some file systems refuse. */
export const backupIdAt = (madeAt: Date) =>
  madeAt
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '')
const backupName = /^\d{4}-\d\d-\d\dT\d{6}Z$/

/** Returns the finished backups, oldest first. */
export const listBackups = async (folder: string) =>
  (await readdir(folder).catch(unlessMissing([]))).filter((name) => backupName.test(name)).toSorted()

export const listUnfinished = async (folder: string) =>
  (await readdir(folder)).filter(
    (name) => backupName.test(name.replace(unfinishedSuffix, '')) && name.endsWith(unfinishedSuffix),
  )

/** @throws Error with a sentence if there is no backup, or none that this version can read. */
export async function readManifest(folder: string, id: string): Promise<Manifest> {
  const path = join(folder, id, partNames.manifest)
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`There is no backup in ${join(folder, id)}: its ${partNames.manifest} can't be read.`, {
      cause,
    })
  })
  const format = formatOf(text)
  if (format !== undefined && format > 1)
    throw new Error(
      `The backup ${join(folder, id)} was made by a newer Portico. Restore it with that version.`,
    )
  try {
    return Manifest.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`The backup ${join(folder, id)} is damaged: its ${partNames.manifest} makes no sense.`, {
      cause,
    })
  }
}

const formatOf = (text: string) => {
  try {
    return z.looseObject({ format: z.number() }).parse(JSON.parse(text)).format
  } catch {
    return undefined
  }
}

/** SHA-256 of each file of a backup, by path below the folder of backups. */
export type Sums = Map<string, string>

export const writeSums = (sums: Sums) => [...sums].map(([path, sum]) => `${sum}  ${path}\n`).join('')

export const readSums = (text: string): Sums =>
  new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  )

export const unlessMissing =
  <T>(instead: T) =>
  (error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return instead
    throw error
  }
