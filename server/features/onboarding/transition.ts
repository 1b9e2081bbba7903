import { VerificationStatus } from '#contract/identity/session.ts'
import { notFound, Problem } from '#contract/kit/problem.ts'
import {
  type AttachmentType,
  type FormId,
  type MessageId,
  type Option,
  stageOptions,
} from '#contract/onboarding/chat.ts'
import {
  type Flow,
  nextStages,
  type Signal,
  type Stage,
  withResolved,
} from '#contract/onboarding/conversation.ts'
import type { Consent } from '#contract/onboarding/onboarding.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Client, Ctx } from '#server/platform/ctx.ts'
import type { Conversation, ConversationState, MessageRow, SessionRow } from './schema.ts'
import { consentVersions, failureMessage, script, sessionMessages } from './script.ts'
import { attachmentOf, hasFailedAt, initialState, knownOf, type PortalMessage, viewOf } from './state.ts'
import * as store from './store.ts'

/** What the client said, pressed or sent. */
export interface Spoken {
  content: string
  id?: MessageId | undefined
  /** The message that it answers. */
  answers?: MessageId
  attachmentType?: AttachmentType
}

export interface Turn {
  /** Null where something is said and the conversation stays where it is. */
  signal: Signal | null
  spoken?: Spoken
  /** What changes in what is known, before it is decided where this leads. */
  state?: ConversationState
  flow?: Flow
  sessionId?: string | null
  /** Said before the words of the stage. */
  first?: PortalMessage[]
  /** Said at a stage in place of its own words. */
  instead?: Partial<Record<Stage, PortalMessage[]>>
}

/**
 * One turn of the conversation, whole or not at all: what the client said, where that leads, and what is
 * said there. The conversation is held by whoever calls this.
 */
export async function advance(ctx: Ctx, before: Conversation, turn: Turn): Promise<Conversation> {
  const { signal, flow = before.flow, state = before.state, sessionId = before.sessionId } = turn
  const changed = { ...before, flow, state, sessionId }
  const stages = signal === null ? [before.stage] : nextStages(before.stage, signal, knownOf(changed))
  if (stages === null) throw movedOn()
  if (signal !== null) await recordConsent(ctx, before, signal)
  const stage = stages.at(-1) ?? before.stage
  const after = await store.update(ctx.db, before.clientId, {
    flow,
    sessionId,
    stage,
    state: signal === null ? state : resolvedBy(changed, { signal, stage }),
    updatedAt: ctx.now,
  })
  await say(ctx, after, { turn, stages, from: before.stage })
  await ctx.invalidate(before.clientId, 'onboarding')
  return after
}

/** Another window, another device or another answer was first. */
export const movedOn = () =>
  new Problem('conflict', 'The conversation has moved on. Here is where it is now.', {
    reason: 'moved_on',
  })

// Only what is left forwards is resolved: who asks for help or stops has not answered.
const resolvedBy = (
  conversation: Conversation,
  { signal, stage }: { signal: Signal; stage: Stage },
): ConversationState => {
  const isForwards = stage !== conversation.stage && signal !== 'leave'
  if (!isForwards) return conversation.state
  return {
    ...conversation.state,
    resolved: [...withResolved(knownOf(conversation), conversation.stage).resolved],
  }
}

interface Utterance {
  turn: Turn
  stages: Stage[]
  from: Stage
}

async function say(ctx: Ctx, conversation: Conversation, { turn, stages, from }: Utterance) {
  const { clientId, stage } = conversation
  const { first = [], instead = {}, spoken, signal } = turn
  const view = await viewOf(ctx, conversation)
  // Who stays is not told the same again, unless they ask for it.
  const isStaying = first.length > 0 && stage === from && signal !== 'data_rejected'
  const atStages = stages.flatMap((passed) => instead[passed] ?? (isStaying ? [] : script[passed](view)))
  const session =
    conversation.sessionId && (await store.findSession(ctx.db, clientId, conversation.sessionId))
  const messages = [...first, ...atStages].map((message, at, all) =>
    at === all.length - 1 ? { ...askingFor(conversation, session || null), ...message } : message,
  )
  const rows = [
    ...(spoken ? [rowOfSpoken(spoken, from)] : []),
    ...messages.map((message) => rowOf(message, stage)),
  ]
  await store.insertMessages(
    ctx.db,
    clientId,
    rows.map((row) => ({ ...row, at: ctx.now })),
  )
}

