import { signatures } from '#contract/signatures.ts'
import { feature, multiStep } from '#server/platform/http/feature.ts'
import { keepMatter } from './service/client-care-letter.ts'
import { admitSending, cancelRequest, noteRefusal, sendDocument } from './service/send-for-signature.ts'
import { signDocument } from './service/sign-document.ts'
import { shownSignature } from './service/signature-views.ts'
import * as service from './service.ts'
import * as store from './store.ts'

export const signaturesRoutes = feature(
  signatures,
  {
    create: multiStep(signDocument),
    list: async ({ db, actor }, { before }) =>
      (await store.listSignaturesOf(db, actor.id, before)).map(shownSignature),
    requests: multiStep(service.listRequests),
    ofDocument: multiStep(service.checkOwn),
    opened: multiStep(service.noteOpened),
    signedCopy: multiStep(service.ownSignedCopy),
    verify: multiStep(service.verifyFile),
    recipients: service.listRecipients,
    sent: service.listSent,
    send: multiStep(sendDocument, { admit: admitSending, refused: noteRefusal }),
    cancel: cancelRequest,
    evidence: multiStep(service.showEvidence),
    copy: multiStep(service.firmCopy),
  },
  {
    matterDescribed: keepMatter,
    clientReset: service.eraseSignatures,
  },
)
