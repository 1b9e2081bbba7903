import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { openOnLoopback } from '#server/testing/loopback.ts'
import { md5, refusalOfSignature } from './signature.ts'

export const credentials = { accessKeyId: 'portico', secretAccessKey: 'a secret of the stand-in' }

interface Upload {
  name: string
  initiated: Date
  parts: Map<number, Buffer>
}

interface Stored {
  bytes: Buffer
  modifiedAt: Date
}

interface ObjectRequest {
  method: string
  /** `bucket/name`, or only the bucket for a listing. */
  name: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: Buffer | string
}

/**
 * An in-memory S3 server that behaves like OpenStack Swift's s3api: it verifies each signature and each hash itself,
 * lists in short pages, and answers 501 to conditional writes. `fail` may answer instead.
 */
export async function openBucketStandIn({ port = 0, pageSize = 3 } = {}) {
  const objects = new Map<string, Stored>()
  const uploads = new Map<string, Upload>()
  const requests: string[] = []
  const state = {
    fail: null as ((request: ObjectRequest) => Answer | 'hang' | null) | null,
  }

  const answerTo = (request: ObjectRequest): Answer => {
    const { method, name, query, headers } = request
    const bucket = name.split('/', 1)[0]
    if (bucket !== 'files') return refusal(404, 'NoSuchBucket')
    if (headers['if-none-match'] !== undefined && method !== 'GET') return refusal(501, 'NotImplemented')
    if (name === bucket) return query.has('uploads') ? listUploads() : list(query)
    if (method === 'PUT') return query.has('partNumber') ? putPart(request) : put(request)
    if (method === 'POST') return query.has('uploads') ? begin(name) : complete(request)
    if (method === 'DELETE') return query.has('uploadId') ? abort(query) : remove(name)
    return get(name, headers.range)
  }

  const put = ({ name, headers, body }: ObjectRequest): Answer => {
    const from = headers['x-amz-copy-source']
    const bytes = from === undefined ? body : objects.get(decodeURI(String(from)))?.bytes
    if (!bytes) return refusal(404, 'NoSuchKey')
    objects.set(name, { bytes, modifiedAt: new Date() })
    const etag = `"${md5(bytes, 'hex')}"`
    return from === undefined
      ? { status: 200, headers: { etag } }
      : xml('CopyObjectResult', `<ETag>${etag}</ETag>`)
  }
  const get = (name: string, range: string | undefined): Answer => {
    const found = objects.get(name)
    if (!found) return refusal(404, 'NoSuchKey')
    const { bytes } = found
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    if (from === undefined) return { status: 200, body: bytes }
    if (Number(from) >= bytes.length) return refusal(416, 'InvalidRange')
    const end = Math.min(Number(to), bytes.length - 1)
    const headers = { 'content-range': `bytes ${from}-${end}/${bytes.length}` }
    return { status: 206, headers, body: bytes.subarray(Number(from), end + 1) }
  }
  const remove = (name: string): Answer => {
    objects.delete(name)
    return { status: 204 }
  }
  const list = (query: URLSearchParams): Answer => {
    const prefix = `files/${query.get('prefix') ?? ''}`
    const after = query.get('continuation-token') ?? ''
    const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).toSorted()
    const page = names.slice(0, Math.min(pageSize, Number(query.get('max-keys') ?? pageSize)))
    const contents = page.map((name) => {
      const { bytes, modifiedAt } = objects.get(name) ?? { bytes: Buffer.alloc(0), modifiedAt: new Date(0) }
      return `<Contents><Key>${name.slice(6)}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
    })
    const isTruncated = page.length < names.length
    const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return xml('ListBucketResult', `<IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}`)
  }

  const begin = (name: string): Answer => {
    const id = `upload-${uploads.size + 1}`
    uploads.set(id, { name, initiated: new Date(), parts: new Map() })
    return xml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`)
  }
  const putPart = ({ query, body }: ObjectRequest): Answer => {
    const upload = uploads.get(query.get('uploadId') ?? '')
    if (!upload) return refusal(404, 'NoSuchUpload')
    upload.parts.set(Number(query.get('partNumber')), body)
    return { status: 200, headers: { etag: `"${md5(body, 'hex')}"` } }
  }
  const complete = ({ name, query, body }: ObjectRequest): Answer => {
    const id = query.get('uploadId') ?? ''
    const upload = uploads.get(id)
    if (!upload) return refusal(404, 'NoSuchUpload')
    const named = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, part]) =>
      Number(part),
    )
    const parts = named.map((number) => upload.parts.get(number) ?? Buffer.alloc(0))
    if (parts.slice(0, -1).some(({ length }) => length < 5 * 1024 * 1024))
      return refusal(400, 'EntityTooSmall')
    objects.set(name, { bytes: Buffer.concat(parts), modifiedAt: new Date() })
    uploads.delete(id)
    return xml('CompleteMultipartUploadResult', '<ETag>"whole"</ETag>')
  }
  const abort = (query: URLSearchParams): Answer =>
    uploads.delete(query.get('uploadId') ?? '') ? { status: 204 } : refusal(404, 'NoSuchUpload')
  const listUploads = (): Answer =>
    xml(
      'ListMultipartUploadsResult',
      [...uploads]
        .map(
          ([id, { name, initiated }]) =>
            `<Upload><Key>${name.slice(6)}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
        )
        .join(''),
    )

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request
    const body = await buffer(request)
    const at = new URL(url, 'http://stand-in')
    const name = decodeURIComponent(at.pathname.slice(1)).replace(/\/$/, '')
    const given = { method, name, query: at.searchParams, headers, body }
    requests.push(`${method} ${name}`)
    const wrong = refusalOfSignature({ method, url: at, headers, body }, credentials)
    const failed = state.fail?.(given)
    if (failed === 'hang') return
    const answer = failed ?? (wrong === null ? answerTo(given) : refusal(...wrong))
    response.writeHead(answer.status, answer.headers)
    response.end(answer.body)
  }
  const server = createServer((request, response) => void serve(request, response))
  const { port: chosen, address, close } = await openOnLoopback(server, port)
  return {
    settings: {
      bucket: 'files',
      prefix: '',
      endpoint: address,
      region: 'us-east-1',
      credentials,
    },
    port: chosen,
    objects,
    uploads,
    requests,
    state,
    close,
  }
}

const xml = (root: string, inner: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</${root}>`,
})

const refusal = (status: number, code: string): Answer => ({
  ...xml('Error', `<Code>${code}</Code><Message>${code}</Message>`),
  status,
})
