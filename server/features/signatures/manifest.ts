import { signatures } from '#contract/signatures/signatures.ts'
import { witness } from '#contract/signatures/witness.ts'
import { findClientOf } from '#server/features/accounts/service.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { signatureJobs } from './jobs.ts'
import { personalData } from './schema.ts'
import { saveSubject } from './service/client-care-letter.ts'
import { admitSending, noteRefusal, sendDocument } from './service/send-for-signature.ts'
import { signDocument } from './service/sign-document.ts'
import { listSteps } from './service/signature-steps.ts'
import { type Dependencies, shownSignature } from './service/signature-views.ts'
import { cancelRequest, withdrawFromParty } from './service/withdraw-request.ts'
import * as service from './service.ts'
import * as store from './store.ts'
import { enter, introduce, look } from './witness/admission.ts'
import { decline } from './witness/decline.ts'
import { attest, signBeforeWitness } from './witness/deed-signature.ts'
import { invite, showStanding } from './witness/invitation.ts'
import { witnessData } from './witness/schema.ts'
import type { PartyDependencies } from './witness/witness-name.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    signatures:
      | 'signature.sent'
      | 'signature.cancelled'
      | 'signature.refused'
      | 'signature.made'
      | 'signature.strengthened'
  }
}

export const signaturesFeature = feature<{ matters: Dependencies; deeds: PartyDependencies }>({
  rank: 'workflow',
  routes: ({ matters: dependencies, deeds }) => [
    routesOf(signatures, {
      create: multiStep(signDocument),
      list: async ({ db, actor }, { before }) =>
        (await store.listSignaturesOf(db, actor.id, before)).map(shownSignature),
      requests: multiStep(service.listRequests),
      ofDocument: multiStep(service.checkOwn),
      opened: multiStep(service.noteOpened),
      signedCopy: multiStep(service.ownSignedCopy),
      verify: multiStep(service.verifyFile),
      recipients: service.listRecipients,
      sent: (ctx, input) => service.listSent(ctx, input, dependencies),
      steps: async (ctx, { clientId }) => {
        await findClientOf(ctx.db, ctx.actor, clientId)
        return listSteps(ctx, { clientId, matterId: null }, dependencies)
      },
      send: multiStep((ctx, input) => sendDocument(ctx, input, dependencies), {
        admit: admitSending,
        refused: noteRefusal,
      }),
      cancel: (ctx, input) => cancelRequest(ctx, input, dependencies),
      evidence: multiStep((ctx, input) => service.showEvidence(ctx, input, dependencies)),
      copy: multiStep((ctx, input) => service.firmCopy(ctx, input, dependencies)),
    }),
    routesOf(witness, {
      invite: multiStep(invite),
      standing: showStanding,
      sign: multiStep((ctx, input) => signBeforeWitness(ctx, input, deeds)),
      look: multiStep(look),
      enter: multiStep(enter),
      introduce: multiStep((ctx, input) => introduce(ctx, input, deeds)),
      attest: multiStep((ctx, input) => attest(ctx, input, deeds)),
      decline: multiStep(decline),
    }),
  ],
  eventHandlers: {
    matterDescribed: saveSubject,
    partyRemoved: withdrawFromParty,
    clientReset: service.eraseSignatures,
  },
  personalData: [...personalData, ...witnessData],
  jobs: signatureJobs,
  knownFiles: store.knownKeys,
})
