import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { version } from '../diagnostics/version.ts'
import { makeFolder, syncFolder } from '../files/disk.ts'
import type { EncryptedStorage } from '../files/encrypted-storage.ts'
import { takeFileLock } from '../files/file-lock.ts'
import { readKeys } from '../files/keyring.ts'
import { withClient } from '../postgres/roles.ts'
import { openBaseBackup } from './base-backup.ts'
import { copyHashed, hashOf, writeHashed } from './copy.ts'
import { type FilePool, openFilePool, prunePool } from './file-pool.ts'
import {
  backupIdAt,
  listBackups,
  listUnfinished,
  type Manifest,
  partNames,
  readManifest,
  type Sums,
  unfinishedSuffix,
  unlessMissing,
  writeSums,
} from './layout.ts'
import { type Place, reachDatabase } from './reach-database.ts'

export interface BackupOrder extends Place {
  storage: EncryptedStorage
  /** The folder of backups, made if missing. */
  to: string
  /** Another folder to copy the keys to, or null. */
  keys: string | null
  /** Whether the keys go into the backup itself. */
  withKeys: boolean
  /** How many backups to keep. Null keeps all. */
  keep: number | null
  /** Whether to read the files of earlier backups again too. */
  checksAll: boolean
  now: Date
  say: (line: string) => void
}

/**
 * Makes a backup while the portal runs, and returns its name. Copies the files before the database and again after it,
 * so that every file named by a row of the copied database was there in one of the two rounds.
 */
export async function backUp(order: BackupOrder): Promise<string> {
  refuseKeysBeside(order)
  const { to, now, say } = order
  await makeFolder(to)
  // Two backups at once would each remove the unfinished folder of the other.
  const letGo = takeFileLock(
    join(to, 'backup'),
    (holder) => `Another backup is writing to ${to}${holder}. Wait until it has finished.`,
  )
  try {
    for (const name of await listUnfinished(to)) await rm(join(to, name), { recursive: true })
    await refuseOthers(order)
    const began = performance.now()
    const id = backupIdAt(now)
    const draft = join(to, id + unfinishedSuffix)
    await makeFolder(draft)
    const pool = await openFilePool(to)
    await pool.copyFrom(order.storage)
    const { sums, ...made } = await copyDatabase(order, draft)
    await pool.copyFrom(order.storage)
    say(filesInWords(pool))
    const keyIds = await copyKeys(order, { id, draft, sums })
    const all: Sums = new Map([
      ...[...sums].map(([name, sum]) => [`${id}/${name}`, sum] as const),
      ...pool.sums,
    ])
    await proveWritten(order, { draft, sums, pool })
    const manifest = {
      format: 1 as const,
      madeAt: now.toISOString(),
      finishedAt: new Date(now.getTime() + performance.now() - began).toISOString(),
      portico: version(),
      ...made,
      installation: await order.storage.installation(),
      fileCount: pool.sums.size,
      keyIds,
      sums: await writeHashed(join(draft, partNames.sums), bytesOf(writeSums(all))),
    } satisfies Manifest
    await writeHashed(join(draft, partNames.manifest), bytesOf(`${JSON.stringify(manifest, null, 2)}\n`))
    await syncFolder(draft)
    await rename(draft, join(to, id))
    await syncFolder(to)
    await prune(order)
    say(`Backup ${id} is finished.`)
    return id
  } finally {
    letGo()
  }
}

async function* bytesOf(text: string) {
  yield Buffer.from(text)
}

/** Refuses to put keys and backup in one folder by mistake: the two together can read everything. */
const refuseKeysBeside = ({ to, keys }: BackupOrder) => {
  if (keys === null) return
  const isBelow = (path: string, folder: string) => !relative(folder, path).startsWith('..')
  if (isBelow(resolve(keys), resolve(to)) || isBelow(resolve(to), resolve(keys)))
    throw new Error(
      'The keys open everything in the backup, so they need a folder of their own. ' +
        'Choose another folder for --keys, or say --with-keys if you want both in one.',
    )
}

async function refuseOthers({ to, storage }: BackupOrder) {
  const latest = (await listBackups(to)).at(-1)
  if (latest === undefined) return
  const [{ installation: theirs }, ours] = [await readManifest(to, latest), await storage.installation()]
  if (theirs !== null && ours !== null && theirs !== ours)
    throw new Error(`${to} holds backups of another portal. Choose another folder.`)
}

