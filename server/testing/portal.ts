import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts, type Registration } from '#contract/accounts/accounts.ts'
import type { StaffRole } from '#contract/kit/rights.ts'
import { endpointClient } from '#contract/kit/transport.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { type Foundation, openApp } from '#server/app.ts'
import { demoFirm } from '#server/demo/firm.ts'
import { openStaffAccount } from '#server/features/accounts/service.ts'
import { saveFirm } from '#server/features/settings/service.ts'
import { openHasher } from '#server/platform/crypto/secrets.ts'
import { type Connection, openDatabase } from '#server/platform/db/database.ts'
import { openReplica } from '#server/platform/db/replica.ts'
import { openLog } from '#server/platform/diagnostics/log.ts'
import { openBus } from '#server/platform/events/bus.ts'
import { injectClient } from '#server/platform/http/inject.ts'
import { openPorts, type Ports } from '#server/platform/ports/ports.ts'
import { signedIn } from './answers.ts'
import { enrol } from './enrol.ts'
import { afterwards, freshDatabase } from './fresh-database.ts'
import { inspectorWithLongTimeout } from './inspector-with-long-timeout.ts'
import { quiet } from './quiet.ts'

interface Options {
  isDemo?: boolean
  /** Before anyone has set it up. The demo never is. */
  isEmpty?: boolean
  isSecure?: boolean
  isRateLimited?: boolean
  connection?: Connection
  /** A standby of the database. */
  standby?: Connection
  /** Replaces providers, never our own code. */
  ports?: Partial<Ports>
  /** Settings given at start. */
  settings?: Partial<Parameters<typeof openPorts>[0]>
  /** Data folder of another node of the same portal. */
  folder?: string
  watched?: Foundation['watched']
}

/** The same algorithm as everywhere, at the least it can cost: a twelfth of the work of these tests would be hashing. */
const leastCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

const password = 'correct horse battery'
/** Shared by all of the firm's people. */
let passwordHash: Promise<string> | undefined
let people = 0

/**
 * Opens a whole portal: real routes, real PostgreSQL, real files, no network, and a clock that stands still. Its jobs
 * run when they are queued, not by their schedule, which would run some of them in the middle of a test.
 */
export async function openPortal(options: Options = {}) {
  const { isEmpty = false, isDemo = !isEmpty, isSecure = false, isRateLimited = false } = options
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'portico-files-'))
  const log = openLog(quiet)
  const database = openDatabase(options.connection ?? (await freshDatabase()), { log })
  const replica = options.standby ? openReplica(options.standby, { primary: database, log }) : null
  const bus = await openBus(database.connection, log)
  const links = { linkOrigin: 'https://portal.example', smtp: null }
  const config = { dataFolder: folder, isDemo, isSecure, isRateLimited, ...links, ...options.settings }
  const opened = await openPorts(config, { database, log, hasher: openHasher(leastCost) })
  const inspector = options.ports?.inspector ?? inspectorWithLongTimeout()
  // Ports that change while the portal runs are getters, which a spread would read only once.
  const instead = Object.getOwnPropertyDescriptors({ ...options.ports, inspector })
  const ports: Ports = Object.defineProperties(opened, instead)
  let time = new Date('2026-11-09T09:00:00Z')
  const app = await openApp({
    database,
    replica,
    bus,
    ports,
    clock: () => time,
    http: { log, proxies: 0, origin: null, isSecure },
    pageFolder: null,
    checksAnswers: true,
    runsSchedule: false,
    ...(options.watched && { watched: options.watched }),
  })
  await app.ready()
  if (!isDemo && !isEmpty) await saveFirm(database.db, demoFirm)
  afterwards(async () => {
    // Documents still being read are no longer needed.
    const { inspector, sealer, drawing } = ports
    await Promise.all([app.close(), inspector.close(), sealer.close(), drawing.close()])
    await bus.close()
    await replica?.close()
    await database.close()
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true })
  })

  const visitor = () => {
    const browser = injectClient(app)
    return { ...browser, ask: endpointClient(browser.send) }
  }
  return {
    app,
    database,
    db: database.db,
    pool: database.pool,
    ports,
    folder,
    password,
    now: () => time,
    /** Moves the clock forward, in milliseconds. */
    wait: (milliseconds: number) => {
      time = new Date(time.getTime() + milliseconds)
    },
    visitor,
    /** Registers a new client through the API, and signs them in. */
    client: async (facts: Partial<Registration> = {}) => {
      const person = visitor()
      const user = await person.ask(accounts.register, { ...newPerson(), ...facts })
      return { ...person, user }
    },
    /**
     * Creates a member of the firm and signs them in. An auditor reads the cases of `inspects` until the end of the year.
     */
    staff: async (
      role: StaffRole,
      { inspects = [], lacksSecondFactor = false, ...facts }: StaffFacts = {},
    ) => {
      const { username, firstName, lastName, email } = newPerson()
      passwordHash ??= ports.hasher.hash(password)
      await openStaffAccount(database.db, {
        username,
        firstName,
        lastName,
        email,
        role,
        ...facts,
        ...(inspects.length > 0 && { inspection: { until: '2026-12-31', matterIds: inspects } }),
        passwordHash: await passwordHash,
        createdAt: time,
      })
      const person = visitor()
      const user = signedIn(await person.ask(accounts.login, { username, password }))
      if (!isDemo && !lacksSecondFactor) await enrol({ now: () => time }, person)
      return { ...person, user }
    },
  }
}

interface StaffFacts {
  firstName?: string
  lastName?: string
  /** Like someone who has just joined a firm, outside the demo. */
  lacksSecondFactor?: boolean
  otherRoles?: StaffRole[]
  inspects?: MatterId[]
}

export type Portal = Awaited<ReturnType<typeof openPortal>>
export type Client = Awaited<ReturnType<Portal['client']>>

/** Details for a registration that are unique in this run. */
export const newPerson = (): Registration => {
  people += 1
  const username = `client${process.pid}-${people}`
  const names = { firstName: 'Amara', lastName: 'Okafor', email: `${username}@example.com` }
  return { ...names, username, password, confirmPassword: password }
}
