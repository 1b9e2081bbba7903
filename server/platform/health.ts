import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { type Health, portal } from '#contract/portal.ts'
import type { Db } from './db.ts'
import type { FileStore } from './files/port.ts'
import type { Jobs } from './jobs.ts'

interface Parts {
  db: Db
  files: Pick<FileStore, 'check'>
  jobs: Pick<Jobs, 'isWorking'>
}

/** Works only when all three do: the database, the files and the jobs. */
export function serveHealth(app: FastifyInstance, { db, files, jobs }: Parts) {
  app.get(portal.health.path, async (_, reply) => {
    const [database, store] = await Promise.all([works(() => db.execute(sql`select 1`)), works(files.check)])
    const parts = { database, files: store, jobs: jobs.isWorking() ? ('ok' as const) : ('failing' as const) }
    const isWell = Object.values(parts).every((part) => part === 'ok')
    const health: Health = { status: isWell ? 'ok' : 'failing', ...parts }
    if (!isWell) void reply.code(503).header('retry-after', '5')
    return health
  })
}

const works = (probe: () => Promise<unknown>) =>
  probe().then(
    () => 'ok' as const,
    () => 'failing' as const,
  )
