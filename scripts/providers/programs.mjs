import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answersAt, packageVersion, startDaemon } from './daemon.mjs'
import { swift } from './swift.mjs'

/** @typedef {import('../providers.mjs').RealProvider} RealProvider */

/** Three nodes behind a real proxy, with their files in a real bucket. The tests start haproxy themselves. */
export const nodes = /** @type {RealProvider} */ ({
  provider: 'Three nodes',
  program: 'haproxy (Debian), OpenStack Swift',
  packages: ['haproxy', ...swift.packages],
  binary: '/usr/sbin/haproxy',
  version: () => `${packageVersion('haproxy')}, ${packageVersion('swift-proxy')}`,
  tests: ['server/process/three-nodes.test.ts', 'server/process/move-database.test.ts'],
  start: async (folder) => {
    const bucket = await swift.start(folder)
    return { ...bucket, env: { ...bucket.env, PORTICO_TRY_HAPROXY: '/usr/sbin/haproxy' } }
  },
})

/**
 * A pooler in front of PostgreSQL, with one session per client or per transaction. The tests start both.
 * @param {'session' | 'transaction'} mode
 */
const pgbouncer = (mode) =>
  /** @type {RealProvider} */ ({
    provider: `Pooler, ${mode}s`,
    program: `PgBouncer (Debian), in ${mode} mode`,
    packages: ['pgbouncer'],
    binary: '/usr/sbin/pgbouncer',
    version: () => packageVersion('pgbouncer'),
    tests: ['server/process/two-nodes.test.ts'].concat(
      mode === 'session' ? 'server/process/external-database.test.ts' : 'server/process/pooler.test.ts',
    ),
    start: async (folder) => {
      const log = join(folder, 'pgbouncer.log')
      return {
        env: { PORTICO_TRY_PGBOUNCER: folder, PORTICO_TRY_POOL_MODE: mode },
        wasAsked: async () => existsSync(log) && readFileSync(log, 'utf8').includes('login attempt'),
        stop: async () => {},
      }
    },
  })
export const poolers = [pgbouncer('session'), pgbouncer('transaction')]

/** A mail server between the portal and the recipient's: it queues, forwards and bounces. The tests start it. */
export const exim = /** @type {RealProvider} */ ({
  provider: 'Mail',
  program: 'Exim (Debian)',
  packages: ['exim4-daemon-light'],
  binary: '/usr/sbin/exim4',
  version: () => packageVersion('exim4-daemon-light'),
  tests: ['server/providers/mail/smtp.test.ts'],
  start: async (folder) => {
    // Exim's own user must pass through the folder.
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

/** A sign-on provider by other authors than the one that `npm test` uses. The tests start it. */
export const glewlwyd = /** @type {RealProvider} */ ({
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
      // A process started inside a test outlives the test.
      stop: async () => void spawnSync('pkill', ['--full', folder]),
    }
  },
})

/**
 * Other tools that verify seals and time stamps: poppler's pdfsig, and OpenSSL. The tests run them, and nothing is
 * started.
 */
export const pdfsig = /** @type {RealProvider} */ ({
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

/**
 * The steps of the image in a real Debian, started without root on a read-only disk, with the systemd unit and the
 * proxy.
 */
export const packaging = /** @type {RealProvider} */ ({
  provider: 'Packaging',
  program: 'Debian in a chroot, systemd-analyze, Caddy (Debian)',
  packages: ['debootstrap', 'caddy', 'systemd'],
  binary: '/usr/sbin/debootstrap',
  version: () => ['base-files', 'systemd', 'caddy'].map(packageVersion).join(', '),
  tests: ['server/process/image.test.ts'],
  start: async (folder) => {
    const debian = join(folder, 'debian')
    execFileSync('debootstrap', ['--variant=minbase', 'bookworm', debian], { stdio: 'ignore' })
    return {
      env: { PORTICO_TRY_DEBIAN: debian },
      wasAsked: async () => readFileSync(join(debian, 'etc/passwd'), 'utf8').includes('portico'),
      stop: async () => {},
    }
  },
})

const testVirus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** ClamAV's daemon with one signature, for the test virus. Fetches no updates. */
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
