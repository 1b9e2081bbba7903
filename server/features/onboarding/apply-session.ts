import { VerificationStatus } from '#contract/identity/session.ts'
import type { Signal } from '#contract/onboarding/conversation.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Conversation, ConversationState } from './schema.ts'
import { failureMessage, sessionMessages } from './script.ts'
import * as store from './store.ts'
import { advance } from './transition.ts'
import { viewOf } from './view.ts'

const sessionSignals: Partial<Record<VerificationStatus['verificationStatus'], Signal>> = {
  verified: 'session_verified',
  manual_review: 'session_review',
  failed: 'session_failed',
  expired: 'session_expired',
}

/** Applies a decided session to its conversation, which the caller has locked. A second call does nothing. */
export async function applySession(ctx: Ctx, conversation: Conversation, status: VerificationStatus) {
  const signal = sessionSignals[status.verificationStatus]
  const isWaiting = conversation.stage === 'upload_document' || conversation.stage === 'verification_progress'
  if (signal === undefined || !isWaiting || conversation.sessionId === null) return
  await store.updateSession(ctx.db, conversation.sessionId, { state: 'decided' })
  const view = await viewOf(ctx, conversation)
  const isAccepted = signal === 'session_verified' || signal === 'session_review'
  const messages = isAccepted ? sessionMessages(view, status) : [failureMessage(status)]
  await advance(ctx, conversation, {
    signal,
    sessionId: null,
    state: isAccepted
      ? { ...knownFromSession(conversation.state, status), hasVerifiedSession: signal === 'session_verified' }
      : { ...conversation.state, hasFailed: signal === 'session_failed' },
    instead: {
      verification_success: messages,
      verification_manual_review: messages,
      verification_failed: messages,
      ...(signal === 'session_expired' && { upload_document: [sessionExpired] }),
    },
  })
}

const sessionExpired = {
  content: "That session has expired, so I'm setting up a new one.",
  actionType: 'typing' as const,
}

/** Adds what a session has shown, so that the chat doesn't ask for it again. */
const knownFromSession = (
  state: ConversationState,
  { extractedData, completedSteps }: VerificationStatus,
): ConversationState => {
  const { personalInfo, addressInfo, documentInfo } = extractedData
  const { FirstName, LastName, BirthDate } = personalInfo
  const steps = completedSteps.map(({ type }) => type)
  return {
    ...state,
    hasFailed: false,
    resolved: [
      ...state.resolved,
      ...(steps.includes('SELFIE') ? (['selfie'] as const) : []),
      ...(steps.includes('ADDRESSDOCUMENT') ? (['address'] as const) : []),
    ],
    read: {
      fullName: [FirstName, LastName].filter(Boolean).join(' ') || null,
      dateOfBirth: BirthDate ?? null,
      documentNumber: documentInfo.DocumentNumber ?? null,
      expiryDate: documentInfo.ExpiryDate ?? null,
      address: addressInfo.AddressFull ?? null,
    },
  }
}

/** Moves the conversation on if its session is decided. */
export async function applyCapture(ctx: Ctx, conversation: Conversation, id: string) {
  const captures = ctx.ports.identity.captures
  const capture = await captures?.claim(ctx.db, id, ctx.now)
  if (captures && capture) await applySession(ctx, conversation, captures.statusOf(capture))
}
