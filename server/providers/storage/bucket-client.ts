import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { S3Client } from '@aws-sdk/client-s3'
import type { AddressGuard } from '#server/platform/connections/address-guard.ts'
import { seconds } from '#server/platform/time/durations.ts'

export interface BucketSettings {
  bucket: string
  /** Prefix of every object's name, for a bucket that holds other things too: `portico/`, or empty. */
  prefix: string
  /** Null for Amazon's own. */
  endpoint: string | null
  region: string
  /** Null leaves them to the SDK, which uses the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
}

export interface Reaching {
  timeout?: number
  guard?: AddressGuard | null
}

/** With a guard, the client reaches none of its addresses, whatever leads there. */
export function clientOf(settings: BucketSettings, { timeout = seconds(10), guard = null }: Reaching) {
  const client = openClient(settings, timeout, guard && agentsBy(guard))
  if (guard)
    client.middlewareStack.add(
      (next) => (args) => {
        guard.refuse((args.request as { hostname: string }).hostname)
        return next(args)
      },
      { step: 'finalizeRequest' },
    )
  return client
}

/** As the SDK's own, which keep connections open and share them. */
const agentsBy = ({ lookup }: AddressGuard) => {
  const options = { keepAlive: true, maxSockets: 50, lookup }
  return { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent(options) }
}

const openClient = (
  { endpoint, region, credentials }: BucketSettings,
  timeout: number,
  agents: ReturnType<typeof agentsBy> | null,
) =>
  new S3Client({
    region,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Most servers other than Amazon's don't know the newer checksums. Each body has its MD5 instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: seconds(2),
      requestTimeout: timeout,
      socketTimeout: timeout,
      throwOnRequestTimeout: true,
      ...agents,
    },
  })
