import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { codeOf } from '../files/disk.ts'

/**
 * A folder of backups. Files are kept once for all of them, since a stored file never changes:
 *
 *     files/ab/cd/<uuid>
 *     2026-11-23T031500Z/manifest.json    what this backup is, written last
 *     2026-11-23T031500Z/SHA256SUMS       all that belongs to it, as `sha256sum -c` reads it
 *     2026-11-23T031500Z/database.tar.gz
 *     2026-11-23T031500Z/keys/            only where they were asked for here
 */
export const filesIn = (folder: string) => join(folder, 'files')
export const names = {
  manifest: 'manifest.json',
  sums: 'SHA256SUMS',
  database: 'database.tar.gz',
  keys: 'keys',
} as const

/** Said of a folder that has no such name: it was broken off, and the next backup clears it away. */
export const unfinished = '.unfinished'

const Manifest = z.object({
  format: z.literal(1),
  /** The moment that the database is of, or a little before. */
  madeAt: z.iso.datetime(),
  /** Its database is whole at this moment, and not before; backups of older versions do not say. */
  finishedAt: z.iso.datetime().optional(),
  /** The version that made it. */
  portico: z.string(),
  /** Of each migration that the database has had, its hash. */
  migrations: z.array(z.string()),
  database: z.enum(['embedded', 'external']),
  /** Whose files these are: `files.installation`. */
  installation: z.string().nullable(),
  fileCount: z.int(),
  /** Which keys its files and secrets were sealed with. */
  keyIds: z.array(z.string()),
  /** Of `SHA256SUMS`, which has those of all others. */
  sums: z.string(),
})
export type Manifest = z.infer<typeof Manifest>

/** `2026-11-23T031500Z`: no colon, which some file systems refuse. */
export const idOf = (madeAt: Date) =>
  madeAt
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '')
const backupName = /^\d{4}-\d\d-\d\dT\d{6}Z$/

/** Every backup that was finished, oldest first. */
export const listBackups = async (folder: string) =>
  (await readdir(folder).catch(unlessMissing([]))).filter((name) => backupName.test(name)).toSorted()

export const listUnfinished = async (folder: string) =>
  (await readdir(folder)).filter(
    (name) => backupName.test(name.replace(unfinished, '')) && name.endsWith(unfinished),
  )

/** @throws Error with a sentence where there is none, or none that this version reads. */
export async function readManifest(folder: string, id: string): Promise<Manifest> {
  const path = join(folder, id, names.manifest)
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`There is no backup in ${join(folder, id)}: its ${names.manifest} can't be read.`, {
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
    throw new Error(`The backup ${join(folder, id)} is damaged: its ${names.manifest} makes no sense.`, {
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

/** What belongs to a backup, by its path below the folder of backups, with its SHA-256. */
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
    if (codeOf(error) === 'ENOENT') return instead
    throw error
  }
