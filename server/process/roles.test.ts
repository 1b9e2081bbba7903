import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { Health } from '#contract/kit/portal.ts'
import { tasks } from '#contract/tasks.ts'
import { migrateDatabase } from '#server/platform/db/connection.ts'
import { openCluster } from '#server/platform/postgres/cluster.ts'
import {
  type Connection,
  ensureDatabase,
  ensureOtherRoles,
  withClient,
} from '#server/platform/postgres/roles.ts'
import { urlOf } from '#server/testing/cluster.ts'
import { newClientAt } from './testing/browser.ts'
import { startOpened } from './testing/opened.ts'
import { type PortalProcess, startPortal, temporaryFolder } from './testing/portal-process.ts'

const ask = async (connection: Connection, query: string) =>
  (await withClient(connection, (client) => client.query<Record<string, unknown>>(query))).rows

/** The roles that the portal connects as. */
const usersOf = async (connection: Connection) => {
  const rows = await ask(
    connection,
    `select distinct usename as name from pg_stat_activity
     where application_name like 'portico%' and datname = current_database()`,
  )
  return rows.map(({ name }) => name)
}
const healthOf = async ({ address }: PortalProcess) =>
  Health.parse(await (await fetch(`${address}/api/health`)).json())
/** Registers a client, which writes to many tables as the portal's role, and returns their tasks. */
const tasksOfNewClient = async ({ address }: PortalProcess) =>
  (await newClientAt(() => address)).ask(tasks.list, {})

const row = `insert into audit (id, at, event, address, agent, request_id, details)
  values (gen_random_uuid(), now(), 'test', '', '', '', '{}')`

/** Checks that the role may only read the audit trail and add to it. */
async function expectToAddOnly(connection: Connection) {
  await ask(connection, row)
  expect(await ask(connection, "select count(*)::int as rows from audit where event = 'test'")).toEqual([
    { rows: 1 },
  ])
  const changes = [
    'update audit set event = event',
    'delete from audit',
    'truncate audit',
    'drop table audit',
    'alter table audit disable trigger all',
    'delete from refusals',
    'update refusals set count = count + 1',
    'create table mine (id int)',
    'create role another',
    "set session_replication_role = 'replica'",
  ]
  for (const change of changes)
    await expect(ask(connection, change), change).rejects.toMatchObject({ code: '42501' })
}

test('the built-in database is used by a role that adds to the trail and can do no more, also in an older folder', async () => {
  const data = join(temporaryFolder(), 'data')
  mkdirSync(data)
  chmodSync(data, 0o711)
  // As in earlier versions, where the superuser did everything.
  const directory = join(data, 'database')
  const cluster = await openCluster({ directory, log: () => {} })
  const superuser = await ensureDatabase(cluster.connection, 'portico')
  await migrateDatabase({ owner: superuser, appName: null })
  await ask(superuser, row.replace("'test'", "'before'"))
  await cluster.stop()

  const settings = { PORTICO_DATA: data, PORTICO_DEMO: '0' }
  let portal: PortalProcess = await startOpened(settings)
  expect(await usersOf(superuser)).toEqual(['portico'])
  expect(await tasksOfNewClient(portal)).not.toHaveLength(0)
  expect(await healthOf(portal)).toMatchObject({ status: 'ok', warnings: [] })
  await expectToAddOnly({ ...superuser, user: 'portico' })
  for (const change of ['update audit set event = event', 'delete from audit', 'truncate audit cascade'])
    await expect(ask(superuser, change), change).rejects.toMatchObject({ code: '42501' })
  expect(await ask(superuser, "select event from audit where event = 'before'")).toHaveLength(1)
  expect(
    await ask(
      superuser,
      `select relname from pg_class join pg_namespace n on n.oid = relnamespace
       where nspname in ('public', 'drizzle', 'graphile_worker') and relkind in ('r', 'S')
       and relowner = 'postgres'::regrole`,
    ),
  ).toEqual([])
  expect(await portal.end('SIGTERM')).toMatchObject({ code: 0 })

  portal = await startPortal(settings)
  expect(await tasksOfNewClient(portal)).not.toHaveLength(0)
})

/** Creates an empty database with a role of its own. */
async function openOthers(role: string, rights: string) {
  const cluster = inject('cluster')
  const database = `test_${role}`
  await ask(cluster, `create role ${role} login ${rights}`)
  await ask(cluster, `create database ${database} owner ${role}`)
  return { ...cluster, database, user: role }
}

const startOn = (connection: Connection) =>
  startOpened({
    PORTICO_DATA: join(temporaryFolder(), 'data'),
    DATABASE_URL: urlOf(connection),
    PORTICO_DEMO: '0',
  })

test('on an external database that lets it, the portal makes a role that adds to the trail and can do no more', async () => {
  const connection = await openOthers('makers', 'createrole')
  const portal = await startOn(connection)
  expect(await tasksOfNewClient(portal)).not.toHaveLength(0)
  expect(await usersOf(connection)).toEqual(['portico_app_test_makers'])
  expect(await healthOf(portal)).toMatchObject({ status: 'ok', warnings: [] })
  await expectToAddOnly({ ...connection, user: 'portico_app_test_makers' })
})

test('where it may make no role, the portal works as the owner behind its triggers, and says so', async () => {
  const connection = await openOthers('plain', '')
  const portal = await startOn(connection)
  expect(await tasksOfNewClient(portal)).not.toHaveLength(0)
  expect(await usersOf(connection)).toEqual(['plain'])
  const words = 'The role of DATABASE_URL may make no other role'
  expect(await healthOf(portal)).toMatchObject({
    status: 'ok',
    warnings: [expect.stringContaining(`${words} (42501), so`)],
  })
  expect(portal.said()).toContain(words)
  await expect(ask(connection, 'delete from audit')).rejects.toMatchObject({ code: '42501' })
})

test('a role that was made and is not let in is told, and the portal works as the owner', async () => {
  const connection = await openOthers('closed', 'createrole')
  const url = urlOf(connection)
  expect(await ensureOtherRoles(url)).toMatchObject({ appName: 'portico_app_test_closed' })
  await ask(inject('cluster'), 'alter role portico_app_test_closed nologin')
  expect(await ensureOtherRoles(url)).toMatchObject({
    app: { connectionString: url },
    appName: null,
    refusal: { reason: 'shut_out', code: '28000' },
  })
})

test('a database that answers too late ends the start, and gives the portal no more rights', async () => {
  const connection = await openOthers('late', 'createrole')
  const impatient = new URL(urlOf(connection))
  impatient.searchParams.set('options', '-c lock_timeout=50')
  await withClient(connection, async (other) => {
    // As if another node were creating the role at this moment.
    await other.query('select pg_advisory_lock(7032027)')
    await expect(ensureOtherRoles(impatient.href)).rejects.toMatchObject({ code: '55P03' })
  })
})
