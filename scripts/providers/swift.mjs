import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { answersAt, freePort, packageVersion, startDaemon } from './daemon.mjs'

const credentials = { accessKeyId: 'portico:portal', secretAccessKey: 'a_secret_of_this_run' }
const parts = ['account', 'container', 'object']

/**
 * @param {Record<string, Record<string, string | number>>} sections
 */
const ini = (sections) =>
  Object.entries(sections)
    .map(
      ([name, settings]) =>
        `[${name}]\n${Object.entries(settings)
          .map(([key, value]) => `${key} = ${value}\n`)
          .join('')}`,
    )
    .join('\n')

const filters = ['catch_errors', 'gatekeeper', 'cache', 'listing_formats', 's3api', 'tempauth', 'copy']
const pipeline = [...filters, 'slo', 'dlo', 'versioned_writes']

const proxySections = {
  'pipeline:main': { pipeline: `${pipeline.join(' ')} proxy-server` },
  'app:proxy-server': { use: 'egg:swift#proxy', account_autocreate: 'true' },
  ...Object.fromEntries(
    pipeline.map((name) => [
      `filter:${name}`,
      {
        use: `egg:swift#${name === 'cache' ? 'memcache' : name}`,
        ...(name === 's3api' && { s3_acl: 'false', location: 'us-east-1' }),
        ...(name === 'tempauth' && { user_portico_portal: `${credentials.secretAccessKey} .admin` }),
      },
    ]),
  ),
}

/** OpenStack Swift with s3api and tempauth: four processes, one device, one copy of each object. */
export const swift = /** @type {import('../providers.mjs').RealProvider} */ ({
  provider: 'Files (S3)',
  program: 'OpenStack Swift, s3api (Debian)',
  packages: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'],
  binary: '/usr/bin/swift-proxy-server',
  version: () => packageVersion('swift-proxy'),
  tests: ['server/providers/storage/s3.test.ts', 'server/process/backup-bucket.test.ts'],
  start: async (folder) => {
    mkdirSync(join(folder, 'devices/one'), { recursive: true })
    const common = { bind_ip: '127.0.0.1', swift_dir: folder, workers: 1, user: 'root' }
    /** @type {(() => Promise<void>)[]} */
    const stops = []
    /** @type {(name: string, sections: Record<string, Record<string, string | number>>, port: number) => Promise<void>} */
    const start = async (name, sections, port) => {
      const path = join(folder, `${name}-server.conf`)
      writeFileSync(path, ini(sections))
      stops.push(startDaemon(`/usr/bin/swift-${name}-server`, [path], { log: join(folder, `${name}.log`) }))
      await answersAt({ host: '127.0.0.1', port })
    }
    for (const part of parts) {
      const port = await freePort()
      const ring = (/** @type {string[]} */ ...args) =>
        execFileSync('swift-ring-builder', [join(folder, `${part}.builder`), ...args], { stdio: 'ignore' })
      ring('create', '4', '1', '0')
      ring('add', `r1z1-127.0.0.1:${port}/one`, '1')
      ring('rebalance')
      const device = { ...common, bind_port: port, devices: join(folder, 'devices'), mount_check: 'false' }
      await start(
        part,
        {
          DEFAULT: device,
          'pipeline:main': { pipeline: `${part}-server` },
          [`app:${part}-server`]: { use: `egg:swift#${part}` },
        },
        port,
      )
    }
    const port = await freePort()
    await start('proxy', { DEFAULT: { ...common, bind_port: port }, ...proxySections }, port)
    const settings = {
      bucket: 'portico-files',
      prefix: '',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      credentials,
    }
    const { endpoint, region } = settings
    const client = new S3Client({
      endpoint,
      region,
      credentials,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
    })
    await client.send(new CreateBucketCommand({ Bucket: settings.bucket }))
    return {
      env: { PORTICO_TRY_S3: JSON.stringify(settings) },
      wasAsked: async () => {
        const { KeyCount = 0 } = await client.send(new ListObjectsV2Command({ Bucket: settings.bucket }))
        return KeyCount > 0
      },
      stop: async () => {
        for (const stop of stops.toReversed()) await stop()
      },
    }
  },
})
