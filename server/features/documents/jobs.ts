import type { DocumentId } from '#contract/documents.ts'
import { getSecret } from '#server/features/settings/service.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sweep } from '#server/platform/files/sweeper.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { bytesOf } from './copies.ts'
import { judgeAgain } from './judge-again.ts'
import { readNext, readWaiting } from './readings/queue.ts'
import { tellFirmOfWaiting } from './reviews/waiting-mails.ts'
import * as store from './store.ts'

type KnownKeys = (db: Db, keys: string[]) => Promise<Set<string>>

/** `others` tells which files belong to another feature: what belongs to none is swept. */
export const documentsJobs = (jobContext: JobContext, others: readonly KnownKeys[] = []): JobTable => ({
  tellFirmOfWaiting: () => tellFirmOfWaiting(jobContext),
  sweepFiles: async () => {
    if (!(await areFilesOurs(jobContext))) return
    const known = async (keys: string[]) => {
      const found = await Promise.all([store.knownKeys, ...others].map((ask) => ask(jobContext.read, keys)))
      return new Set(found.flatMap((some) => [...some]))
    }
    await sweep({ store: jobContext.ports.files, known, now: jobContext.clock() })
  },
})

/** Work for the reader, which has a queue and workers of its own. */
export const readingJobs = (jobContext: JobContext): JobTable => ({
  readDocument: (_, stopping) => readNext(jobContext, stopping),
  readWaiting: () => readWaiting(jobContext),
  /** Compares what no person has decided with what its client has told since it was read. */
  judgeAgain: async ({ documentId }) => {
    const document = await store.findOfCheck(jobContext.read, documentId as DocumentId)
    if (document === null) return
    const context = { ...jobContext, now: jobContext.clock() }
    await judgeAgain(context, document, await bytesOf(context, document))
  },
})

/** Whether files and database belong together: beside another database's files, every one is an orphan. */
export const areFilesOurs = async ({ read, ports }: Pick<JobContext, 'read' | 'ports'>) =>
  ports.files.belongTo(await getSecret(read, 'installation_id'))

export const foreignFiles =
  'The files in the data folder belong to another database, so nothing is swept there. Check DATABASE_URL and PORTICO_DATA; where the two do belong together, remove files.installation from the data folder and start again.'
