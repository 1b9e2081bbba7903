import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answersAt, packageVersion, startDaemon } from './daemon.mjs'

const testVirus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** ClamAV's daemon with one signature, of the test virus: no update is fetched. */
export const clamd = /** @type {import('../providers.mjs').RealProvider} */ ({
  provider: 'Virus scan',
  program: 'ClamAV clamd (Debian)',
  packages: ['clamav-daemon'],
  binary: '/usr/sbin/clamd',
  version: () => packageVersion('clamav-daemon'),
  tests: ['server/providers/antivirus/clamd.test.ts'],
  start: async (folder) => {
    const [signatures, socket] = [join(folder, 'signatures'), join(folder, 'clamd.ctl')]
    mkdirSync(signatures)
    const hex = Buffer.from(testVirus).toString('hex')
    writeFileSync(join(signatures, 'own.ndb'), `Eicar-Test-Signature:0:*:${hex}\n`)
    const settings = {
      DatabaseDirectory: signatures,
      TemporaryDirectory: folder,
      LocalSocket: socket,
      StreamMaxLength: '25M',
      Foreground: 'yes',
    }
    const path = join(folder, 'clamd.conf')
    writeFileSync(
      path,
      Object.entries(settings)
        .map((pair) => `${pair.join(' ')}\n`)
        .join(''),
    )
    const log = join(folder, 'clamd.log')
    const stop = startDaemon('/usr/sbin/clamd', ['--config-file', path], { log })
    await answersAt({ path: socket })
    return {
      env: { PORTICO_TRY_CLAMD: JSON.stringify({ path: socket }) },
      wasAsked: async () => readFileSync(log, 'utf8').includes('Eicar-Test-Signature'),
      stop,
    }
  },
})
