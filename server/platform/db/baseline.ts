import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { hasBaseline } from '../postgres/initialise.ts'

export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))

const advice = 'Nothing was changed.'

/**
 * Throws an error if the built-in database in this data folder is older than the baseline. Only reads: PostgreSQL is
 * not started, and no file is written.
 */
export function refuseOlderFolder(dataFolder: string) {
  const directory = join(dataFolder, 'database')
  if (!existsSync(join(directory, 'PG_VERSION')) || hasBaseline(directory)) return
  throw new Error(
    `The data in ${dataFolder} was made by an earlier Portico, whose tables this one cannot read. ` +
      `Set PORTICO_DATA to another folder, or go on with the version that made it. ${advice}`,
  )
}

/** Path of a file that marks a data folder whose database was moved away. Changes to that database would be lost. */
export const movedMark = (dataFolder: string) => join(dataFolder, 'database.moved')

/** Throws an error if the built-in database of this data folder was moved to another PostgreSQL. */
export function refuseMoved(dataFolder: string) {
  if (existsSync(movedMark(dataFolder)))
    throw new Error(
      `The database of ${dataFolder} has been moved to another PostgreSQL: set DATABASE_URL. What is left here is a ` +
        'copy from then. To go on with that copy instead, and without what has been done since, remove database.moved.',
    )
}

/** Returns the migrations that this version does not have, because a newer one made them. */
export function unknownMigrations(hashes: readonly string[]) {
  const known = new Set(readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash))
  return hashes.filter((hash) => !known.has(hash))
}

/** Returns whether a database has exactly this version's migrations. */
export async function isOfThisVersion(client: pg.ClientBase) {
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by id',
  )
  const known = readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash)
  return rows.map(({ hash }) => hash).join() === known.join()
}

/** Throws an error if this database is older than the baseline or was migrated by a newer version. Only reads. */
export async function refuseOtherVersions(client: pg.ClientBase) {
  const { rows } = await client.query<{ isMigrated: boolean }>(
    'select to_regclass(\'drizzle.__drizzle_migrations\') is not null as "isMigrated"',
  )
  if (!rows[0]?.isMigrated) return
  const { rows: done } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by id',
  )
  const [baseline] = readMigrationFiles({ migrationsFolder })
  if (done.length > 0 && done[0]?.hash !== baseline?.hash)
    throw new Error(
      'The database was made by an earlier Portico, whose tables this one cannot read. ' +
        `Set DATABASE_URL to an empty database, or go on with the version that made it. ${advice}`,
    )
  if (unknownMigrations(done.map(({ hash }) => hash)).length > 0)
    throw new Error(
      'The database has been used by a newer Portico, whose tables this one cannot read. ' +
        `Start that version again, or restore a backup that this one made. ${advice}`,
    )
}