/** What the newest message asks for, by the stage at which it is said. */
const askingFor = (
  { stage, state }: Conversation,
  session: SessionRow | null,
): Partial<PortalMessage & Pick<MessageRow, 'sessionId'>> => {
  const options = [...(hasFailedAt(stage, state) ? asItIs : []), ...stageOptions[stage]]
  const form = forms[stage]
  const attachmentType = attachmentOf(stage, state)
  if (form) return { options, actionType: 'form', formId: form }
  if (attachmentType) return { options, actionType: 'upload', attachmentType }
  if (stage === 'complete') return { actionType: 'complete' }
  if (stage === 'verification_progress') return { options, actionType: 'typing' }
  const isReady = stage === 'upload_document' && session?.state === 'open'
  return {
    options,
    actionType: 'info',
    ...(isReady && { sessionId: session.providerId }),
  }
}

const asItIs: Option[] = ['Send it as it is']

const forms: Partial<Record<Stage, FormId>> = {
  proof_of_funds: 'banking_details',
  additional_data: 'update_information',
  modify_details: 'modify_details',
}

type Line = Partial<Pick<MessageRow, 'sessionId'>> & PortalMessage

const rowOf = ({ options = [], facts = [], ...message }: Line, stage: Stage) => ({
  ...message,
  id: newId<MessageId>(),
  stage,
  isUser: false,
  options: [...options],
  facts,
})

const rowOfSpoken = ({ id = newId<MessageId>(), ...spoken }: Spoken, stage: Stage) => ({
  ...spoken,
  id,
  stage,
  isUser: true,
  options: [],
  facts: [],
})

const consentSignals: Partial<Record<Signal, Pick<Consent, 'kind' | 'isGiven'>>> = {
  agree: { kind: 'processing', isGiven: true },
  decline: { kind: 'processing', isGiven: false },
  accept_comparison: { kind: 'face_comparison', isGiven: true },
  refuse_comparison: { kind: 'face_comparison', isGiven: false },
}

/** Records what was agreed to or refused, with the version of the text and the time. */
async function recordConsent(ctx: Ctx, { clientId }: Conversation, signal: Signal) {
  const answer = consentSignals[signal]
  if (answer === undefined) return
  const { kind, isGiven } = answer
  const textVersion = consentVersions[kind]
  await store.insertConsent(ctx.db, { id: newId(), clientId, kind, isGiven, textVersion, at: ctx.now })
  await audit(ctx, 'consent.answered', { details: { kind, given: isGiven ? 'yes' : 'no', textVersion } })
  if (kind === 'face_comparison')
    await ctx.publish('faceComparisonAnswered', { clientId, isGiven, textVersion })
}

const sessionSignals: Partial<Record<VerificationStatus['verificationStatus'], Signal>> = {
  verified: 'session_verified',
  manual_review: 'session_review',
  failed: 'session_failed',
  expired: 'session_expired',
}

/** What a decided session means for the conversation, which is held; told once. */
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

/** What a session has shown is not asked for again. */
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

/** Lets the conversation go on by what its session has come to, where that is decided. */
export async function applyCapture(ctx: Ctx, conversation: Conversation, id: string) {
  const captures = ctx.ports.identity.captures
  const capture = await captures?.claim(ctx.db, id, ctx.now)
  if (captures && capture) await applySession(ctx, conversation, captures.statusOf(capture))
}

/** The acting client's conversation, held for the rest of the transaction. */
export async function openConversation(ctx: Ctx<Client>): Promise<Conversation> {
  const clientId = ctx.actor.id
  const known = await store.claim(ctx.db, clientId)
  if (known) return known
  const fresh = await store.insert(ctx.db, {
    clientId,
    stage: 'welcome',
    flow: 'camera',
    state: initialState,
    startedAt: ctx.now,
    updatedAt: ctx.now,
  })
  if (fresh) return advance(ctx, fresh, { signal: null })
  // Another window was quicker; its greeting stands.
  return openConversation(ctx)
}

/**
 * The newest message if it is the one that is answered, or offers the same and nobody has answered since; null
 * where this answer was taken before.
 */
export async function answerable(
  { db, actor }: Ctx<Client>,
  { messageId, content }: { messageId: MessageId; content: string },
): Promise<MessageRow | null> {
  const last = await store.findLastSaid(db, actor.id)
  if (last?.id === messageId) return last
  const before = await store.findAnswerTo(db, actor.id, messageId)
  if (before?.content === content) return null
  const answered = (await store.findMessage(db, actor.id, messageId)) ?? notFound('message')
  // A portal that goes on speaking takes no button away from the finger above it.
  const isStillOffered = last?.stage === answered.stage && last.options.includes(content)
  if (isStillOffered && !(await store.hasSpokenSince(db, answered))) return last
  throw movedOn()
}
