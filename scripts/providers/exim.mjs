import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageVersion } from './daemon.mjs'

/** A mail server between the portal and the one that mail is for: it queues, passes on, and returns. The tests start it. */
export const exim = /** @type {import('../providers.mjs').RealProvider} */ ({
  provider: 'Mail',
  program: 'Exim (Debian)',
  packages: ['exim4-daemon-light'],
  binary: '/usr/sbin/exim4',
  version: () => packageVersion('exim4-daemon-light'),
  tests: ['server/providers/mail/smtp.test.ts'],
  start: async (folder) => {
    // Its own user passes through.
    chmodSync(folder, 0o711)
    const logs = () => readdirSync(folder).map((name) => join(folder, name, 'kept/mainlog'))
    return {
      env: { PORTICO_TRY_EXIM: folder },
      wasAsked: async () =>
        logs().some((log) => existsSync(log) && readFileSync(log, 'utf8').includes(' Completed')),
      stop: async () => {},
    }
  },
})
