import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { unknownMigrations } from '../db/baseline.ts'
import { claimDataFolder } from '../files/data-folder.ts'
import { syncFolder, writeNew } from '../files/disk.ts'
import { type EncryptedStorage, piecesOf } from '../files/encrypted-storage.ts'
import { readKeys } from '../files/keyring.ts'
import { copyHashed, hashOf } from './copy.ts'
import { knownSums } from './file-pool.ts'
import { restoringMark } from './half-restored.ts'
import {
  listBackups,
  type Manifest,
  partNames,
  readManifest,
  readSums,
  type Sums,
  unlessMissing,
} from './layout.ts'
import type { Place } from './reach-database.ts'
import { type Recovery, recover } from './recover.ts'

export interface RestoreOrder extends Place {
  /** The folder of backups. */
  from: string
  /** Which backup. Null for the latest, or with `until` for the latest before that time. */
  id: string | null
  /** The folder that the keys were kept in. Null if they are in the backup or missing. */
  keys: string | null
  /** The time up to which the archived log is replayed. Null for the time of the backup. */
  until: Recovery | null
  /** An empty bucket that the files go to. Null for the data folder. */
  bucket: EncryptedStorage | null
  say: (line: string) => void
}

/**
 * Restores a backup into an empty data folder and, if one is named, an empty bucket. Proves that its database starts.
 */
export async function restore(order: RestoreOrder): Promise<void> {
  const { from, dataFolder, bucket, say } = order
  const id = order.id ?? (await choose(order))
  const manifest = await readManifest(from, id)
  refuseNewer(manifest)
  refuseOtherDatabase(order, manifest)
  const sums = await provenSums(order, { id, manifest })
  const keyFolder = await findKeys(order, { id, manifest })
  await refuseFull(dataFolder)
  if (bucket !== null) await refuseUsed(bucket)
  const claim = claimDataFolder(dataFolder)
  try {
    const mark = restoringMark(dataFolder)
    await writeNew(mark, [Buffer.from(`${id}\n`)])
    if (bucket !== null && manifest.installation !== null) await bucket.belongTo(manifest.installation)
    await copyFiles(order, sums)
    if (manifest.installation !== null)
      await writeNew(join(dataFolder, 'files.installation'), [Buffer.from(`${manifest.installation}\n`)])
    if (keyFolder !== null) await copyKeys(keyFolder, join(dataFolder, 'keys'))
    if (manifest.database === 'embedded') await putDatabase(order, { id, sums })
    await rm(mark)
    await syncFolder(dataFolder)
  } finally {
    claim.release()
  }
  say(`Backup ${id} (${manifest.madeAt}) has been restored to ${dataFolder}.`)
  if (manifest.database === 'external')
    say(
      'It holds no database: restore that from its own backup, of the same time or earlier, before you start.',
    )
  if (keyFolder === null)
    say(
      `The keys are missing. Copy files.json and seal.json from where you keep them to ${join(dataFolder, 'keys')} ` +
        'before you start: no document can be opened without them, and Portico will not start.',
    )
}

/** Returns the latest backup, or with `until` the latest that was finished before that time. */
async function choose({ from, until }: RestoreOrder): Promise<string> {
  const all = await listBackups(from)
  for (const id of all.toReversed()) {
    if (until === null) return id
    const { madeAt, finishedAt = madeAt } = await readManifest(from, id)
    if (new Date(finishedAt) < until.time) return id
  }
  throw new Error(
    all.length === 0
      ? `There is no finished backup in ${from}.`
      : `Every backup in ${from} is later than ${until?.time.toISOString()}.`,
  )
}

const refuseNewer = ({ portico, migrations }: Manifest) => {
  if (unknownMigrations(migrations).length > 0)
    throw new Error(
      `This backup was made by a newer Portico (${portico}). Restore it with that version. Nothing was changed.`,
    )
}

const refuseOtherDatabase = ({ databaseUrl, until }: RestoreOrder, { database }: Manifest) => {
  if (database === 'embedded' && databaseUrl !== null)
    throw new Error(
      'This backup holds a built-in database, and DATABASE_URL names another. Unset DATABASE_URL to restore it.',
    )
  if (database === 'external' && until !== null)
    throw new Error(
      'This backup holds no database, so it cannot be taken to a moment. Restore your database to that.',
    )
}

interface Chosen {
  id: string
  manifest: Manifest
}

/** Returns the hashes of all files of the backup, after checking that each is there and unchanged. */
async function provenSums({ from, until, say }: RestoreOrder, { id, manifest }: Chosen): Promise<Sums> {
  const list = await readFile(join(from, id, partNames.sums)).catch(unlessMissing(Buffer.alloc(0)))
  if (createHash('sha256').update(list).digest('hex') !== manifest.sums)
    throw damaged(join(id, partNames.sums))
  const sums = readSums(list.toString())
  // Rows written after this backup name files that only later backups hold.
  if (until !== null) for (const [path, sum] of await knownSums(from)) sums.set(path, sum)
  for (const [path, sum] of sums) {
    const whole = join(from, path)
    if (!existsSync(whole) || (await hashOf(whole)) !== sum) throw damaged(path)
  }
  say(`The backup has been read and is whole (${sums.size} files).`)
  return sums
}

