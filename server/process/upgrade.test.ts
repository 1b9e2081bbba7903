import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { migrationsFolder } from '#server/platform/db/baseline.ts'
import { migrateDatabase } from '#server/platform/db/connection.ts'
import { withClient } from '#server/platform/postgres/roles.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { urlOf } from '#server/testing/cluster.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { browserAt } from './testing/browser.ts'
import { failedStart, startPortal, temporaryFolder } from './testing/portal-process.ts'
import { openRecords } from './testing/records.ts'
import { beginProgram } from './testing/run-program.ts'

/** The tables, files and keys of the baseline's demo (the first migration alone). */
interface Baseline {
  tables: Record<string, object[]>
  /** Contents in base64 by path below the data folder. */
  files: Record<string, string>
}
const baseline: Baseline = JSON.parse(
  gunzipSync(readFileSync(join(import.meta.dirname, 'testing/baseline-demo.json.gz'))).toString(),
)

const migrations = readMigrationFiles({ migrationsFolder })
const connection = await freshDatabase('template0')
const records = await openRecords(connection)
const data = join(temporaryFolder(), 'data')
const environment = { DATABASE_URL: urlOf(connection), PORTICO_DATA: data, PORTICO_RATE_LIMIT: 'off' }
const named = pg.escapeIdentifier

for (const [path, content] of Object.entries(baseline.files)) {
  await mkdir(dirname(join(data, path)), { recursive: true })
  await writeFile(join(data, path), Buffer.from(content, 'base64'))
}
const [first] = migrations
for (const statement of first?.sql ?? []) await records.rows(statement)
await records.rows(`create schema drizzle;
  create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  insert into drizzle.__drizzle_migrations (hash, created_at) values ('${first?.hash}', ${first?.folderMillis})`)
const old = new Map<string, string>()
for (const [table, rows] of Object.entries(baseline.tables)) {
  const columns = await records.rows<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [`public.${named(table)}`],
  )
  const list = columns.map(({ name }) => named(name)).join(', ')
  old.set(table, list)
  // Foreign keys and the trail's triggers are off, because they were checked when the rows were first written.
  await records.rows(
    `set session_replication_role = replica;
     insert into ${named(table)} (${list}) overriding system value
     select ${list} from json_populate_recordset(null::${named(table)}, ${pg.escapeLiteral(JSON.stringify(rows))});
     set session_replication_role = default`,
  )
}
const counters = await records.rows<{ table: string; column: string; sequence: string }>(
  `select table_name as table, column_name as column, pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
   from information_schema.columns
   where table_schema = 'public' and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`,
)
for (const { table, column, sequence } of counters)
  await records.rows(
    `select setval($1, (select coalesce(max(${named(column)}), 0) + 1 from ${named(table)}), false)`,
    [sequence],
  )

/** Every row of the baseline's tables, in the columns it had then. */
const contents = async () => {
  const found: Record<string, unknown[]> = {}
  for (const [table, list] of old) {
    const rows = await records.rows<{ row: string }>(
      `select to_jsonb(one)::text as row from (select ${list} from ${named(table)}) one order by 1`,
    )
    found[table] = rows.map(({ row }) => row)
  }
  return found
}
const done = async () => (await records.rows('select from drizzle.__drizzle_migrations')).length
const asleep = () =>
  records.rows<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
  )

const before = await contents()

/**
 * Starts the whole portal for the first migration. For the others it migrates in this process and loses its connection,
 * which is the same for the database and saves the two seconds of a start.
 */
const beginMigrating = (at: number) => {
  if (at > 1) {
    const ended = migrateDatabase({ owner: connection, appName: null }).catch(() => {})
    return { kill: () => {}, ended }
  }
  const environmentOfStart = { ...environment, PORT: '0', PORTICO_DEMO: '1' }
  const { kill, done } = beginProgram('server/main.ts', [], environmentOfStart)
  return { kill, ended: done }
}

/** A start takes long on a busy machine. */
const patiently = { interval: 20, timeout: minutes(1) }

