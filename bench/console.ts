import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { accounts } from '#contract/accounts/accounts.ts'
import { demoPassword } from '#server/demo/firm.ts'
import { openCluster } from '#server/platform/postgres/cluster.ts'
import { ensureDatabase } from '#server/platform/postgres/roles.ts'
import { growing, makeFirm, sizes } from './console-data.ts'
import { startPortal } from './portal.ts'
import { writeSection } from './results.ts'

const connections = 10
const seconds = 4
/** How long each question is asked before it counts: a server that has just started compiles and plans as it answers. */
const warmUpSeconds = 1
/** Limit in milliseconds for 95% of the responses. */
const wanted = { page: 100, search: 300 }

interface Question {
  name: string
  limit: number
  /** Requested alternately, so that no response is a repeat of the one before. */
  paths: string[]
}

interface Measured extends Question {
  who: string
  rate: number
  p50: number
  p95: number
  scanned: string[]
  /** Failed responses, such as one that took more than four seconds. */
  refused: number
}

/**
 * Measures the staff pages with 100,000 clients: for a fee earner with 400 of them who covers for a colleague with as
 * many, for a compliance officer with all, and the first pages of that colleague, who sees the 400, and of an
 * administrator, who has those whom nobody looks after.
 */
const people: Record<string, { words: string; opens: 'all' | 'first pages' }> = {
  priya: { words: 'a fee earner of 400 clients, covering for one with as many', opens: 'all' },
  grace: { words: 'a compliance officer', opens: 'all' },
  marcus: { words: 'a fee earner of 400 clients', opens: 'first pages' },
  admin: { words: 'an administrator', opens: 'first pages' },
}
const folder = mkdtempSync(join(tmpdir(), 'portico-console-'))
const cluster = await openCluster({ directory: join(folder, 'database'), log: () => {} })
try {
  const { host, user, database } = await ensureDatabase(cluster.connection, 'portico')
  const connectionString = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
  const portal = await startPortal({
    DATABASE_URL: connectionString,
    PORTICO_DATA: join(folder, 'data'),
    PORTICO_DEMO: '1',
    PORTICO_RATE_LIMIT: 'off',
  })
  const pool = new pg.Pool({ connectionString, max: 2 })
  try {
    const began = performance.now()
    await makeFirm(pool)
    const made = (performance.now() - began) / 1000
    console.log(`The firm was made in ${made.toFixed(0)} s.`)
    const load = loadavg()[0] ?? 0
    const found: Measured[] = []
    for (const who of Object.keys(people)) {
      const cookie = await signIn(portal.address, who)
      const questions = await questionsFor(pool, who)
      for (const question of people[who]?.opens === 'first pages' ? questions.filter(isFirstPage) : questions)
        found.push({ who, ...question, ...(await measure(portal.address, { question, cookie, pool })) })
    }
    writeSection('A firm of 100,000 clients', reportOf(found, { made, load }))
    process.exitCode = found.every(isKept) ? 0 : 1
  } finally {
    await pool.end()
    await portal.stop()
  }
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

function isFirstPage({ name }: Question) {
  return ['home', 'clients, newest', 'cases, newest', 'search, mistyped'].includes(name)
}

async function signIn(address: string, username: string) {
  const reply = await fetch(address + accounts.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: demoPassword }),
  })
  if (!reply.ok) throw new Error(`${username} could not sign in: ${reply.status}`)
  return reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

async function questionsFor(pool: pg.Pool, who: string): Promise<Question[]> {
  const ids = async (sql: string) => (await pool.query<{ id: string }>(sql, [who])).rows.map(({ id }) => id)
  const own = `(client_id in (select c.id from users c join users me on me.username = $1
    where c.role = 'client' and (me.role = 'compliance_officer' or c.fee_earner_id = me.id)))`
  const cases = await ids(
    `select id from matters where ${own} and not is_restricted order by md5(id::text) limit 50`,
  )
  const clients = await ids(
    `select c.id from users c join users me on me.username = $1
     where c.role = 'client' and (me.role = 'compliance_officer' or c.fee_earner_id = me.id) order by md5(c.id::text) limit 50`,
  )
  const [page, search] = [wanted.page, wanted.search]
  const lists = (name: string, path: string, filters: Record<string, string>): Question[] =>
    Object.entries(filters).map(([words, query]) => ({
      name: `${name}, ${words}`,
      limit: page,
      paths: [`${path}?${query}`],
    }))
  return [
    { name: 'home', limit: page, paths: ['/api/firm/home'] },
    ...lists('clients', '/api/firm/lists/clients', {
      newest: '',
      'by surname': 'sort=name',
      'last seen': 'sort=last_seen',
      'with things to do': 'standing=to_do',
      'with nothing to do, by surname': 'standing=done&sort=name',
      'never signed in': 'standing=never_signed_in',
      'part of a name': 'search=radfor',
      'deep in the list': `sort=name&before=${clients[0] ?? ''}`,
    }),
    ...lists('cases', '/api/firm/lists/cases', {
      newest: '',
      'longest waiting for us': 'whose=firm&status=open&sort=waiting',
      requested: 'status=pending',
      'of one type': 'type=Probate&status=open',
      'by title': 'sort=title',
      'part of a title': 'search=orchard',
      'part of a client’s name': 'search=radfor',
      'of one client': `client=${clients[0] ?? ''}`,
      'deep in the list': `sort=title&before=${cases[0] ?? ''}`,
    }),
    { name: 'a case', limit: page, paths: cases.map((id) => `/api/firm/cases/${id}`) },
    { name: 'a client', limit: page, paths: clients.map((id) => `/api/firm/clients/${id}`) },
    { name: 'documents to review', limit: page, paths: ['/api/firm/documents?state=waiting'] },
    {
      name: 'search, mistyped',
      limit: search,
      paths: [
        'Radfrod',
        'orchad road',
        'Amara Dunfrod',
        'bank statment 4711',
        'HR-2020-004711',
        'survey Bishop',
      ].map((typed) => `/api/firm/search?words=${encodeURIComponent(typed)}`),
    },
  ]
}

