import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageVersion } from './daemon.mjs'

/** Others who check seals and time stamps: poppler's pdfsig, and OpenSSL. Nothing is started, each is asked by the tests. */
export const pdfsig = /** @type {import('../providers.mjs').RealProvider} */ ({
  provider: 'Seals',
  program: 'pdfsig of poppler, openssl (Debian)',
  packages: ['poppler-utils', 'openssl'],
  binary: '/usr/bin/pdfsig',
  version: () => `${packageVersion('poppler-utils')}, ${packageVersion('openssl')}`,
  tests: ['server/platform/signing/pades/levels.test.ts', 'server/features/signatures/levels.test.ts'],
  start: async (folder) => {
    const said = join(folder, 'pdfsig.log')
    writeFileSync(said, '')
    return {
      env: { PORTICO_TRY_PDFSIG: said },
      wasAsked: async () => existsSync(said) && readFileSync(said, 'utf8').includes('Signature is Valid.'),
      stop: async () => {},
    }
  },
})
