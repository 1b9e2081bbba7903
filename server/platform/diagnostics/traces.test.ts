import { createServer } from 'node:http'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#server/testing/loopback.ts'
import { openHttp } from '../http/server.ts'
import { openLog } from './log.ts'
import { logRequests } from './request-log.ts'
import { sendTraces } from './traces.ts'

/** A server with one route, and its log. */
async function openServer() {
  const lines: Record<string, unknown>[] = []
  const destination = new Writable({
    write: (chunk, _, done) => {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const log = openLog(destination, 'info')
  const app = await openHttp({ log, proxies: 0, origin: null, isSecure: false })
  return {
    app,
    log,
    lines,
    ask: (headers = {}) => app.inject({ url: '/api/tasks/of-amara?token=secret', headers }),
  }
}

test('a logged request has its id and the pattern of its address, and nothing that somebody typed', async () => {
  const { app, log, lines, ask } = await openServer()
  logRequests(app, log)
  app.get('/api/tasks/:id', async () => 'done')
  const reply = await ask()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({
    reqId: reply.headers['x-request-id'],
    method: 'GET',
    route: '/api/tasks/:id',
    status: 200,
    milliseconds: expect.any(Number),
  })
  expect(JSON.stringify(lines)).not.toMatch(/amara|secret/)
  await app.close()
})

interface Batch {
  resourceSpans: {
    resource: { attributes: object[] }
    scopeSpans: { spans: Record<string, unknown>[] }[]
  }[]
}

test('a request is a span of the trace that a proxy has begun, and a collector is told it', async () => {
  const heard: { path: string | undefined; key: unknown; batch: Batch }[] = []
  const collector = createServer((request, reply) => {
    void text(request).then((body) => {
      heard.push({ path: request.url, key: request.headers['x-key'], batch: JSON.parse(body) })
      reply.end('{}')
    })
  })
  const port = await freePort()
  await new Promise<void>((listening) => collector.listen(port, '127.0.0.1', listening))
  onTestFinished(() => void collector.close())
  const { app, log, ask } = await openServer()
  const endpoint = `http://127.0.0.1:${port}`
  sendTraces(app, { settings: { endpoint, headers: { 'x-key': 'k' }, service: 'portal' }, log })
  app.get('/api/tasks/:id', async () => 'done')
  const [trace, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  await ask({ traceparent: `00-${trace}-${parent}-01` })
  await ask({ traceparent: 'nonsense' })
  await app.close()

  expect(heard.map(({ path, key }) => [path, key])).toEqual([['/v1/traces', 'k']])
  const [resource] = heard[0]?.batch.resourceSpans ?? []
  expect(resource?.resource.attributes).toEqual([{ key: 'service.name', value: { stringValue: 'portal' } }])
  const spans = resource?.scopeSpans[0]?.spans ?? []
  expect(spans[0]).toMatchObject({
    traceId: trace,
    parentSpanId: parent,
    name: 'GET /api/tasks/:id',
    kind: 2,
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    startTimeUnixNano: expect.stringMatching(/^\d{19}$/),
  })
  expect(spans[1]).toMatchObject({ traceId: expect.stringMatching(/^[0-9a-f]{32}$/) })
  expect(spans[1]).not.toHaveProperty('parentSpanId')
  expect(JSON.stringify(heard)).not.toMatch(/amara|secret/)
})

test('a collector that is away costs spans, is said once, and keeps nobody waiting', async () => {
  const { app, log, lines, ask } = await openServer()
  const endpoint = `http://127.0.0.1:${await freePort()}`
  sendTraces(app, { settings: { endpoint, headers: {}, service: 'portal' }, log })
  app.get('/api/tasks/:id', async () => 'done')
  expect((await ask()).statusCode).toBe(200)
  await app.close()
  expect(lines.filter(({ msg }) => msg === 'the collector of traces takes none')).toHaveLength(1)
})
