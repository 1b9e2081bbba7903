import { openApp } from '#server/app.ts'
import { openBus } from '#server/platform/bus.ts'
import { type Connection, openDatabase } from '#server/platform/db.ts'
import { openLog } from '#server/platform/log.ts'
import { openPorts } from '#server/platform/ports.ts'
import { quiet } from '#server/testing/quiet.ts'

/** What a portal in a process of its own is told: it is there to be killed. */
export interface Told {
  connection: Connection
  dataFolder: string
  /** Milliseconds by which its clock is ahead. */
  ahead: number
}

const { connection, dataFolder, ahead }: Told = JSON.parse(process.argv[2] ?? '{}')
const log = openLog(quiet)
const database = openDatabase(connection, { log })
const mails = { linkOrigin: 'https://portal.example', smtp: null }
const settings = { dataFolder, isDemo: true, isSecure: false, isRateLimited: false, ...mails }
const app = await openApp({
  database,
  bus: await openBus(connection, log),
  ports: await openPorts(settings, { database, log }),
  clock: () => new Date(Date.now() + ahead),
  http: { log, proxies: 0, origin: null, isSecure: false },
  pageFolder: null,
})
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
