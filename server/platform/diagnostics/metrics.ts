import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Database } from '../db/database.ts'
import { sendProblem, unknown } from '../http/responses.ts'
import type { Jobs } from '../jobs/queue.ts'
import { seconds } from '../time/durations.ts'
import { version } from './version.ts'

/** Who may read the metrics: anyone who can reach their separate address, or has the key. */
export interface MetricsSettings {
  address: { host: string; port: number } | null
  key: string | null
}

interface Measured {
  database: Pick<Database, 'pool' | 'sessions' | 'pulse'>
  jobs: Pick<Jobs, 'isWorking'>
  settings: MetricsSettings
}

/** Measures the time of every request. The hook reaches only routes registered after it. */
export function measureRequests(app: FastifyInstance): Histogram {
  const requests = openHistogram()
  app.addHook('onResponse', async (request, reply) => {
    // Addresses hold names and ids, so only the route's pattern is recorded.
    const route = request.routeOptions.url ?? 'none'
    const labels = { method: request.method, route, status: String(reply.statusCode) }
    requests.observe(labels, (performance.now() - request.askedAt) / 1000)
  })
  return requests
}

/** Serves `GET /metrics` in Prometheus' text format (version 0.0.4). The metrics name no person. */
export function serveMetrics(app: FastifyInstance, requests: Histogram, measured: Measured) {
  const write = async () => `${[...requests.lines(), ...(await stateLines(measured))].join('\n')}\n`
  const { address, key } = measured.settings
  if (key !== null)
    app.get('/metrics', async (request, reply) => {
      if (!isKey(request.headers.authorization, key)) return sendProblem(reply, unknown())
      return reply.type(contentType).send(await write())
    })
  if (address === null) return
  let server: Server | undefined
  app.addHook('onReady', async () => {
    server = await listen(address, write)
  })
  app.addHook('onClose', async () => {
    server?.closeAllConnections()
    server?.close()
  })
}

const contentType = 'text/plain; version=0.0.4; charset=utf-8'

/** Compares hashes, so that the time taken reveals nothing. */
const isKey = (authorization: string | undefined, key: string) => {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${key}`))
}

const listen = (address: { host: string; port: number }, write: () => Promise<string>) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer((request, reply) => {
      if (request.method !== 'GET' || request.url !== '/metrics') return reply.writeHead(404).end()
      return void write().then(
        (text) => reply.writeHead(200, { 'content-type': contentType }).end(text),
        () => reply.writeHead(503).end(),
      )
    })
    server.requestTimeout = seconds(10)
    server.once('error', () =>
      reject(
        new Error(
          `Portico can't listen on ${address.host}:${address.port}. Set PORTICO_METRICS to another address.`,
        ),
      ),
    )
    server.listen(address.port, address.host, () => resolve(server))
  })

type Labels = Record<string, string>

/** In seconds, from responses out of memory to waits at which a person gives up. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const histogramName = 'portico_http_request_duration_seconds'

type Histogram = ReturnType<typeof openHistogram>

function openHistogram() {
  const series = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>()
  return {
    observe: (labels: Labels, value: number) => {
      const name = JSON.stringify(labels)
      const histogram = series.get(name) ?? { labels, counts: buckets.map(() => 0), sum: 0, count: 0 }
      series.set(name, histogram)
      histogram.sum += value
      histogram.count += 1
      for (const [at, bound] of buckets.entries())
        if (value <= bound) histogram.counts[at] = (histogram.counts[at] ?? 0) + 1
    },
    lines: () => [
      ...headOf(histogramName, 'histogram', 'Time from the head of a request to the end of its answer.'),
      ...[...series.values()].flatMap(({ labels, counts, sum, count }) => [
        ...buckets.map((bound, at) =>
          line(`${histogramName}_bucket`, counts[at] ?? 0, { ...labels, le: String(bound) }),
        ),
        line(`${histogramName}_bucket`, count, { ...labels, le: '+Inf' }),
        line(`${histogramName}_sum`, sum, labels),
        line(`${histogramName}_count`, count, labels),
      ]),
    ],
  }
}

const headOf = (name: string, type: string, help: string) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
]

const line = (name: string, value: number, labels: Labels = {}) => {
  const said = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${said.length > 0 ? `{${said.join(',')}}` : ''} ${value}`
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

async function stateLines({ database: { pool, sessions, pulse }, jobs }: Measured): Promise<string[]> {
  const pools = [...new Set([pool, sessions])]
  const sumOf = (count: (pgPool: pg.Pool) => number) => pools.reduce((sum, pgPool) => sum + count(pgPool), 0)
  const { rss } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const gauge = (name: string, help: string, ...values: [number, Labels?][]) => [
    ...headOf(name, 'gauge', help),
    ...values.map(([value, labels]) => line(name, value, labels)),
  ]
  const queued = await pulse.during(() => jobStates(pool)).catch(() => null)
  return [
    ...gauge('portico_info', 'The version that runs.', [1, { version: version() }]),
    ...gauge('portico_database_up', 'Whether the database answers.', [queued === null ? 0 : 1]),
    ...gauge(
      'portico_database_connections',
      'Connections of this process.',
      [sumOf(({ idleCount }) => idleCount), { state: 'idle' }],
      [sumOf(({ totalCount, idleCount }) => totalCount - idleCount), { state: 'busy' }],
    ),
    ...gauge('portico_database_waiting', 'Requests that wait for a connection.', [
      sumOf(({ waitingCount }) => waitingCount),
    ]),
    ...gauge('portico_jobs_up', 'Whether jobs are being worked on.', [jobs.isWorking() ? 1 : 0]),
    ...(queued === null
      ? []
      : [
          ...gauge(
            'portico_jobs',
            'Jobs of all processes on this database.',
            [queued.due, { state: 'due' }],
            [queued.later, { state: 'later' }],
            [queued.failing, { state: 'failing' }],
          ),
          ...gauge('portico_jobs_oldest_due_seconds', 'How long the oldest job has been due.', [
            queued.oldest,
          ]),
        ]),
    ...headOf('process_cpu_seconds_total', 'counter', 'Processor time of this process.'),
    line('process_cpu_seconds_total', (user + system) / 1e6),
    ...gauge('process_resident_memory_bytes', 'Memory of this process.', [rss]),
    ...gauge('process_start_time_seconds', 'When this process began.', [performance.timeOrigin / 1000]),
    ...gauge('nodejs_eventloop_utilization', 'Share of its life that this process was busy.', [
      performance.eventLoopUtilization().utilization,
    ]),
  ]
}

const jobStates = async (pool: pg.Pool) => {
  const { rows } = await pool.query<Record<'due' | 'later' | 'failing' | 'oldest', string>>(
    `select count(*) filter (where attempts = 0 and run_at <= now()) as due,
       count(*) filter (where attempts = 0 and run_at > now()) as later,
       count(*) filter (where attempts > 0 and locked_at is null) as failing,
       coalesce(extract(epoch from now() - min(run_at) filter (where run_at <= now() and locked_at is null)), 0) as oldest
     from graphile_worker.jobs`,
  )
  const [{ due, later, failing, oldest } = { due: 0, later: 0, failing: 0, oldest: 0 }] = rows
  return { due: Number(due), later: Number(later), failing: Number(failing), oldest: Number(oldest) }
}
