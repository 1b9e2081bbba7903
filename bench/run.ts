import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openCluster } from '#server/platform/postgres/cluster.ts'
import { ensureDatabase } from '#server/platform/postgres/databases.ts'
import { measureAssistant } from './assistant.ts'
import { measureBundle } from './bundle.ts'
import { measureCrowd } from './crowd.ts'
import { measureFirstPaint, paintHeading, reportFirstPaint } from './first-paint.ts'
import { startPortal } from './portal.ts'
import { measureReads } from './reads.ts'
import { report } from './report.ts'
import { writeSection } from './results.ts'
import { measureStarts } from './starts.ts'
import { measureUploads } from './uploads.ts'

/** Measures everything in one run, on one database, and writes bench/RESULTS.md. */
const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
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
  const client = await newClient(portal.address, connectionString)
  const reads = await measureReads({ ...client, address: portal.address, connectionString })
  const uploads = await measureUploads({ ...client, address: portal.address })
  const crowd = await measureCrowd(portal.address)
  const assistant = await measureAssistant(portal.address)
  const paint = await measureFirstPaint(portal.address)
  await portal.stop()
  const starts = await measureStarts()
  writeSection('A crowd that uploads', crowd)
  writeSection('The assistant', assistant)
  writeSection(paintHeading, reportFirstPaint(paint))
  writeSection('The portal', report({ reads, uploads, starts, bundle: measureBundle() }))
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** A client with twenty tasks, which is what a busy matter comes to. */
async function newClient(address: string, connectionString: string) {
  const person = {
    firstName: 'Ben',
    lastName: 'Bench',
    username: 'bench',
    email: 'bench@example.com',
    password: 'correct horse battery',
    confirmPassword: 'correct horse battery',
  }
  const reply = await fetch(`${address}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  const { id: clientId } = (await reply.json()) as { id: string }
  const cookie = reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const pool = new pg.Pool({ connectionString, max: 1 })
  await pool.query(
    `insert into tasks (id, client_id, position, template_version, kind, category, title, description, status, created_at, opened_at)
     select gen_random_uuid(), $1, 100 + n, 1, 'other', 'forms', 'Task ' || n, 'What the firm asks for', 'pending', now(), now()
     from generate_series(1, 20 - (select count(*)::int from tasks where client_id = $1)) n`,
    [clientId],
  )
  const { rows } = await pool.query<{ id: string }>(
    "select id from tasks where client_id = $1 and kind = 'proof_of_funds'",
    [clientId],
  )
  await pool.end()
  return { clientId, cookie, taskId: rows[0]?.id ?? '' }
}
