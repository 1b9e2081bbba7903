import type { AttachmentType, FormId, MessageId, Option } from '#contract/chat.ts'
import { stageOptions } from '#contract/chat.ts'
import { follow, type Road, type Signal, type Stage, withSettled } from '#contract/conversation.ts'
import { Problem } from '#contract/problem.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { recordConsent } from './consent.ts'
import { type Facts, hasFailedAt, knownOf } from './facts.ts'
import type { Conversation, MessageRow, SessionRow } from './store.ts'
import * as store from './store.ts'
import { type Said, viewOf } from './view.ts'
import { script } from './words.ts'

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

/** The kind of file that a stage asks for; null where it asks for none. */
export const attachmentOf = (stage: Stage, { fundsSource }: Facts): AttachmentType | null => {
  if (stage === 'id_verification') return 'id'
  if (stage === 'take_selfie' || stage === 'id_verification_selfie') return 'selfie'
  if (stage === 'proof_of_address') return 'proof_of_address'
  if (stage !== 'source_of_funds_details') return null
  return fundsSource === 'Gifted deposit' ? 'gift_letter' : 'funds_proof'
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