type Copied = Pick<Manifest, 'database' | 'migrations'> & { sums: Sums }

async function copyDatabase(order: BackupOrder, draft: string): Promise<Copied> {
  const { databaseUrl, say } = order
  if (databaseUrl !== null) {
    say(
      'The database is one of your own (DATABASE_URL): this backup holds the files only. ' +
        "Back the database up with its own means, such as pg_dump or your provider's backups, before each run of this.",
    )
    const migrations = await withClient({ connectionString: databaseUrl }, migrationsIn)
    return { database: 'external', migrations, sums: new Map() }
  }
  const reached = await reachDatabase(order)
  try {
    const migrations = await withClient(reached.superuser, migrationsIn)
    const began = performance.now()
    const packed = new PassThrough()
    const [sum] = await Promise.all([
      writeHashed(join(draft, partNames.database), packed),
      pipeline(await openBaseBackup(reached.superuser), createGzip({ level: 3 }), packed),
    ])
    say(
      `The database was copied in ${inSeconds(performance.now() - began)}${reached.isRunning ? ' while the portal ran' : ''}.`,
    )
    return { database: 'embedded', migrations, sums: new Map([[partNames.database, sum]]) }
  } finally {
    await reached.close()
  }
}

async function migrationsIn(client: import('pg').ClientBase) {
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by id',
  )
  return rows.map(({ hash }) => hash)
}

interface Draft {
  id: string
  draft: string
  sums: Sums
}

/**
 * Copies the keys and returns their ids, which reveal nothing. A restore compares them to check that it has the right
 * keys.
 */
async function copyKeys({ dataFolder, keys, withKeys, say }: BackupOrder, { id, draft, sums }: Draft) {
  const from = join(dataFolder, 'keys')
  const ids = ((await readKeys(join(from, 'files.json'))) ?? []).map((key) => key.id)
  const target = withKeys ? join(draft, partNames.keys) : keys && join(keys, id)
  if (target === null) {
    say(
      `The keys are not in this backup. Keep a copy of ${from} elsewhere: no document can be opened without it.`,
    )
    return ids
  }
  for (const name of await readdir(from).catch(unlessMissing([]))) {
    // Skips the unfinished draft of a rotation.
    if (!name.endsWith('.json')) continue
    const sum = await copyHashed(join(from, name), join(target, name))
    if (withKeys) sums.set(`${partNames.keys}/${name}`, sum)
  }
  await syncFolder(target)
  say(
    withKeys
      ? 'The keys are in this backup: whoever gets hold of it can read every document. Keep it under lock and key.'
      : `The keys were copied to ${target}. Keep them apart from the backup: whoever has both can read every document.`,
  )
  return ids
}

interface Written {
  draft: string
  sums: Sums
  pool: FilePool
}

/** Reads the written files again, so that a faulty disk is found now and not when the backup is needed. */
async function proveWritten({ to, checksAll, say }: BackupOrder, { draft, sums, pool }: Written) {
  const prove = async (path: string, sum: string) => {
    if (existsSync(path) && (await hashOf(path)) === sum) return
    // Removed, so that the next backup copies it again.
    await rm(path, { force: true })
    throw new Error(
      `${path} was damaged, so this backup was not finished. Check that disk, then run the backup again.`,
    )
  }
  for (const [name, sum] of sums) await prove(join(draft, name), sum)
  const paths = checksAll ? pool.sums.keys() : pool.copied.paths
  let count = 0
  for (const path of paths) {
    await prove(join(to, path), pool.sums.get(path) ?? '')
    count += 1
  }
  say(`Everything that was written has been read again and is right (${count + sums.size} files).`)
}

async function prune({ to, keys, keep, say }: BackupOrder) {
  if (keep === null) return
  const old = (await listBackups(to)).slice(0, -keep)
  for (const id of old) {
    await rm(join(to, id), { recursive: true })
    if (keys !== null) await rm(join(keys, id), { recursive: true, force: true })
  }
  const removed = await prunePool(to)
  if (old.length > 0) say(`Removed ${old.length} older backups, and ${removed} files that only they held.`)
}

const filesInWords = ({ sums, copied }: FilePool) =>
  `${sums.size} stored files, of which ${copied.paths.length} are new (${(copied.bytes / 1e6).toFixed(1)} MB).`

const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
