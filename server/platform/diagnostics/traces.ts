import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { seconds } from '../time/durations.ts'
import type { Log } from './log.ts'

export interface TraceSettings {
  /** The OTLP endpoint over HTTP, without `/v1/traces`: OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string
  /** OTEL_EXPORTER_OTLP_HEADERS, as names and values. */
  headers: Record<string, string>
  /** OTEL_SERVICE_NAME. */
  service: string
}

const sentEvery = seconds(5)
const keptAtMost = 2048

/**
 * Sends one span per request to the firm's collector, in OpenTelemetry's JSON protocol. Continues a trace that a proxy
 * started (W3C traceparent). If the collector is down, only spans are lost.
 */
export function sendTraces(app: FastifyInstance, { settings, log }: { settings: TraceSettings; log: Log }) {
  let spans: object[] = []
  let hasWarned = false
  const send = async () => {
    const sent = spans.splice(0)
    if (sent.length === 0) return
    try {
      const reply = await fetch(`${settings.endpoint}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...settings.headers },
        body: JSON.stringify(batchOf(sent, settings)),
        signal: AbortSignal.timeout(seconds(5)),
      })
      await reply.arrayBuffer()
      if (!reply.ok) throw new Error(`it answered ${reply.status}`)
      hasWarned = false
    } catch (error) {
      // Logged once until it works again.
      if (!hasWarned) log.warn({ reason: String(error) }, 'the collector of traces takes none')
      hasWarned = true
    }
  }
  const sending = setInterval(() => void send(), sentEvery).unref()
  app.addHook('onResponse', async (request, reply) => {
    const took = performance.now() - request.askedAt
    const route = request.routeOptions.url
    const parent = parentOf(request.headers['traceparent'])
    spans.push(
      spanOf({
        ...parent,
        name: route === undefined ? request.method : `${request.method} ${route}`,
        took,
        status: reply.statusCode,
        attributes: {
          'http.request.method': request.method,
          ...(route !== undefined && { 'http.route': route }),
          'portico.request_id': request.id,
        },
      }),
    )
    if (spans.length > keptAtMost) spans = spans.slice(-keptAtMost)
  })
  app.addHook('onClose', async () => {
    clearInterval(sending)
    await send()
  })
}

/** https://www.w3.org/TR/trace-context/ §3.2: version, trace, parent and flags, in hexadecimal. */
const parentOf = (header: unknown) => {
  const [, traceId, parentSpanId] =
    /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/.exec(String(header)) ?? []
  return traceId === undefined
    ? { traceId: randomBytes(16).toString('hex'), parentSpanId: undefined }
    : { traceId, parentSpanId }
}

interface Span {
  traceId: string
  parentSpanId: string | undefined
  name: string
  /** In milliseconds, until now. */
  took: number
  status: number
  attributes: Record<string, string>
}

const [serverKind, errorStatus] = [2, 2]

const spanOf = ({ traceId, parentSpanId, name, took, status, attributes }: Span) => {
  const end = performance.timeOrigin + performance.now()
  return {
    traceId,
    spanId: randomBytes(8).toString('hex'),
    ...(parentSpanId !== undefined && { parentSpanId }),
    name,
    kind: serverKind,
    startTimeUnixNano: nanoseconds(end - took),
    endTimeUnixNano: nanoseconds(end),
    attributes: [
      ...attributesOf(attributes),
      { key: 'http.response.status_code', value: { intValue: String(status) } },
    ],
    status: status >= 500 ? { code: errorStatus } : {},
  }
}

const nanoseconds = (milliseconds: number) => `${Math.round(milliseconds * 1000)}000`

const attributesOf = (values: Record<string, string>) =>
  Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }))

const batchOf = (spans: object[], { service }: TraceSettings) => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf({ 'service.name': service }) },
      scopeSpans: [{ scope: { name: 'portico' }, spans }],
    },
  ],
})
