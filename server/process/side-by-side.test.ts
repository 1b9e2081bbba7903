import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { migrationsFolder } from '#server/platform/db/baseline.ts'
import { withClient } from '#server/platform/postgres/roles.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { newBucketForNodes } from '#server/providers/storage/testing/bucket.ts'
import { urlOf } from '#server/testing/cluster.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { type Browser, browserAt, newClientAt } from './testing/browser.ts'
import { startOpened } from './testing/opened.ts'
import { startPortal, temporaryFolder } from './testing/portal-process.ts'
import { openRecords } from './testing/records.ts'
import { savedNumber, saveNumber } from './testing/save-profile.ts'
import { hashOf, randomPhoto, sendFile } from './testing/send-file.ts'

/** The previous release, which other nodes may still run for a while. Each release updates this. */
const previous = { commit: '7481f3d2', migrations: 35 }

const root = join(import.meta.dirname, '../..')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe', maxBuffer: 2 ** 27 })

/**
 * Checks out the previous release into a folder, with this one's packages and page. Returns null in a copy without git
 * history.
 */
function checkOut() {
  const folder = temporaryFolder()
  try {
    const tar = git('archive', previous.commit, 'package.json', 'contract', 'inspector', 'server', 'docs')
    execFileSync('tar', ['-x', '-C', folder, '--exclude=*.png', '--exclude=*.test.ts'], { input: tar })
  } catch {
    return null
  }
  for (const name of ['node_modules', 'dist']) symlinkSync(join(root, name), join(folder, name))
  return folder
}

const older = checkOut()
const connection = await freshDatabase('template0')
const records = await openRecords(connection)
const folders = { old: join(temporaryFolder(), 'old'), new: join(temporaryFolder(), 'new') }
const shared = {
  DATABASE_URL: urlOf(connection),
  PORTICO_DEMO: '0',
  PORTICO_RATE_LIMIT: 'off',
  ...(await newBucketForNodes()),
}

