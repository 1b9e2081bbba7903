import type { DocumentId } from '#contract/documents/documents.ts'
import { getSecret } from '#server/features/settings/service.ts'
import { type KnownFiles, sweep } from '#server/platform/files/sweeper.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { findOfCheck } from './checked/store.ts'
import { bytesOf } from './copies.ts'
import { judgeAgain } from './judge-again.ts'
import { readNext, readWaiting } from './readings/queue.ts'
import { tellFirmOfWaiting } from './reviews/waiting-mails.ts'
import { scanWaiting } from './scan-waiting.ts'

declare module '#server/platform/jobs/queue.ts' {
  interface JobPayloads {
    readDocument: { documentId: DocumentId }
    judgeAgain: { documentId: DocumentId }
    readWaiting: Record<string, never>
    scanWaiting: Record<string, never>
    tellFirmOfWaiting: Record<string, never>
    sweepFiles: Record<string, never>
  }
}

/** `knownFiles` tells which files belong to whom: what belongs to no feature is swept. */
export const documentsJobs = (
  jobContext: JobContext,
  { knownFiles }: { knownFiles: readonly KnownFiles[] },
): JobTable => ({
  tellFirmOfWaiting: { schedule: '* * * * *', run: () => tellFirmOfWaiting(jobContext) },
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
  // What the last portal did not come to read is begun at once.
  readWaiting: {
    queue: 'heavy',
    schedule: '* * * * *',
    isRunAtStart: true,
    run: () => readWaiting(jobContext),
  },
  scanWaiting: { schedule: '* * * * *', isRunAtStart: true, run: () => scanWaiting(jobContext) },
  /** Compares what no person has decided with what its client has told since it was read. */
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

/** Whether files and database belong together: beside another database's files, every one is an orphan. */
export const areFilesOurs = async ({ read, ports }: Pick<JobContext, 'read' | 'ports'>) =>
  ports.files.belongTo(await getSecret(read, 'installation_id'))

export const foreignFiles =
  'The files in the data folder belong to another database, so nothing is swept there. Check DATABASE_URL and PORTICO_DATA; where the two do belong together, remove files.installation from the data folder and start again.'
