import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { type Health, portal } from '#contract/kit/portal.ts'
import type { Database } from '../db/database.ts'
import type { FileStore } from '../files/port.ts'
import type { Jobs } from '../jobs/queue.ts'
import { seconds } from '../time/durations.ts'

interface Parts {
  database: Pick<Database, 'db' | 'pulse'>
  files: Pick<FileStore, 'check'>
  jobs: Pick<Jobs, 'isWorking'>
  /** Returns faults that do not stop the portal but should be fixed. */
  warnings: () => Promise<string[]>
}

/** Serves the health, which is good only if database, files and jobs all work. */
export function serveHealth(app: FastifyInstance, { database: { db, pulse }, files, jobs, warnings }: Parts) {
  // Anyone may ask, and each check writes to the disk, so requests within two seconds share one check.
  const look = shared(seconds(2), async () => {
    const [database, store, warned] = await Promise.all([
      works(() => pulse.during(() => db.execute(sql`select 1`))),
      works(files.check),
      warnings(),
    ])
    return { parts: { database, files: store }, warnings: warned }
  })
  app.get(portal.health.path, async (_, reply) => {
    const looked = await look()
    const parts = { ...looked.parts, jobs: jobs.isWorking() ? ('ok' as const) : ('failing' as const) }
    const isWell = Object.values(parts).every((part) => part === 'ok')
    const health: Health = { status: isWell ? 'ok' : 'failing', ...parts, warnings: looked.warnings }
    if (!isWell) void reply.code(503).header('retry-after', '5')
    return health
  })
}

const works = (probe: () => Promise<unknown>) =>
  probe().then(
    () => 'ok' as const,
    () => 'failing' as const,
  )

/** Runs `work` once for all calls within `time` milliseconds. */
const shared = <T>(time: number, work: () => Promise<T>) => {
  let latest: Promise<T> | undefined
  return () => {
    if (latest === undefined) {
      latest = work()
      setTimeout(() => {
        latest = undefined
      }, time).unref()
    }
    return latest
  }
}
