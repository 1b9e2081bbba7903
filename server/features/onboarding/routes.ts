import { onboarding } from '#contract/onboarding.ts'
import { feature, staged } from '#server/platform/feature.ts'
import { answer } from './answering.ts'
import * as capturing from './capturing.ts'
import { type Assistant, chat, remind } from './chatting.ts'
import { verifyUserData } from './data.ts'
import * as service from './service.ts'
import { generateSession, verificationStatus } from './sessions.ts'
import { forgetPaper, hearVerdict, uploadDocument } from './uploading.ts'

/** The conversation, with the assistant, which answers what a client types besides. */
export const onboardingRoutes = ({ wake, reply }: Assistant) =>
  feature(
    onboarding,
    {
      show: staged(async (ctx) => {
        await wake(ctx.read)
        return service.showConversation(ctx)
      }),
      answer,
      upload: staged(uploadDocument, { admit: ({ ports, actor }) => ports.limits.count('upload', actor.id) }),
      chat: staged((ctx, typed) => chat(ctx, typed, reply)),
      remind,
      generateSession: staged(generateSession),
      status: staged(verificationStatus),
      verifyData: verifyUserData,
      complete: service.completeOnboarding,
      capture: capturing.showCapture,
      chooseDocument: capturing.chooseDocument,
      takePicture: staged(capturing.takePicture, { admit: capturing.admitPicture }),
      skipStep: capturing.skipStep,
      submitSession: capturing.submitSession,
    },
    { documentJudged: hearVerdict, documentRemoved: forgetPaper, clientReset: service.forgetConversation },
  )
