import { signatures } from '#contract/signatures.ts'
import { feature, staged } from '#server/platform/feature.ts'
import { firmCopy, ownSignedCopy } from './copies.ts'
import { keepMatter } from './lettering.ts'
import { admitSending, cancelRequest, noteRefusal, sendDocument } from './sending.ts'
import * as service from './service.ts'
import { shownSignature } from './showing.ts'
import { signDocument } from './signing.ts'
import * as store from './store.ts'

export const signaturesRoutes = feature(
  signatures,
  {
    create: staged(signDocument),
    list: async ({ db, actor }, { before }) =>
      (await store.listSignaturesOf(db, actor.id, before)).map(shownSignature),
    requests: staged(service.listRequests),
    ofDocument: staged(service.checkOwn),
    opened: staged(service.noteOpened),
    signedCopy: staged(ownSignedCopy),
    verify: staged(service.verifyFile),
    recipients: service.listRecipients,
    sent: service.listSent,
    send: staged(sendDocument, { admit: admitSending, refused: noteRefusal }),
    cancel: cancelRequest,
    evidence: staged(service.showEvidence),
    copy: staged(firmCopy),
  },
  {
    matterTold: keepMatter,
    clientReset: service.forgetSignatures,
  },
)
