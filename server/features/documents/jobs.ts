import type { DocumentId } from '#contract/documents/documents.ts'
import { malwareFound } from '#inspector/refusals.ts'
import { getSecret } from '#server/features/settings/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { type KnownFiles, sweep } from '#server/platform/files/sweeper.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { seconds } from '#server/platform/time/durations.ts'
import { findOfCheck } from './checked/store.ts'
import { bytesOf, unscannedBytesOf } from './files.ts'
import { judgeAgain } from './judge-again.ts'
import { queueReading, readNext, readWaiting } from './readings/queue.ts'
import { removeInfected } from './removal.ts'
import { mailFirmOfWaiting } from './reviews/waiting-mails.ts'
import { invalidateDocument } from './settle-task.ts'
import type { DocumentRow } from './store.ts'
import * as store from './store.ts'

declare module '#server/platform/jobs/queue.ts' {
  interface JobPayloads {
    readDocument: { documentId: DocumentId }
    judgeAgain: { documentId: DocumentId }
    readWaiting: Record<string, never>
    scanWaiting: Record<string, never>
    mailFirmOfWaiting: Record<string, never>
    sweepFiles: Record<string, never>
  }
}

/** `knownFiles` returns which files each feature knows. Files known to none are swept. */
export const documentsJobs = (
  jobContext: JobContext,
  { knownFiles }: { knownFiles: readonly KnownFiles[] },
): JobTable => ({
  mailFirmOfWaiting: { schedule: '* * * * *', run: () => mailFirmOfWaiting(jobContext) },
  sweepFiles: {
    schedule: '*/10 * * * *',
    run: async () => {
      if (!(await areFilesOurs(jobContext))) return
      const known = async (keys: string[]) => {
        const found = await Promise.all(knownFiles.map((ask) => ask(jobContext.read, keys)))
        return new Set(found.flatMap((some) => [...some]))
      }
      await sweep({ store: jobContext.ports.files, known, now: jobContext.clock() })
    },
  },
  readDocument: { queue: 'heavy', run: (_, stopping) => readNext(jobContext, stopping) },
  // At the start, this begins what the process before did not get to.
  readWaiting: {
    queue: 'heavy',
    schedule: '* * * * *',
    isRunAtStart: true,
    run: () => readWaiting(jobContext),
  },
  scanWaiting: { schedule: '* * * * *', isRunAtStart: true, run: () => scanWaiting(jobContext) },
  /** Compares a document that nobody has decided with what its client has told us since it was read. */
  judgeAgain: {
    queue: 'heavy',
    run: async ({ documentId }) => {
      const document = await findOfCheck(jobContext.read, documentId)
      if (document === null) return
      const context = { ...jobContext, now: jobContext.clock() }
      await judgeAgain(context, document, await bytesOf(context, document))
    },
  },
})

/**
 * Returns whether files and database belong together. Next to another database's files, all of them would look
 * orphaned.
 */
export const areFilesOurs = async ({ read, ports }: Pick<JobContext, 'read' | 'ports'>) =>
  ports.files.belongTo(await getSecret(read, 'installation_id'))

export const foreignFiles =
  'The files in the data folder belong to another database, so nothing is swept there. Check DATABASE_URL and PORTICO_DATA; where the two do belong together, remove files.installation from the data folder and start again.'

/** Limits of one run: nobody waits for it, but no job may take two minutes. */
const most = 200
const within = seconds(30)
const longest = seconds(60)

/**
 * Scans files that arrived while the virus scanner was unreachable. A file that can't be scanned although the scanner
 * responds (missing or too large) stays closed and doesn't hold up the others.
 */
async function scanWaiting(jobContext: JobContext) {
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

/** Returns whether the file could be scanned. Without a scanner, which the firm has switched off then, it passes. */
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
    await invalidateDocument(ctx, document)
  })
  return true
}
