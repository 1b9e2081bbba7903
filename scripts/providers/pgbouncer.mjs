import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageVersion } from './daemon.mjs'

/** A pooler in front of PostgreSQL, with a session for each client. The tests start it, as they do PostgreSQL. */
export const pgbouncer = /** @type {import('../providers.mjs').RealProvider} */ ({
  provider: 'Pooler',
  program: 'PgBouncer (Debian), in session mode',
  packages: ['pgbouncer'],
  binary: '/usr/sbin/pgbouncer',
  version: () => packageVersion('pgbouncer'),
  tests: ['server/process/external-database.test.ts', 'server/process/two-nodes.test.ts'],
  start: async (folder) => {
    const log = join(folder, 'pgbouncer.log')
    return {
      env: { PORTICO_TRY_PGBOUNCER: folder },
      wasAsked: async () => existsSync(log) && readFileSync(log, 'utf8').includes('login attempt'),
      stop: async () => {},
    }
  },
})
