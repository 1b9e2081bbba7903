import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { reachDatabase } from '#server/platform/backup/reach-database.ts'
import { diskStorage } from '#server/platform/files/disk-storage.ts'
import { openKeyring } from '#server/platform/files/keyring.ts'
import { openFileStore } from '#server/platform/files/store.ts'
import { openCluster } from '#server/platform/postgres/cluster.ts'
import { ensureDatabase } from '#server/platform/postgres/roles.ts'
import type { BucketSettings } from '#server/providers/storage/bucket-client.ts'
import { openBucket } from '#server/providers/storage/s3.ts'
import { openBucketStandIn } from '#server/providers/storage/testing/stand-in.ts'
import { startPortal } from './portal.ts'
import { writeSection } from './results.ts'

/** One client, three tasks and one document each: five rows and one file. */
const clients = Number(process.env['CLIENTS'] ?? 20_000)
const fileSize = 20_000

const folder = mkdtempSync(join(tmpdir(), 'portico-move-'))
const data = join(folder, 'data')
const own = { PORTICO_DATA: data, PORTICO_DEMO: '0', PORTICO_RATE_LIMIT: 'off' }
const steps: { name: string; seconds: number; said: string }[] = []
const load = loadavg()[0] ?? 0

/**
 * Measures the move of a whole portal: built-in database to an external PostgreSQL, files to a bucket with a kill half
 * way, then backup and restore to an empty bucket. Every file is read at the end and compared by hash.
 */
const cluster = await openCluster({ directory: join(folder, 'cluster'), log: () => {} })
const standIn = await openBucketStandIn({ pageSize: 1000 })
try {
  const { host, user, database } = await ensureDatabase(cluster.connection, 'moved')
  const databaseUrl = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
  await (await startPortal(own)).stop()
  await timed('filling', fill)
  await timed('database:move', () => command('move-database', [], { DATABASE_URL: databaseUrl }))
  const there = { DATABASE_URL: databaseUrl, ...bucketIn(standIn.settings) }
  const kept = () => [...standIn.objects.keys()].filter((name) => name.includes('/files/')).length
  await timed('files:move, killed half way', () =>
    command('move-files', ['--to', 's3'], there, () => kept() >= clients / 2),
  )
  await timed('files:move, run again', () => command('move-files', ['--to', 's3'], there))
  const [backups, keys] = [join(folder, 'backups'), join(folder, 'keys')]
  await timed('backup', () => command('backup', [backups, '--keys', keys], there))
  const back = { ...there, PORTICO_DATA: join(folder, 'back'), PORTICO_S3_PREFIX: 'restored/' }
  await timed('restore to an empty bucket', () => command('restore', [backups, '--keys', keys], back))
  await timed('reading all files', () => proveAll(databaseUrl, standIn.settings))
  await timed('reading all restored files', () =>
    proveAll(databaseUrl, { ...standIn.settings, prefix: 'restored/' }),
  )
  const rows = steps.map(({ name, seconds, said }) => `| ${name} | ${seconds.toFixed(0)} s | ${said} |`)
  writeSection(
    'Moving a whole portal',
    `${clients * 5} rows and ${clients} files of ${fileSize / 1000} kB, to another PostgreSQL and a bucket (a stand-in in memory) on the same
machine, whose load was ${load.toFixed(0)} at the beginning and ${(loadavg()[0] ?? 0).toFixed(0)} at the end.

| step | took | outcome |
| ---- | ---- | ------- |
${rows.join('\n')}`,
  )
} finally {
  await standIn.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function timed(name: string, work: () => Promise<string>) {
  const began = performance.now()
  const said = await work()
  steps.push({ name, seconds: (performance.now() - began) / 1000, said })
  console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s. ${said}`)
}

/**
 * Runs a command as an operator does, and kills it once `isEnough`. Returns its sentence with the count, or "killed".
 */
async function command(
  name: string,
  args: string[],
  settings: Record<string, string>,
  isEnough = () => false,
) {
  const child = spawn(process.execPath, [`server/commands/${name}.ts`, ...args], {
    env: { ...process.env, ...own, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const watch = setInterval(() => isEnough() && child.kill('SIGKILL'), 50)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [said, code] = await Promise.all([text(child.stdout), ended])
  clearInterval(watch)
  if (code === null) return 'killed'
  if (code !== 0) throw new Error(`${name} ended with ${code}.`)
  return (/^\d+ (?:rows of|files have|stored files) .*$/m.exec(said)?.[0] ?? '').replaceAll(folder, '')
}

async function fill() {
  const storage = diskStorage(join(data, 'files'))
  const keyring = await openKeyring(join(data, 'keys', 'files.json'), { protects: storage })
  const store = await openFileStore({ storage, keyring })
  const files: { key: string; sha256: string }[] = []
  const next = Array.from({ length: clients }, (_, at) => at).values()
  const worker = async () => {
    for (const _ of next) files.push(await store.put([randomBytes(fileSize)], { limit: fileSize }))
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  const reached = await reachDatabase({ dataFolder: data })
  const client = new pg.Client(reached.superuser)
  await client.connect()
  try {
    await client.query(
      `create temp table people as select n, uuidv7() as id, f.value->>'key' as key, f.value->>'sha256' as sha256
       from jsonb_array_elements($1::jsonb) with ordinality f(value, n)`,
      [JSON.stringify(files)],
    )
    await client.query(
      `insert into users (id, username, username_key, username_look, email, email_key, first_name, last_name, role,
         password_hash, is_first_login, created_at)
       select id, 'client' || n, 'client' || n, 'client' || n, 'client' || n || '@example.com',
         'client' || n || '@example.com', 'Amara', 'Okafor', 'client', '', false, now() from people`,
    )
    await client.query(
      `insert into tasks (id, client_id, position, template_version, kind, category, title, description, status,
         created_at, opened_at)
       select uuidv7(), id, position, 1, (array['proof_of_identity', 'proof_of_address', 'other'])[1 + position],
         'documents', 'Task ' || position, 'What the firm asks for', 'pending', now(), now()
       from people, generate_series(0, 2) position`,
    )
    await client.query(
      `insert into documents (id, client_id, filename, file_key, sha256, file_type, file_size, document_type, status,
         created_at)
       select uuidv7(), id, 'letter-' || n || '.pdf', key, sha256, 'pdf', $1, 'legal', 'pending', now() from people`,
      [fileSize],
    )
  } finally {
    await client.end()
    await reached.close()
  }
  return `${clients * 5} rows, ${files.length} files`
}

function bucketIn({ bucket, endpoint, credentials }: BucketSettings) {
  return {
    PORTICO_S3_BUCKET: bucket,
    PORTICO_S3_ENDPOINT: endpoint ?? '',
    PORTICO_S3_ACCESS_KEY: credentials?.accessKeyId ?? '',
    PORTICO_S3_SECRET_KEY: credentials?.secretAccessKey ?? '',
  }
}

/** Reads each file that a row names from the bucket alone. The store refuses one that has not the row's hash. */
async function proveAll(connectionString: string, settings: BucketSettings) {
  const storage = openBucket(settings)
  const keyring = await openKeyring(join(data, 'keys', 'files.json'), { protects: storage })
  const store = await openFileStore({ storage, keyring })
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ key: string; sha256: string }>(
    'select file_key as key, sha256 from documents where file_key is not null',
  )
  await client.end()
  const next = rows.values()
  const worker = async () => {
    for (const { key, sha256 } of next) for await (const _ of await store.read(key, { sha256 })) continue
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return `${rows.length} rows have their file, to the byte`
}
