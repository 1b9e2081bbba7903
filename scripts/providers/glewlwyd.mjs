import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageVersion } from './daemon.mjs'

/** A provider of sign-ons by other authors than the one that `npm test` asks. The tests start it. */
export const glewlwyd = /** @type {import('../providers.mjs').RealProvider} */ ({
  provider: 'Sign-on',
  program: 'Glewlwyd (Debian)',
  packages: ['glewlwyd', 'sqlite3'],
  binary: '/usr/bin/glewlwyd',
  version: () => packageVersion('glewlwyd'),
  tests: ['server/features/sign-on/sign-on.test.ts', 'server/features/sign-on/roles.test.ts'],
  start: async (folder) => {
    const logs = () => readdirSync(folder).map((name) => join(folder, name, 'log'))
    return {
      env: { PORTICO_TRY_GLEWLWYD: folder },
      wasAsked: async () =>
        logs().some((log) => existsSync(log) && readFileSync(log, 'utf8').includes('id_token generated')),
      // One that was opened inside a test outlives it.
      stop: async () => void spawnSync('pkill', ['--full', folder]),
    }
  },
})
