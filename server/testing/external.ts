import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { type Connection, withClient } from '#server/platform/postgres/roles.ts'
import { makeTemplate, openTestCluster } from './cluster.ts'
import { freePort, isListening } from './loopback.ts'

/**
 * Called by Vitest before the tests that also run on an external PostgreSQL: over TCP, with a password, and as an
 * ordinary user who may only create databases.
 */
export async function setup(project: TestProject) {
  const [port, password] = [await freePort(), randomUUID()]
  const { cluster, remove } = await openTestCluster({ tcp: { port, password } })
  await withClient(cluster.connection, (client) =>
    client.query(`create role portico login createdb password '${password}'`),
  )
  const connection = { ...cluster.connection, user: 'portico' }
  await makeTemplate(connection)
  const pooler = await openPooler({ port, password })
  const keepsSessions = poolMode === 'session'
  project.provide('cluster', { ...connection, port: (keepsSessions && pooler?.port) || port })
  project.provide('pooler', keepsSessions ? null : (pooler?.port ?? null))
  return async () => {
    await pooler?.stop()
    await remove()
  }
}

/** A folder in which `npm run test:providers` lets a real pooler (PgBouncer) keep its settings and its log. */
const real = process.env['PORTICO_TRY_PGBOUNCER']
const poolMode = process.env['PORTICO_TRY_POOL_MODE'] === 'transaction' ? 'transaction' : 'session'

/** Allows or refuses new connections to a database. Open ones stay. */
export async function letIn(connection: Connection, isOpen: boolean) {
  await withClient({ ...connection, database: 'postgres' }, (client) =>
    client.query(`alter database ${connection.database} with connection limit ${isOpen ? -1 : 0}`),
  )
  // PostgreSQL sees no new connection where a pooler hands out one that it has kept.
  if (real !== undefined && poolMode === 'session')
    await withClient({ ...connection, database: 'pgbouncer' }, (console) =>
      console.query(`${isOpen ? 'enable' : 'disable'} ${connection.database}`),
    )
}

/** Starts a pooler in front of that PostgreSQL. Returns null if none is being tested. */
async function openPooler({ port, password }: { port: number; password: string }) {
  if (real === undefined) return null
  const own = await freePort()
  const [people, settings] = [join(real, 'people.txt'), join(real, 'pgbouncer.ini')]
  writeFileSync(people, `"portico" "${password}"\n`)
  writeFileSync(
    settings,
    `[databases]
* = host=127.0.0.1 port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
logfile = ${join(real, 'pgbouncer.log')}
auth_type = scram-sha-256
auth_file = ${people}
admin_users = portico
pool_mode = ${poolMode}
max_client_conn = 1000
default_pool_size = ${poolMode === 'session' ? 200 : 20}
server_login_retry = 1
`,
  )
  // PgBouncer does not run as root.
  chmodSync(real, 0o777)
  const child = spawn('/usr/sbin/pgbouncer', ['--user=nobody', settings], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  while (child.exitCode === null && !(await isListening(own))) await sleep(50)
  if (child.exitCode !== null) throw new Error('PgBouncer did not start.')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { port: own, stop }
}
