import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { pages } from '#contract/kit/pages.ts'
import { openApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { demoWelcome, refuseMixing, seedDemo } from './demo/seed.ts'
import { findSetupCode } from './features/firm/setup.ts'
import { refuseHalfRestored } from './platform/backup/half-restored.ts'
import { refuseMoved, refuseOlderFolder } from './platform/db/baseline.ts'
import { migrateDatabase, openRecords } from './platform/db/connection.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { checkPooler, checkReplica, openReplica, type Replica } from './platform/db/replica.ts'
import { type Log, openLog } from './platform/diagnostics/log.ts'
import { openBus } from './platform/events/bus.ts'
import { claimDataFolder } from './platform/files/data-folder.ts'
import { listWarnings, openPorts } from './platform/ports/ports.ts'
import { appConnectionAt, type Roles } from './platform/postgres/roles.ts'
import { seconds } from './platform/time/durations.ts'

export interface Running {
  /** What the operator wants to know. */
  welcome: string[]
  stop: () => Promise<void>
}

/** Config → folder → database → app → listen. `stop` closes everything in reverse order. */
export async function startPortal(environment: NodeJS.ProcessEnv): Promise<Running> {
  const config = readConfig(environment)
  const log = openLog(process.stderr, config.logLevel)
  // An unhandled rejection fails only its own work, and does not end the process.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'work that nobody waited for failed'))
  const closers: (() => unknown)[] = []
  const users: (() => unknown)[] = []
  let isAnswering = async () => true
  const stop = () => closeAll({ users, closers, isAnswering })
  try {
    const claim = claimFolder(config)
    closers.push(() => claim.release())
    const records = await openRecords(config, log)
    closers.push(() => records.close())
    await migrateDatabase(records.roles)
    const pooler = await findPooler(config, records.roles)
    const database = openDatabase(records.roles.app, { log, pooler })
    users.push(() => database.close())
    isAnswering = database.pulse.look
    const { replica, warnings: ofReplica } = await openReads(config, { roles: records.roles, database, log })
    users.push(() => replica?.close())
    await refuseMixing(database, config)
    const bus = await openBus(database.connection, log)
    users.push(() => bus.close())
    const ports = await openPorts(config, { database, log })
    users.push(() => Promise.all([ports.inspector.close(), ports.sealer.close(), ports.drawing.close()]))
    const clock = () => new Date()
    const ofRecords = [...records.warnings, ...ofReplica]
    const app = await openApp({
      database,
      replica,
      bus,
      ports,
      clock,
      warnings: ofRecords,
      ...appSettings(config, log),
    })
    users.push(() => drain(app))
    if (config.isDemo) await seedDemo(app, { database, ports, clock })
    const setupCode = config.isDemo ? null : await findSetupCode(database.db)
    const port = await listen(app, config)
    const warnings = [...ofRecords, ...(await listWarnings(ports))]
    for (const warning of warnings) log.error(warning)
    return { welcome: welcome(config, { port, setupCode, warnings }), stop: () => inTime(stop) }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

interface ToClose {
  /** Close what uses the database, in the order in which it was opened. */
  users: (() => unknown)[]
  closers: (() => unknown)[]
  /** Whether the database still answers. */
  isAnswering: () => Promise<boolean>
}

async function closeAll({ users, closers, isAnswering }: ToClose) {
  const isWell = await isAnswering()
  // After the database has stopped, closing what uses it could wait for ever for a response.
  for (const close of users.toReversed())
    await (isWell ? close() : Promise.race([close(), sleep(seconds(1), undefined, { ref: false })]))
  for (const close of closers.toReversed()) await close()
}

/** Claims the data folder for this process, unless it is not one to start with. */
function claimFolder({ dataFolder, databaseUrl }: Config) {
  refuseHalfRestored(dataFolder)
  if (databaseUrl === null) {
    refuseMoved(dataFolder)
    refuseOlderFolder(dataFolder)
  }
  return claimDataFolder(dataFolder)
}

const appSettings = (config: Config, log: Log) => {
  const { proxies, origin, isSecure, isDevelopment, metrics, traces, logLevel } = config
  return {
    http: { log, proxies, origin, isSecure },
    isDevelopment,
    watched: { metrics, traces, logsRequests: logLevel === 'info' },
  }
}

/** Returns the pooler in front of the database for the portal's own role, or null. */
async function findPooler({ poolerUrl }: Config, roles: Roles) {
  if (poolerUrl === null) return null
  const pooler = appConnectionAt(poolerUrl, roles)
  await checkPooler(pooler, roles.app)
  return pooler
}

interface Opened {
  roles: Roles
  database: Database
  log: Log
}

/** Opens the standby that serves reads, if there is one. */
async function openReads(
  { databaseReadUrl }: Config,
  { roles, database, log }: Opened,
): Promise<{ replica: Replica | null; warnings: string[] }> {
  if (databaseReadUrl === null) return { replica: null, warnings: [] }
  const standby = appConnectionAt(databaseReadUrl, roles)
  const warning = await checkReplica(standby, roles.app)
  return {
    replica: openReplica(standby, { primary: database, log }),
    warnings: warning === null ? [] : [warning],
  }
}

/** Lets running work finish, and then disconnects whoever has not, so that the rest closes in order. */
async function drain(app: FastifyInstance) {
  const giveUp = setTimeout(() => app.server.closeAllConnections(), seconds(8.5))
  await app.close()
  clearTimeout(giveUp)
}

/** Ends the process in time, so that nothing stuck keeps the machine from shutting down. */
const inTime = async (stop: () => Promise<void>) => {
  setTimeout(() => process.exit(1), seconds(9.8)).unref()
  await stop()
}

/** Listens, and returns the port, chosen by the system if it was 0. */
async function listen(app: FastifyInstance, { host, port }: Config) {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw refusals[code] ? new Error(refusals[code]({ host, port }), { cause: error }) : error
  }
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : port
}

const noSuchHost = ({ host }: Pick<Config, 'host'>) =>
  `This machine has no address ${host}. Set HOST to one that it has.`

const refusals: Record<string, (at: Pick<Config, 'host' | 'port'>) => string> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} of ${host} is already in use. Stop the program that is using it, or set PORT to another number.`,
  EACCES: ({ port }) => `Portico may not listen on port ${port}. Set PORT to a number above 1023.`,
  EADDRNOTAVAIL: noSuchHost,
  ENOTFOUND: noSuchHost,
}

interface Started {
  port: number
  setupCode: string | null
  warnings: string[]
}

function welcome(config: Config, { port, setupCode, warnings }: Started) {
  const shownHost = config.host.includes(':') ? `[${config.host}]` : config.host
  const address = config.origin ?? `http://${shownHost}:${port}`
  return [
    '',
    `  Portico is ready: ${address}`,
    '',
    ...(config.isDemo ? demoWelcome(address, { isMailSent: config.smtp !== null }) : []),
    ...(setupCode === null ? [] : setupWelcome(address, setupCode)),
    ...warnings.flatMap((warning) => [`  Please note: ${warning}`, '']),
    `  Everything is kept in ${join(config.dataFolder, '/')}`,
    '',
  ]
}

// The code admits only people who can read this output, not everyone who can reach the address.
const setupWelcome = (address: string, code: string) => [
  `  Set up your firm: ${address}${pages.setup}?code=${code}`,
  '',
]
