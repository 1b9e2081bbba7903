import { documents } from '#contract/documents.ts'
import { feature, multiStep } from '#server/platform/http/feature.ts'
import { dropAttempt } from './attempts.ts'
import { attachPapers, keepCaptured } from './captured-documents.ts'
import * as copies from './copies.ts'
import { correctValue } from './correct-reading.ts'
import { admitUpload } from './intake.ts'
import { checkAgain } from './judge-again.ts'
import { settlePictures } from './rejected-faces.ts'
import * as service from './service.ts'
import { acceptSigned, dropSent, keepSent } from './signature-documents.ts'
import * as store from './store.ts'

export const documentsRoutes = feature(
  documents,
  {
    list: ({ db, actor }, { before }) => store.listOf(db, actor.id, before),
    one: ({ db, actor }, { id }) => store.show(db, actor.id, id),
    upload: multiStep(service.uploadDocument, {
      admit: admitUpload,
      refused: service.noteRefusal,
      defer: service.uploadUnopened,
    }),
    correct: correctValue,
    keep: service.keepDocument,
    remove: service.removeDocument,
    file: copies.showOriginal,
    download: multiStep(copies.downloadOriginal),
    preview: copies.showPreview,
    page: copies.showPage,
    pageText: copies.showPageText,
  },
  {
    documentCaptured: keepCaptured,
    attemptWithdrawn: dropAttempt,
    detailsDeclared: checkAgain,
    identitySubmitted: service.requireIdentityDocument,
    identityAccepted: settlePictures,
    documentSent: keepSent,
    documentSigned: acceptSigned,
    documentWithdrawn: dropSent,
    evidenceCollected: attachPapers,
    documentsAttached: service.findAttached,
    clientReset: service.eraseDocuments,
  },
)
