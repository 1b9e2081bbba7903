import { join } from 'node:path'
import { openApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { demoWelcome, seedDemo } from './demo/seed.ts'
import { openBus } from './platform/bus.ts'
import { claimDataFolder } from './platform/data-folder.ts'
import { openDatabase } from './platform/db.ts'
import { seconds } from './platform/durations.ts'
import { openLog } from './platform/log.ts'
import { migrateDatabase } from './platform/migrate.ts'
import { openPorts } from './platform/ports.ts'
import { openRecords } from './platform/records.ts'

export interface Running {
  /** What the person who started it wants to know. */
  welcome: string[]
  stop: () => Promise<void>
}

/** Config → folder → database → app → listen. What was opened is closed again in the reverse order. */
export async function startPortal(environment: NodeJS.ProcessEnv): Promise<Running> {
  const config = readConfig(environment)
  const log = openLog()
  const closers: (() => unknown)[] = []
  const stop = async () => {
    for (const close of closers.toReversed()) await close()
  }
  try {
    const claim = claimDataFolder(config.dataFolder)
    closers.push(() => claim.release())
    const records = await openRecords(config, log)
    closers.push(() => records.close())
    const database = openDatabase(records.connection, { log })
    closers.push(() => database.close())
    await migrateDatabase(database)
    const bus = await openBus(database.connection, log)
    closers.push(() => bus.close())
    const ports = await openPorts(config, { database, log })
    closers.push(() => ports.inspector.close())
    const clock = () => new Date()
    const { proxies, origin, isSecure } = config
    const app = await openApp({ database, bus, ports, clock, http: { log, proxies, origin, isSecure } })
    closers.push(() => app.close())
    if (config.isDemo) await seedDemo(app, { database, ports, clock })
    await app.listen({ host: config.host, port: config.port })
    const listening = app.server.address()
    const port = typeof listening === 'object' && listening ? listening.port : config.port
    return { welcome: welcome(config, port), stop: () => withinTenSeconds(stop) }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

/** What runs may finish, but a stuck one does not keep the machine from shutting down. */
const withinTenSeconds = async (stop: () => Promise<void>) => {
  const patience = setTimeout(() => process.exit(1), seconds(10))
  patience.unref()
  await stop()
}

function welcome(config: Config, port: number) {
  const shownHost = config.host.includes(':') ? `[${config.host}]` : config.host
  const address = config.origin ?? `http://${shownHost}:${port}`
  return [
    '',
    `  Portico is ready: ${address}`,
    '',
    ...(config.isDemo ? demoWelcome : []),
    `  Everything is kept in ${join(config.dataFolder, '/')}`,
    '',
  ]
}
