import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openCluster } from '#server/platform/postgres/cluster.ts'
import { ensureDatabase } from '#server/platform/postgres/roles.ts'
import { measureAssistant } from './assistant.ts'
import { measureBombs } from './bombs.ts'
import { measureBundle } from './bundle.ts'
import { registerClient } from './clients.ts'
import { measureCrowd } from './crowd.ts'
import { measureFirstPaint, paintHeading, reportFirstPaint } from './first-paint.ts'
import { startPortal } from './portal.ts'
import { measureReads } from './reads.ts'
import { report } from './report.ts'
import { writeSection } from './results.ts'
import { measureStarts } from './starts.ts'
import { measureUploads } from './uploads.ts'

const parts = ['portal', 'crowd', 'bombs', 'assistant', 'paint'] as const
const chosen = process.argv.slice(2)
const isAsked = (part: (typeof parts)[number]) => chosen.length === 0 || chosen.includes(part)

/** Measures everything, or the named parts, in one run on one database, and writes bench/RESULTS.md. */
const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
const cluster = await openCluster({ directory: join(folder, 'database'), log: () => {} })
const openDatabase = async (name: string) => {
  const { host, user, database } = await ensureDatabase(cluster.connection, name)
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
}
try {
  const connectionString = await openDatabase('portico')
  const portal = await startPortal({
    DATABASE_URL: connectionString,
    PORTICO_DATA: join(folder, 'data'),
    PORTICO_DEMO: '1',
    PORTICO_RATE_LIMIT: 'off',
  })
  const { address } = portal
  let ofPortal: Pick<Parameters<typeof report>[0], 'reads' | 'uploads'> | undefined
  if (isAsked('portal')) {
    const client = { ...(await newClient(address, connectionString)), address }
    const reads = await measureReads({ ...client, connectionString })
    ofPortal = { reads, uploads: await measureUploads(client) }
  }
  if (isAsked('crowd'))
    writeSection('A crowd that uploads', await measureCrowd({ address, connectionString }))
  if (isAsked('assistant')) writeSection('The assistant', await measureAssistant(address))
  if (isAsked('paint')) writeSection(paintHeading, reportFirstPaint(await measureFirstPaint(address)))
  await portal.stop()
  if (isAsked('bombs')) {
    const bombed = { connectionString: await openDatabase('bombed'), folder }
    writeSection('Files that are made to take long', await measureBombs(bombed))
  }
  if (ofPortal) {
    const starts = await measureStarts()
    writeSection('The portal', report({ ...ofPortal, starts, bundle: measureBundle() }))
  }
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** A client with twenty tasks, as in a busy matter. */
async function newClient(address: string, connectionString: string) {
  const { id: clientId, cookie } = await registerClient(address, 'bench')
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
