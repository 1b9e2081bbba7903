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
import { consentVersions, script } from './script.ts'
import { attachmentOf, hasFailedAt, initialState, knownOf } from './state.ts'
import * as store from './store.ts'
import { type PortalMessage, viewOf } from './view.ts'

/** What the client said, pressed or sent. */
export interface Spoken {
  content: string
  id?: MessageId | undefined
  /** The message that it answers. */
  answers?: MessageId
  attachmentType?: AttachmentType
}

export interface Turn {
  /** Null if something is said and the conversation stays at its stage. */
  signal: Signal | null
  spoken?: Spoken
  /** The new state, set before the next stage is decided. */
  state?: ConversationState
  flow?: Flow
  sessionId?: string | null
  /** Said before the text of the stage. */
  first?: PortalMessage[]
  /** Said at a stage instead of its own text. */
  instead?: Partial<Record<Stage, PortalMessage[]>>
}

/**
 * Advances the conversation by one turn: stores what the client said, moves to the next stage and says its text. The
 * caller has locked the conversation. Throws `moved_on` if no stage follows.
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

/** The refusal if another window, device or answer was faster. */
export const movedOn = () =>
  new Problem('conflict', 'The conversation has moved on. Here is where it is now.', {
    reason: 'moved_on',
  })

// A stage is only resolved by moving on from it. Asking for help or leaving is no answer.
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
  // If the stage stays the same and something else is said, its text is not repeated, except after rejected data.
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

/** Returns what the newest message asks for, by its stage. */
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

/** Returns the acting client's conversation, locked for the rest of the transaction. Starts one if there is none. */
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
  // Another window was faster and has greeted already.
  return openConversation(ctx)
}

/**
 * Returns the newest message if it is the answered one, or if it offers the same answer and the client has said nothing
 * since. Null if this answer was taken before. Throws `conflict` (`moved_on`) otherwise.
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
  // A message that arrives just before a button is pressed must not invalidate the press.
  const isStillOffered = last?.stage === answered.stage && last.options.includes(content)
  if (isStillOffered && !(await store.hasSpokenSince(db, answered))) return last
  throw movedOn()
}
