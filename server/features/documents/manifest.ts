import { documents } from '#contract/documents/documents.ts'
import { findMatterOfTask, selectUnreachedTasks } from '#server/features/tasks/service.ts'
import type { KnownFiles } from '#server/platform/files/sweeper.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { dropAttempt } from './attempts.ts'
import * as files from './files.ts'
import { admitUpload } from './intake.ts'
import { areFilesOurs, documentsJobs, foreignFiles } from './jobs.ts'
import { checkAgain } from './judge-again.ts'
import {
  acceptSigned,
  attachCollected,
  dropSent,
  keepCaptured,
  keepLetter,
  keepSent,
} from './keep-documents.ts'
import { settlePictures } from './rejected-faces.ts'
import { warnOfRefused } from './removal.ts'
import { reviewsRoutes } from './reviews/routes.ts'
import type { Dependencies } from './reviews/service.ts'
import { personalData } from './schema.ts'
import * as service from './service.ts'
import { correctValue } from './service.ts'
import * as store from './store.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    documents:
      | 'document.uploaded'
      | 'document.refused'
      | 'document.judged'
      | 'document.corrected'
      | 'document.deleted'
      | 'document.kept'
      | 'document.superseded'
      | 'document.downloaded'
      | 'document.repeated'
      | 'document.accepted'
      | 'document.rejected'
      | 'document.reopened'
      | 'document.scanned'
  }
}

export const documentsFeature = feature<{ knownFiles: readonly KnownFiles[]; matters: Dependencies }>({
  rank: 'workflow',
  routes: ({ matters: dependencies }) => [
    routesOf(documents, {
      list: ({ db, actor }, { before }) =>
        store.listOf(db, actor.id, { before, hidden: selectUnreachedTasks(db, actor.id) }),
      one: ({ db, actor }, { id }) => store.show(db, actor.id, id),
      upload: multiStep(service.uploadDocument, {
        admit: admitUpload,
        refused: service.noteRefusal,
        defer: service.uploadUnopened,
        takesUnscanned: true,
      }),
      correct: correctValue,
      keep: service.keepDocument,
      remove: service.removeDocument,
      file: files.showOriginal,
      download: multiStep(files.downloadOriginal),
      preview: files.showPreview,
      page: files.showPage,
      pageText: files.showPageText,
    }),
    reviewsRoutes(dependencies),
  ],
  eventHandlers: {
    documentCaptured: keepCaptured,
    infectedFileRefused: warnOfRefused,
    attemptWithdrawn: dropAttempt,
    detailsDeclared: checkAgain,
    identitySubmitted: service.requireIdentityDocument,
    identityAccepted: settlePictures,
    documentSent: keepSent,
    letterSent: keepLetter,
    documentSigned: acceptSigned,
    documentWithdrawn: dropSent,
    evidenceCollected: attachCollected,
    filesNamed: async ({ db }, { clientId, documentIds }) => {
      for (const id of documentIds) await store.get(db, clientId, id)
    },
    // Documents of a case go on naming its task, by which they stay as restricted as the case.
    taskWithdrawn: async ({ db }, { clientId, taskId }) => {
      if ((await findMatterOfTask(db, taskId)) === null) await store.detach(db, clientId, taskId)
    },
    clientReset: service.eraseDocuments,
  },
  jobs: documentsJobs,
  personalData,
  knownFiles: store.knownKeys,
  faultAtStart: async (jobContext) => ((await areFilesOurs(jobContext)) ? null : foreignFiles),
})
