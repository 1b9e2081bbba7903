import { packageVersion } from './daemon.mjs'
import { swift } from './swift.mjs'

/** Three nodes behind a real proxy, with their files on the real bucket; haproxy itself is started by the tests. */
export const nodes = /** @type {import('../providers.mjs').RealProvider} */ ({
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