// A copy without the history cannot start the old node, says so, and only compares the tables.
if (older === null) process.stderr.write(`Not run: a node of ${previous.commit} beside one of this version\n`)
test.each(older === null ? [] : [older])(
  'a node of the previous release works on beside one of this version, whose start migrates under its load',
  { timeout: minutes(5) },
  async (folder) => {
    const old = await startOpened({ ...shared, PORTICO_DATA: folders.old }, [
      process.execPath,
      join(folder, 'server/main.ts'),
    ])
    const { administrator } = old
    const client = await newClientAt(() => old.address)
    const people = [client, administrator]
    const { paths } = await apiOf(administrator)
    const readable = Object.entries(paths).flatMap(([path, methods]) =>
      'get' in methods && !/[{]|events/.test(path) ? [path] : [],
    )
    expect(readable.length).toBeGreaterThan(50)
    const statusOf = async ({ fetch }: Pick<Browser, 'fetch'>, path: string): Promise<number> => {
      // Safe requests are repeated, as a proxy does.
      const reply = await fetch(path).catch(() => null)
      await reply?.arrayBuffer()
      return reply === null || reply.status === 503 ? statusOf({ fetch }, path) : reply.status
    }
    /** The status that each person gets from every endpoint that can be read without an id. */
    const statusesAt = async () => {
      const found: Record<string, number[]> = {}
      for (const path of readable)
        found[path] = await Promise.all(people.map((person) => statusOf(person, path)))
      return found
    }
    const before = await statusesAt()
    expect(Object.values(before).flat()).toContain(200)

    // Saves again after each response, while the other node migrates.
    const saved = { isOver: false, statuses: new Set<number>(), last: 0 }
    const save = (number: number) => saveNumber(client, number)
    const saving = (async () => {
      for (let number = 1; !saved.isOver; number += 1) {
        const { status } = await save(number)
        saved.statuses.add(status)
        if (status === 200) saved.last = number
      }
    })()
    mkdirSync(folders.new, { mode: 0o700 })
    cpSync(join(folders.old, 'keys'), join(folders.new, 'keys'), { recursive: true })
    const done = async () => (await records.rows('select from drizzle.__drizzle_migrations')).length
    expect(await done()).toBe(previous.migrations)
    const young = await startPortal({ ...shared, PORTICO_DATA: folders.new })
    expect(await done()).toBe(readMigrationFiles({ migrationsFolder }).length)
    saved.isOver = true
    await saving
    // 503 asks to try again, which pages do by themselves.
    expect([...saved.statuses].filter((status) => status !== 503)).toEqual([200])
    expect(await savedNumber(client)).toBe(saved.last)

    // The old node answers everything as before, and each node sees what the other writes.
    expect(await statusesAt()).toEqual(before)
    const there = sameBrowserAt(young.address, client)
    // A client's page of this version reads what the old node answers.
    expect(newlyRequired({ paths }, await apiOf(sameBrowserAt(young.address, administrator)))).toEqual([])
    expect((await save(saved.last + 1)).status).toBe(200)
    expect(await savedNumber({ ...client, ...there })).toBe(saved.last + 1)
    for (const [from, to] of [
      [old, there],
      [young, client],
    ] as const) {
      const paper = await randomPhoto()
      const sent = await sendFile({ address: from.address, cookie: client.cookie() }, paper).answer
      const reply = await to.fetch(`/api/documents/${sent?.document?.id}/download`)
      expect(hashOf(new Uint8Array(await reply.arrayBuffer()))).toBe(hashOf(paper))
    }
    const areRead = async () => (await there.ask(documents.list, {})).map(({ validation }) => !!validation)
    await expect.poll(areRead).toEqual([true, true])
    await there.ask(accounts.logout, {})
    await expect.poll(async () => (await client.fetch('/api/tasks')).status, { interval: 20 }).toBe(401)
    for (const { log } of [old, young]) expect(log()).not.toMatch(/does not exist|violates/)
    await Promise.all([old.end('SIGTERM'), young.end('SIGTERM')])
  },
)

/** A browser with the same cookies, which asks another node. */
function sameBrowserAt(address: string, { jar }: Pick<Browser, 'jar'>) {
  const browser = browserAt(() => address)
  for (const [name, value] of jar) browser.jar.set(name, value)
  return browser
}

interface Schema {
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}
interface Api {
  paths: Record<
    string,
    Record<
      string,
      { description: string; responses: Record<string, { content?: Record<string, { schema?: Schema }> }> }
    >
  >
}
const apiOf = async ({ fetch }: Pick<Browser, 'fetch'>) =>
  (await (await fetch('/api/openapi.json')).json()) as Api

/** Returns the fields that a page needs in an answer of `now`, and that the same answer of `before` may lack. */
function newlyRequired(before: Api, now: Api) {
  const found: string[] = []
  const compare = (place: string, old: Schema | undefined, young: Schema | undefined): void => {
    if (!old || !young) return
    for (const field of young.required ?? [])
      if (!old.required?.includes(field)) found.push(`${place}.${field}`)
    for (const [name, field] of Object.entries(young.properties ?? {}))
      compare(`${place}.${name}`, old.properties?.[name], field)
    compare(`${place}[]`, old.items, young.items)
    for (const [index, choice] of (young.anyOf ?? young.oneOf ?? []).entries())
      compare(place, (old.anyOf ?? old.oneOf)?.[index], choice)
  }
  for (const [path, methods] of Object.entries(now.paths)) {
    for (const [method, { description, responses }] of Object.entries(methods)) {
      // The firm's pages ask to be reloaded until all nodes are of this version.
      if (description.startsWith('For firm.')) continue
      for (const [status, { content }] of Object.entries(responses)) {
        const old = before.paths[path]?.[method]?.responses[status]?.content
        compare(`${method} ${path}`, old?.['application/json']?.schema, content?.['application/json']?.schema)
      }
    }
  }
  return found
}

/** What a query on the tables can rely on, one line each. `guards` maps each constraint to its columns. */
interface Shape {
  promises: Set<string>
  guards: Map<string, string[]>
}

async function shapeOf(client: pg.ClientBase): Promise<Shape> {
  const { rows: columns } = await client.query<{ line: string }>(
    `select format('%s.%s %s%s%s', attrelid::regclass, attname, format_type(atttypid, atttypmod),
       case when attnotnull then ' not null' end,
       case when atthasdef or attidentity <> '' then ' with a default' end) as line
     from pg_attribute join pg_class c on c.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0 and not attisdropped`,
  )
  // An insert with ON CONFLICT names a unique index by its columns.
  const { rows: guards } = await client.query<{ line: string; columns: string[]; isUnique: boolean }>(
    `with of as materialized (
       select i.indrelid as relation, true as "isUnique",
         regexp_replace(pg_get_indexdef(i.indexrelid), 'INDEX \\S+ ON', 'INDEX ON') as definition,
         array(select unnest(indkey) union select refobjsubid::int2 from pg_depend d
           where d.classid = 'pg_class'::regclass and d.objid = i.indexrelid and d.refobjid = i.indrelid) as numbers
       from pg_index i where i.indisunique
       union all
       select conrelid, false, pg_get_constraintdef(oid), conkey from pg_constraint where contype in ('c', 'f', 'x')
       union all
       select tgrelid, false, regexp_replace(pg_get_triggerdef(pg_trigger.oid), 'TRIGGER \\S+ ', 'TRIGGER '), '{}'
       from pg_trigger join pg_proc on pg_proc.oid = tgfoid
       where not tgisinternal and not (proname = any($1)))
     select relation::regclass || ' ' || definition as line, "isUnique",
       array(select relation::regclass || '.' || attname from pg_attribute
         where attrelid = relation and attnum > 0 and attnum = any(numbers)) as columns
     from of join pg_class c on c.oid = relation where relnamespace = 'public'::regnamespace`,
    [followers],
  )
  return {
    promises: new Set([...columns, ...guards.filter(({ isUnique }) => isUnique)].map(({ line }) => line)),
    guards: new Map(guards.map(({ line, columns: named }) => [line, named])),
  }
}

/** Functions of triggers that refuse nothing: they keep columns which the previous release neither reads nor writes. */
const followers = ['follow_matter', 'follow_matter_tasks', 'follow_payment', 'follow_sharing']

/** Returns the changes that would break a statement written for the previous shape. */
function breaks(before: Shape, now: Shape) {
  const tables = new Set([...before.promises].map(tableOf))
  const columns = new Set([...before.promises].map((line) => line.split(' ')[0]))
  return [
    ...[...before.promises].filter((line) => !now.promises.has(line)).map((line) => `gone: ${line}`),
    ...[...now.promises]
      .filter((line) => tables.has(tableOf(line)) && line.endsWith(' not null') && !before.promises.has(line))
      .filter((line) => !columns.has(line.split(' ')[0]))
      .map((line) => `to be filled: ${line}`),
    ...[...now.guards]
      .filter(([line, named]) => !before.guards.has(line) && named.every((name) => columns.has(name)))
      .map(([line]) => `guarded anew: ${line}`),
  ]
}
const tableOf = (line: string) => line.split(/[. ]/, 1)[0]

/** The previous shape of the tables, from the first migrations alone. */
async function previousShape() {
  return withClient(await freshDatabase('template0'), async (client) => {
    for (const { sql } of readMigrationFiles({ migrationsFolder }).slice(0, previous.migrations))
      for (const statement of sql) await client.query(statement)
    return shapeOf(client)
  })
}

test('since the previous release the tables have only grown: whatever it reads and writes is as it was', async () => {
  const before = await previousShape()
  expect(before.promises.size).toBeGreaterThan(300)
  await withClient(await freshDatabase(), async (client) => {
    const now = await shapeOf(client)
    expect(breaks(before, now)).toEqual([])
    expect([...now.promises].length).toBeGreaterThan(before.promises.size)

    const offenders = {
      'alter table users drop column "last_name"': /^gone: users.last_name text/,
      'alter table users rename column "last_name" to surname': /^gone: users.last_name text/,
      'alter table users rename to people': /^gone: users\./,
      'alter table users alter column "last_name" type varchar(40)': /^gone: users.last_name text/,
      'alter table users alter column "phone" set not null': /^gone: users.phone text/,
      'alter table users alter column "is_guest" drop default': /^gone: users.is_guest boolean/,
      'alter table users add column born_in text not null': /^to be filled: users.born_in text not null/,
      'alter table users add check (length("last_name") < 40)': /^guarded anew: users CHECK/,
      'create unique index on users ("last_name")': /^guarded anew: users CREATE UNIQUE INDEX/,
      'drop table activities cascade': /^gone: activities\./,
      'create trigger refuse before update on users for each row execute function suppress_redundant_updates_trigger()':
        /^guarded anew: users CREATE TRIGGER/,
    }
    for (const [offender, words] of Object.entries(offenders)) {
      await client.query('begin')
      await client.query(offender)
      const found = breaks(now, await shapeOf(client))
      await client.query('rollback')
      expect(found[0] ?? 'nothing found', offender).toMatch(words)
    }
    for (const harmless of [
      'alter table users add column born_in text',
      "alter table users add column born_in text not null default ''",
      'create table own (id int primary key, name text not null unique)',
      'create index on users ("last_name")',
    ]) {
      await client.query('begin')
      await client.query(harmless)
      expect(breaks(now, await shapeOf(client)), harmless).toEqual([])
      await client.query('rollback')
    }
  })
})
