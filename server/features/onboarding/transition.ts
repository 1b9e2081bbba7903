import {
  type AttachmentType,
  type FormId,
  type MessageId,
  type Option,
  stageOptions,
} from '#contract/chat.ts'
import { follow, type Road, type Signal, type Stage, withSettled } from '#contract/conversation.ts'
import type { Consent } from '#contract/onboarding.ts'
import { notFound, Problem } from '#contract/problem.ts'
import { VerificationStatus } from '#contract/verification-session.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Client, Ctx } from '#server/platform/ctx.ts'
import type { Conversation, Facts, MessageRow, SessionRow } from './schema.ts'
import { consentVersions, script } from './script.ts'
import { attachmentOf, hasFailedAt, knownOf, noFacts, type Said, viewOf } from './state.ts'
import * as store from './store.ts'
import { tellFailure, tellSession } from './verdicts.ts'

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
  facts?: Facts
  road?: Road
  sessionId?: string | null
  /** Said first. */
  first?: Said[]
  /** Said at a stage in place of its own words. */
  instead?: Partial<Record<Stage, Said[]>>
}

/**
 * One turn of the conversation, whole or not at all: what the client said, where that leads, and what is
 * said there. The conversation is held by whoever calls this.
 */
export async function proceed(ctx: Ctx, before: Conversation, turn: Turn): Promise<Conversation> {
  const { signal, road = before.road, facts = before.facts, sessionId = before.sessionId } = turn
  const asked = { ...before, road, facts, sessionId }
  const stages = signal === null ? [before.stage] : follow(before.stage, signal, knownOf(asked))
  if (stages === null) throw movedOn()
  if (signal !== null) await recordConsent(ctx, before, signal)
  const stage = stages.at(-1) ?? before.stage
  const after = await store.update(ctx.db, before.clientId, {
    road,
    sessionId,
    stage,
    facts: signal === null ? facts : settledBy(asked, { signal, stage }),
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

// Only what is left forwards is settled: who asks for help or stops has not answered.
const settledBy = (asked: Conversation, { signal, stage }: { signal: Signal; stage: Stage }): Facts => {
  const isForwards = stage !== asked.stage && signal !== 'leave'
  if (!isForwards) return asked.facts
  return { ...asked.facts, settled: [...withSettled(knownOf(asked), asked.stage).settled] }
}

interface Saying {
  turn: Turn
  stages: Stage[]
  from: Stage
}

async function say(ctx: Ctx, conversation: Conversation, { turn, stages, from }: Saying) {
  const { clientId, stage } = conversation
  const { first = [], instead = {}, spoken, signal } = turn
  const view = await viewOf(ctx, conversation)
  // Who stays is not told the same again, unless they ask for it.
  const isStaying = first.length > 0 && stage === from && signal !== 'data_rejected'
  const told = stages.flatMap((one) => instead[one] ?? (isStaying ? [] : script[one](view)))
  const session =
    conversation.sessionId && (await store.findSession(ctx.db, clientId, conversation.sessionId))
  const said = [...first, ...told].map((one, at, all) =>
    at === all.length - 1 ? { ...askingFor(conversation, session || null), ...one } : one,
  )
  const rows = [...(spoken ? [rowOfSpoken(spoken, from)] : []), ...said.map((one) => rowOf(one, stage))]
  await store.insertMessages(
    ctx.db,
    clientId,
    rows.map((row) => ({ ...row, at: ctx.now })),
  )
}

/** What the newest message asks for, by the stage at which it is said. */
const askingFor = (
  { stage, facts }: Conversation,
  session: SessionRow | null,
): Partial<Said & Pick<MessageRow, 'sessionId'>> => {
  const options = [...(hasFailedAt(stage, facts) ? asItIs : []), ...stageOptions[stage]]
  const form = forms[stage]
  const attachmentType = attachmentOf(stage, facts)
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

type Line = Partial<Pick<MessageRow, 'sessionId'>> & Said

const rowOf = ({ options = [], facts = [], ...said }: Line, stage: Stage) => ({
  ...said,
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
export async function followSession(ctx: Ctx, conversation: Conversation, status: VerificationStatus) {
  const signal = sessionSignals[status.verificationStatus]
  const isWaiting = conversation.stage === 'upload_document' || conversation.stage === 'verification_progress'
  if (signal === undefined || !isWaiting || conversation.sessionId === null) return
  await store.updateSession(ctx.db, conversation.sessionId, { state: 'decided' })
  const view = await viewOf(ctx, conversation)
  const isFine = signal === 'session_verified' || signal === 'session_review'
  const told = isFine ? tellSession(view, status) : [tellFailure(status)]
  await proceed(ctx, conversation, {
    signal,
    sessionId: null,
    facts: isFine
      ? { ...knownFromSession(conversation.facts, status), hasVerifiedSession: signal === 'session_verified' }
      : { ...conversation.facts, hasFailed: signal === 'session_failed' },
    instead: {
      verification_success: told,
      verification_manual_review: told,
      verification_failed: told,
      ...(signal === 'session_expired' && { upload_document: [sessionExpired] }),
    },
  })
}

const sessionExpired = {
  content: "That session has expired, so I'm setting up a new one.",
  actionType: 'typing' as const,
}

/** What a session has shown is not asked for again. */
const knownFromSession = (facts: Facts, { extractedData, completedSteps }: VerificationStatus): Facts => {
  const { personalInfo, addressInfo, documentInfo } = extractedData
  const { FirstName, LastName, BirthDate } = personalInfo
  const steps = completedSteps.map(({ type }) => type)
  return {
    ...facts,
    hasFailed: false,
    settled: [
      ...facts.settled,
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
export async function followCapture(ctx: Ctx, conversation: Conversation, id: string) {
  const captures = ctx.ports.identity.captures
  const capture = await captures?.claim(ctx.db, id, ctx.now)
  if (captures && capture) await followSession(ctx, conversation, captures.statusOf(capture))
}

/** The acting client's conversation, held for the rest of the transaction. */
export async function begun(ctx: Ctx<Client>): Promise<Conversation> {
  const clientId = ctx.actor.id
  const known = await store.claim(ctx.db, clientId)
  if (known) return known
  const fresh = await store.insert(ctx.db, {
    clientId,
    stage: 'welcome',
    road: 'camera',
    facts: noFacts,
    startedAt: ctx.now,
    updatedAt: ctx.now,
  })
  if (fresh) return proceed(ctx, fresh, { signal: null })
  // Another window was quicker; its greeting stands.
  return begun(ctx)
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
  const asked = (await store.findMessage(db, actor.id, messageId)) ?? notFound('message')
  // A portal that goes on speaking takes no button away from the finger above it.
  const isStillOffered = last?.stage === asked.stage && last.options.includes(content)
  if (isStillOffered && !(await store.hasSpokenSince(db, asked))) return last
  throw movedOn()
}
