import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

interface Signed {
  method: string
  url: URL
  headers: IncomingHttpHeaders
  body: Buffer
}

export const md5 = (bytes: Buffer, as: 'hex' | 'base64') => createHash('md5').update(bytes).digest(as)
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

/** Returns what is wrong with a request by Amazon's Signature Version 4, or null if nothing is. */
export function refusalOfSignature(
  { method, url, headers, body }: Signed,
  { accessKeyId, secretAccessKey }: { accessKeyId: string; secretAccessKey: string },
): [status: number, code: string] | null {
  const { authorization = '', 'x-amz-date': date = '', 'x-amz-content-sha256': hash = '' } = headers
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[\w-]+\/s3\/aws4_request), ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    )
  if (!found) return [403, 'AccessDenied']
  const [, id, scope = '', names = '', signature] = found
  if (id !== accessKeyId) return [403, 'InvalidAccessKeyId']
  if (hash !== sha256(body)) return [400, 'XAmzContentSHA256Mismatch']
  const promised = headers['content-md5']
  if (promised !== undefined && promised !== md5(body, 'base64')) return [400, 'BadDigest']
  const query = [...url.searchParams]
    .map(([key, value]) => `${encoded(key)}=${encoded(value)}`)
    .toSorted()
    .join('&')
  const lines = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
  const path = decodeURIComponent(url.pathname).split('/').map(encoded).join('/')
  const canonical = [method, path, query, lines.join(''), names, hash].join('\n')
  const key = scope.split('/').reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`) as Buffer
  const expected = hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex')
  return expected === signature ? null : [403, 'SignatureDoesNotMatch']
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
