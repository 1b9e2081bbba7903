import { malwareFound } from '#inspector/refusals.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import { seconds } from '#server/platform/time/durations.ts'
import { unscannedBytesOf } from './copies.ts'
import { queueReading } from './readings/queue.ts'
import { removeInfected } from './removal.ts'
import { tellOfDocument } from './settle-task.ts'
import type { DocumentRow } from './store.ts'
import * as store from './store.ts'

/** So many in one run, and so long for one: nobody waits for this, but no job takes two minutes. */
const most = 200
const within = seconds(30)
const longest = seconds(60)

/**
 * Scans what came while the virus scanner was away. What cannot be scanned though it answers (a file that is missing, or
 * larger than it takes) stays closed, and keeps no other waiting.
 */
export async function scanWaiting(jobContext: JobContext) {
  const began = performance.now()
  for (const document of await store.listUnscanned(jobContext.read, most)) {
    if (performance.now() - began > longest) return
    if (!(await scanOne(jobContext, document)) && !(await isAnswering(jobContext))) return
  }
}

const isAnswering = async ({ ports: { antivirus } }: JobContext) =>
  antivirus === null ||
  antivirus.version().then(
    () => true,
    () => false,
  )

/** Whether it could be scanned. Without a scanner, which the firm has then switched off, it is let through. */
async function scanOne(jobContext: JobContext, document: DocumentRow) {
  const { antivirus } = jobContext.ports
  const look = async () =>
    antivirus && antivirus.scan(await unscannedBytesOf(jobContext, document), { within })
  const found = await look().catch(() => undefined)
  if (found === undefined) return false
  const { id, clientId, sha256 } = document
  await jobContext.transaction(async (ctx) => {
    if (found !== null) return removeInfected(ctx, id, malwareFound().message)
    if (!(await store.markScanned(ctx.db, id))) return
    await queueReading(ctx, { documentId: id, clientId })
    const details = { documentId: id, sha256, scanner: antivirus === null ? 'none' : 'clamd' }
    await audit(ctx, 'document.scanned', { subjectId: clientId, details })
    await tellOfDocument(ctx, document)
  })
  return true
}