const damaged = (path: string) =>
  new Error(
    `This backup is damaged: ${path} is missing or has changed. Nothing was restored; try another backup.`,
  )

/** Returns the folder of the keys, or null if there are none. Throws an error if they are another portal's. */
async function findKeys({ from, keys }: RestoreOrder, { id, manifest }: Chosen): Promise<string | null> {
  const candidates =
    keys === null ? [join(from, id, partNames.keys)] : [join(keys, id), keys, join(keys, partNames.keys)]
  const folder = candidates.find((candidate) => existsSync(join(candidate, 'files.json')))
  if (folder === undefined) {
    if (keys === null || manifest.keyIds.length === 0) return null
    throw new Error(`There is no files.json in ${keys}. Nothing was restored.`)
  }
  const ids = new Set(((await readKeys(join(folder, 'files.json'))) ?? []).map((key) => key.id))
  if (manifest.keyIds.some((keyId) => !ids.has(keyId)))
    throw new Error(`The keys in ${folder} are not the ones this backup needs. Nothing was restored.`)
  return folder
}

const refuseFull = async (dataFolder: string) => {
  const found = await readdir(dataFolder).catch(unlessMissing([]))
  // The first two are left by a portal that was stopped or a restore that was refused.
  if (found.some((name) => !['portico.lock', 'portico.pid', 'lost+found'].includes(name)))
    throw new Error(
      `${dataFolder} is not empty. Move what is in it away, or set PORTICO_DATA to another folder. Nothing was changed.`,
    )
}

/** The bucket may belong to a running portal, or hold half of a restore that was broken off. */
const refuseUsed = async (bucket: EncryptedStorage) => {
  if (await bucket.isEmpty()) return
  throw new Error(
    `There is something in ${bucket.place} already. Empty it, name another bucket or PORTICO_S3_PREFIX, or put the files into the data folder with PORTICO_FILES=disk. Nothing was changed.`,
  )
}

async function copyFiles({ from, dataFolder, bucket, say }: RestoreOrder, sums: Sums) {
  let count = 0
  for (const [path, sum] of sums) {
    if (!path.startsWith('files/')) continue
    const source = join(from, path)
    const found =
      bucket === null
        ? await copyHashed(source, join(dataFolder, path))
        : await putInto(bucket, { key: path.slice('files/'.length), source })
    if (found !== sum) throw damaged(path)
    count += 1
  }
  say(`${count} stored files have been copied back${bucket === null ? '' : ` to ${bucket.place}`}.`)
}

/** Returns the hash of the stored object, read back from the bucket. */
async function putInto(bucket: EncryptedStorage, { key, source }: { key: string; source: string }) {
  await bucket.write(key, createReadStream(source))
  await bucket.keep(key)
  const hash = createHash('sha256')
  for await (const piece of piecesOf(await bucket.open(key))) hash.update(piece)
  return hash.digest('hex')
}

async function copyKeys(from: string, to: string) {
  for (const name of await readdir(from))
    if (name.endsWith('.json')) await copyHashed(join(from, name), join(to, name))
}

async function putDatabase(
  { from, dataFolder, until, say }: RestoreOrder,
  { id, sums }: { id: string; sums: Sums },
) {
  const directory = join(dataFolder, 'database')
  const packed = join(id, partNames.database)
  if (!sums.has(packed)) throw damaged(packed)
  await mkdir(directory, { mode: 0o700 })
  await pipeline(createReadStream(join(from, packed)), createGunzip(), unpackTar(directory))
  const reached = await recover(directory, until)
  say(
    until === null
      ? 'The database has been restored and starts.'
      : `The database has been taken to ${reached ?? until.time.toISOString()}.`,
  )
  say(
    'Everyone has to sign in again, and links in emails sent before no longer work. An API key that was withdrawn or a ' +
      'passkey that was removed after this backup is back: withdraw or remove it again.',
  )
  say(
    'A mail server or a bucket that was connected under Integrations is not connected any more, so that a copy that is ' +
      'only tried out writes to nobody: connect it again there.',
  )
}

/** Unpacks a tar into a folder, readable only by the portal's user. Fails if the tar is incomplete. */
export function unpackTar(folder: string): Writable {
  // PostgreSQL would not start with the lock file of a socket that was open when the copy was made.
  const args = ['-x', '-f', '-', '-C', folder, '--no-same-owner', '--exclude=.s.PGSQL.*']
  const child = spawn('tar', args, { stdio: ['pipe', 'ignore', 'pipe'] })
  const complaint = text(child.stderr)
  const ended = once(child, 'close').then(async ([code]) => {
    if (code !== 0) throw new Error(`The database could not be unpacked: ${(await complaint).trim()}`)
  })
  // The writer gets this error at the end, and until then nothing handles it.
  ended.catch(() => {})
  child.stdin.on('error', () => {})
  return new Writable({
    write: (chunk, _, done) => {
      if (child.stdin.write(chunk)) done()
      else void Promise.race([once(child.stdin, 'drain'), ended]).then(() => done(), done)
    },
    final: (done) => {
      child.stdin.end()
      ended.then(() => done(), done)
    },
    destroy: (error, done) => {
      child.kill()
      done(error)
    },
  })
}
