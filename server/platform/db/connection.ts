import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import type { Config } from '#server/config.ts'
import { archivingTo } from '../backup/wal-archive.ts'
import type { Log } from '../diagnostics/log.ts'
import { migrateJobs } from '../jobs/queue.ts'
import { builtInDatabase, openCluster } from '../postgres/cluster.ts'
import {
  ensureDatabase,
  ensureOtherRoles,
  ensureOwnRoles,
  grantAppRights,
  type RoleRefusal,
  type Roles,
  withClient,
} from '../postgres/roles.ts'
import { seconds } from '../time/durations.ts'
import { migrationsFolder, refuseOtherVersions } from './baseline.ts'
import { sqlState } from './database.ts'

export interface Records {
  roles: Roles
  /** Sentences that the operator should know about. */
  warnings: string[]
  close: () => Promise<void>
}

/** Opens the database: the firm's own if DATABASE_URL names one, otherwise the built-in one in the data folder. */
export async function openRecords(
  {
    databaseUrl,
    dataFolder,
    walArchive = null,
  }: Pick<Config, 'databaseUrl' | 'dataFolder'> & Partial<Pick<Config, 'walArchive'>>,
  log: Log,
): Promise<Records> {
  if (databaseUrl !== null) return external(databaseUrl)
  const directory = join(dataFolder, 'database')
  const cluster = await openCluster({
    directory,
    ...(walArchive === null ? {} : archivingTo(walArchive, directory)),
    log: (line) => {
      if (isTrouble.test(line)) log.warn({ postgres: line }, 'database')
    },
    onExit: ({ isFinal }) => {
      log.error({ isFinal }, 'the database ended unasked')
      // Without a database the portal cannot serve anything, and the supervisor restarts the process.
      if (isFinal) process.exit(1)
    },
  })
  try {
    const connection = await ensureDatabase(cluster.connection, builtInDatabase)
    await withClient(connection, refuseOtherVersions)
    const roles = await ensureOwnRoles(connection)
    return { roles, warnings: [], close: () => cluster.stop() }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

const isTrouble = /(WARNING|ERROR|FATAL|PANIC): /
const oldestSupported = 160_000

async function external(connectionString: string): Promise<Records> {
  const asking = { connectionString, connectionTimeoutMillis: seconds(10) }
  const version = await withClient(asking, async (client) => {
    const { rows } = await client.query<{ version: string }>(
      "select current_setting('server_version_num') as version",
    )
    return Number(rows[0]?.version)
  }).catch((cause: unknown) => {
    throw new Error(`The database of DATABASE_URL does not answer: ${reasonOf(cause)}.`, { cause })
  })
  if (version < oldestSupported)
    throw new Error('The database of DATABASE_URL is too old: Portico needs PostgreSQL 16 or newer.')
  await withClient(asking, refuseOtherVersions)
  const roles = await ensureOtherRoles(connectionString).catch((cause: unknown) => {
    throw new Error(`The database of DATABASE_URL could not be prepared: ${reasonOf(cause)}.`, { cause })
  })
  return {
    roles,
    warnings: roles.refusal === undefined ? [] : [unprotectedTrailWarning(roles.refusal)],
    close: async () => {},
  }
}

/** Leaves out PostgreSQL's own message, which may name addresses, because everyone may read the health. */
const unprotectedTrailWarning = ({ reason, code }: RoleRefusal) => {
  const [why, remedy] = reasons[reason]
  return (
    `${why}${code === null ? '' : ` (${code})`}, so the portal works as the owner of its audit trail: ` +
    `triggers guard the trail, and the role could remove them. ${remedy}`
  )
}
const reasons = {
  unmade: ['The role of DATABASE_URL may make no other role', 'Let it make roles (alter role … createrole).'],
  shut_out: [
    'The database of DATABASE_URL does not let in the role that the portal has made there for itself',
    'Let in portico_app_ and the name of the database (pg_hba.conf, and the users of a pooler).',
  ],
} as const

/** A host name with several addresses fails with one error for each. */
const reasonOf = (cause: unknown): string => {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(', ')
  return cause instanceof Error ? cause.message : String(cause)
}

/** An arbitrary number that only we lock, so that two nodes that start together migrate one after the other. */
const turn = 7_032_026

/** How often the migrations are begun again after a deadlock. */
const mostAttempts = 5

/**
 * Migrates a database to this version. The migrations run as a whole or not at all, so they can start after a crash, and
 * after a deadlock with what another node does meanwhile: PostgreSQL ends one of the two.
 */
export async function migrateDatabase({ owner, appName }: Pick<Roles, 'owner' | 'appName'>) {
  const jobs = new pg.Pool({ ...owner, max: 2 }).on('error', () => {})
  jobs.on('connect', (client) => client.on('error', () => {}))
  try {
    await withClient(owner, async (client) => {
      const db = drizzle({ client })
      await db.execute(sql`select pg_advisory_lock(${turn})`)
      await refuseOtherVersions(client)
      await migrateAgainst(db, mostAttempts)
      await migrateJobs(jobs)
      if (appName !== null) await grantAppRights(client, appName)
    })
  } finally {
    await jobs.end()
  }
}

const migrateAgainst = async (db: Parameters<typeof migrate>[0], attempts: number): Promise<void> => {
  try {
    await migrate(db, { migrationsFolder })
  } catch (error) {
    if (sqlState(error) !== deadlock || attempts <= 1) throw error
    await migrateAgainst(db, attempts - 1)
  }
}

const deadlock = '40P01'