test('a start that is killed in any migration leaves the data of the baseline as it was', {
  timeout: minutes(5),
}, async () => {
  expect(Object.values(before).flat().length).toBeGreaterThan(200)
  await records.rows(`
    create table stop_at (migration int);
    create function fall_asleep() returns trigger language plpgsql as $$ begin
      if (select count(*) from drizzle.__drizzle_migrations) = (select migration from stop_at) then
        perform pg_sleep(60);
      end if;
      return new;
    end $$;
    create trigger fall_asleep before insert on drizzle.__drizzle_migrations
      for each row execute function fall_asleep()`)
  for (let at = 1; at < migrations.length; at += 1) {
    await records.rows('delete from stop_at')
    await records.rows('insert into stop_at values ($1)', [at])
    const start = beginMigrating(at)
    const hasEnded = start.ended.then(() => 'it ended')
    await expect
      .poll(async () => (await asleep()).length || Promise.race([hasEnded, Promise.resolve(0)]), patiently)
      .toBe(1)
    start.kill()
    await records.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'test'`,
    )
    await start.ended
    await expect.poll(async () => (await asleep()).length, { interval: 20 }).toBe(0)
    expect(await done(), `killed in migration ${at}`).toBe(1)
    expect(await contents()).toEqual(before)
  }
  await records.rows('drop function fall_asleep cascade; drop table stop_at')
})

/** Ends the first attempt to migrate by a deadlock, as with a node that works on meanwhile. */
async function endByDeadlock(migrated: Promise<void>) {
  const hasEnded = migrated.then(() => ({ pid: 0, table: 'it ended' }))
  await withClient(connection, async (client) => {
    // It does not look for the deadlock, so that the migration is the one that is ended.
    await client.query("set deadlock_timeout = '5min'; begin; lock table users in row exclusive mode")
    const held = async () => {
      const [found] = await records.rows<{ pid: number; table: string }>(
        `select w.pid, h.relation::regclass::text as table from pg_locks w
         join pg_locks h on h.pid = w.pid and h.granted and h.mode = 'AccessExclusiveLock' and h.database = w.database
         join pg_class c on c.oid = h.relation and c.relkind = 'r'
         where not w.granted and w.relation = 'users'::regclass`,
      )
      return found
    }
    const find = () => Promise.race([hasEnded, held()])
    await expect.poll(find, patiently).toMatchObject({ table: expect.any(String) })
    const { table } = (await held()) ?? { table: 'users' }
    await client.query(`select from ${table} limit 0`)
    await client.query('commit')
  })
}

test('the migrations of this version keep every row of the baseline, and its people and documents go on', async () => {
  const migrated = migrateDatabase({ owner: connection, appName: null })
  await endByDeadlock(migrated)
  await migrated
  expect(await done()).toBe(migrations.length)
  expect(await contents()).toEqual(before)

  const portal = await startPortal({ ...environment, PORTICO_DEMO: '1' })
  const { ask, fetch } = browserAt(() => portal.address)
  await ask(accounts.login, { username: 'testuser', password: 'portico-demo' })
  const listed = await ask(documents.list, {})
  expect(listed.length).toBeGreaterThan(0)
  for (const { id } of listed) expect((await fetch(`/api/documents/${id}/download`)).status).toBe(200)
  await portal.end('SIGTERM')
})

test('an older version refuses a database that a newer one has used, with a sentence, and changes nothing', async () => {
  await records.rows(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a version to come', 9e15)",
  )
  const shape = () =>
    records.rows(
      `select table_name, column_name from information_schema.columns where table_schema = 'public' order by 1, 2`,
    )
  const [shapeBefore, rowsBefore] = [await shape(), await contents()]
  expect(await failedStart({ ...environment, PORTICO_DEMO: '1' })).toEqual({
    code: 1,
    said: '',
    complaint:
      'The database has been used by a newer Portico, whose tables this one cannot read. ' +
      'Start that version again, or restore a backup that this one made. Nothing was changed.',
  })
  expect([await shape(), await contents()]).toEqual([shapeBefore, rowsBefore])
})
