import type { DocumentId } from '#contract/documents.ts'
import type { Backstage } from '#server/platform/backstage.ts'
import { sweep } from '#server/platform/files/sweeper.ts'
import type { JobTable } from '#server/platform/jobs.ts'
import { bytesOf } from './copies.ts'
import { readDocument } from './reading.ts'
import * as store from './store.ts'

export const documentsJobs = (backstage: Backstage): JobTable => ({
  /** Reads a document that its upload did not see read: it took too long, or the portal was stopped. */
  readDocument: async ({ documentId }) => {
    const document = await store.findUnread(backstage.read, documentId as DocumentId)
    if (document === null) return
    const desk = { ...backstage, now: backstage.clock() }
    await readDocument(desk, document, await bytesOf(desk, document))
  },
  /** Documents are the only files that the portal keeps. */
  sweepFiles: async () => {
    const known = (keys: string[]) => store.knownKeys(backstage.read, keys)
    await sweep({ store: backstage.ports.files, known, now: backstage.clock() })
  },
})
