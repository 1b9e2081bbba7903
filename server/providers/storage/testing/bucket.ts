import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, onTestFinished } from 'vitest'
import { openKeyring } from '#server/platform/files/keyring.ts'
import type { ByteRange } from '#server/platform/files/port.ts'
import { openFileStore } from '#server/platform/files/store.ts'
import { newFolder } from '#server/platform/files/testing.ts'
import type { BucketSettings } from '../bucket-client.ts'
import { openBucket } from '../s3.ts'
import { openBucketStandIn } from './stand-in.ts'

/** A real server started by `npm run test:providers`, which the tests then use. */
const real = process.env['PORTICO_TRY_S3']

/** Returns a stand-in, or a prefix of this test's own in the real bucket. */
export async function newBucket() {
  if (real !== undefined) {
    const settings = { ...(JSON.parse(real) as BucketSettings), prefix: `${randomUUID()}/` }
    return { settings, standIn: null }
  }
  const standIn = await openBucketStandIn()
  onTestFinished(() => standIn.close())
  return { settings: standIn.settings, standIn }
}

/** Returns one bucket for all nodes and tests of a file, as the settings an operator would give. */
export async function newBucketForNodes() {
  const { prefix, bucket, endpoint, credentials } = await bucketForNodes()
  return {
    PORTICO_S3_PREFIX: prefix,
    PORTICO_S3_BUCKET: bucket,
    PORTICO_S3_ENDPOINT: endpoint ?? '',
    PORTICO_S3_ACCESS_KEY: credentials?.accessKeyId ?? '',
    PORTICO_S3_SECRET_KEY: credentials?.secretAccessKey ?? '',
  }
}

async function bucketForNodes(): Promise<BucketSettings> {
  if (real !== undefined) return { ...(JSON.parse(real) as BucketSettings), prefix: `nodes-${randomUUID()}/` }
  const standIn = await openBucketStandIn({ pageSize: 1000 })
  afterAll(standIn.close)
  return standIn.settings
}

/** Returns the stand-in itself, for what no real server can be made to do. */
export async function newStandIn() {
  const standIn = await openBucketStandIn()
  onTestFinished(() => standIn.close())
  return standIn
}

/** Opens a file store on a bucket. */
export async function newBucketStore(settings: BucketSettings, options?: Parameters<typeof openBucket>[1]) {
  const folder = await newFolder()
  const storage = openBucket(settings, options)
  const keyring = await openKeyring(join(folder, 'keys', 'files.json'), { protects: storage })
  const store = await openFileStore({ storage, keyring })
  const listed = async () => {
    const found = []
    for await (const file of store.list()) found.push(file)
    return found
  }
  return {
    store,
    storage,
    keyring,
    folder,
    listed,
    keepBytes: (bytes: Buffer) => store.put([bytes], { limit: bytes.length }),
    bytesOf: async (key: string, range?: ByteRange) => buffer(await store.read(key, range ? { range } : {})),
  }
}
