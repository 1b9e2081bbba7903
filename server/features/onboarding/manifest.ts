import { onboarding } from '#contract/onboarding/onboarding.ts'
import { openLater } from '#server/platform/files/open-upload.ts'
import { reportInfected } from '#server/platform/files/report-infected.ts'
import { feature } from '#server/platform/http/feature.ts'
import { uploadRate } from '#server/platform/http/limits.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { type Assistant, answer, chat, remind } from './answers.ts'
import * as capturing from './capture-sessions.ts'
import { checkCollected, verifyUserData } from './check-details.ts'
import { personalData } from './schema.ts'
import * as service from './service.ts'
import { applyVerdict, dropDocument, uploadDocument } from './uploads.ts'
import { generateSession, verificationStatus } from './verification-sessions.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    onboarding: 'consent.answered' | 'conversation.session' | 'conversation.data'
  }
}

const onboardingRoutes = ({ wake, reply }: Assistant) =>
  routesOf(onboarding, {
    show: multiStep(async (ctx) => {
      await wake(ctx.read)
      return service.showConversation(ctx)
    }),
    answer: (ctx, given) => answer(ctx, given, checkCollected),
    upload: multiStep(uploadDocument, {
      admit: ({ ports, actor }) => ports.limits.count(uploadRate, actor.id),
      defer: (ctx, input) => uploadDocument(ctx, input, openLater),
      refused: (ctx, problem, upload) => reportInfected(ctx, problem, upload, async () => ctx.actor.id),
    }),
    chat: multiStep((ctx, typed) => chat(ctx, typed, { reply, checkCollected })),
    remind,
    generateSession: multiStep(generateSession),
    status: multiStep(verificationStatus),
    verifyData: verifyUserData,
    complete: service.completeOnboarding,
    capture: capturing.showCapture,
    chooseDocument: capturing.chooseDocument,
    takePicture: multiStep(capturing.takePicture, {
      admit: capturing.admitPicture,
      defer: (ctx, input) => capturing.takePicture(ctx, input, openLater),
      refused: (ctx, problem, upload) =>
        reportInfected(ctx, problem, upload, () => capturing.clientOf(ctx, upload?.params)),
    }),
    skipStep: capturing.skipStep,
    submitSession: capturing.submitSession,
  })

/** The conversation, with the assistant that answers what a client types outside the script. */
export const onboardingFeature = feature<{ assistant: Assistant }>({
  rank: 'workflow',
  routes: ({ assistant }) => [onboardingRoutes(assistant)],
  eventHandlers: {
    documentRead: applyVerdict,
    documentRemoved: dropDocument,
    clientReset: service.eraseConversation,
  },
  personalData,
})