interface Target {
  question: Question
  cookie: string
  pool: pg.Pool
}

async function measure(address: string, { question, cookie, pool }: Target) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ask = (path: string) =>
    new Promise<{ took: number; isGiven: boolean }>((answered, failed) => {
      const startedAt = performance.now()
      request(address + path, { agent, headers: { cookie } }, (reply) => {
        reply.resume()
        reply.on('end', () =>
          answered({ took: performance.now() - startedAt, isGiven: reply.statusCode === 200 }),
        )
      })
        .on('error', failed)
        .end()
    })
  const scansBefore = await scansOf(pool)
  for (const path of question.paths) await ask(path)
  let next = 0
  const askFor = async (duration: number) => {
    const answers: Awaited<ReturnType<typeof ask>>[] = []
    const until = performance.now() + duration * 1000
    const asker = async () => {
      while (performance.now() < until) {
        next += 1
        answers.push(await ask(question.paths[next % question.paths.length] ?? '/'))
      }
    }
    await Promise.all(Array.from({ length: connections }, asker))
    return answers
  }
  await askFor(warmUpSeconds)
  const answers = await askFor(seconds)
  const times = answers.map(({ took }) => took)
  const refused = answers.filter(({ isGiven }) => !isGiven).length
  agent.destroy()
  const scansAfter = await scansOf(pool)
  const scanned = growing.filter((table) => (scansAfter.get(table) ?? 0) > (scansBefore.get(table) ?? 0))
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  const result = { rate: times.length / seconds, p50: at(0.5), p95: at(0.95), scanned: [...scanned], refused }
  console.log(question.name, Math.round(result.p50), Math.round(result.p95), scanned.join(' '))
  return result
}

/** Counts the sequential scans of each table. PostgreSQL reports them a moment after the response, our own at once. */
async function scansOf(pool: pg.Pool) {
  await pool.query('select pg_stat_force_next_flush()')
  await sleep(1500)
  const { rows } = await pool.query<{ name: string; scans: string }>(
    'select relname as name, seq_scan as scans from pg_stat_user_tables where relname = any($1)',
    [growing],
  )
  return new Map(rows.map(({ name, scans }) => [name, Number(scans)]))
}

function isKept({ p95, limit, scanned, refused }: Measured) {
  return p95 <= limit && scanned.length === 0 && refused === 0
}

function reportOf(found: Measured[], { made, load }: { made: number; load: number }) {
  const whole = (value: number) => Math.round(value).toLocaleString('en-GB')
  const rows = found.map((measured) => {
    const { who, name, rate, p50, p95, limit, scanned, refused } = measured
    const verdict = isKept(measured) ? 'yes' : refused > 0 ? `**no**, ${refused} without an answer` : '**no**'
    return `| ${people[who]?.words}: ${name} | ${whole(rate)} | ${whole(p50)} | ${whole(p95)} | ${limit} | ${scanned.join(', ') || 'none'} | ${verdict} |`
  })
  const kept = found.filter(isKept).length
  return `${whole(sizes.clients)} clients, ${whole(sizes.matters)} cases, ${whole(sizes.tasks + sizes.documents)} tasks and documents,
${whole(sizes.messages)} messages, made in ${made.toFixed(0)} s; written by \`npm run bench:console\`. ${connections} connections for ${seconds} s
each after ${warmUpSeconds} s that does not count, asked by the same machine; its load before the first question was ${load.toFixed(1)}. A scan is what PostgreSQL counted of a
growing table while it was asked. ${kept} of ${found.length} keep what is wanted.

| question | a second | p50 ms | p95 ms | wanted | scanned from end to end | kept |
|---|---|---|---|---|---|---|
${rows.join('\n')}
`
}
