import { optionMeant } from '#contract/chat.ts'
import type { Input, Output } from '#contract/kit.ts'
import type { onboarding } from '#contract/onboarding.ts'
import { Problem } from '#contract/problem.ts'
import type { Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { before, minutes } from '#server/platform/time/durations.ts'
import { press } from './answers.ts'
import { begun, shown } from './service.ts'
import * as store from './store.ts'
import { proceed } from './transition.ts'

type Typed = Input<typeof onboarding.chat>
type Said = Output<typeof onboarding.chat>

export interface Assistant {
  /** Called when the conversation is opened, so that the first reply need not wait. */
  wake: (db: Db) => Promise<void>
  /** What the assistant says to this client's words. */
  reply: (ctx: MultiStepCtx, message: string) => Promise<string>
}

/** Typed words answer the last message where they mean one of its options; otherwise the assistant answers them. */
export async function chat(ctx: MultiStepCtx, typed: Typed, reply: Assistant['reply']): Promise<Said> {
  await ctx.ports.limits.count('chat', ctx.actor.id)
  const early = await ctx.transaction((step) => answerAtOnce(step, typed))
  if (early) return early
  const response = await reply(ctx, typed.message)
  return ctx.transaction((step) => sayReply(step, typed, response))
}

async function answerAtOnce(ctx: Ctx, typed: Typed): Promise<Said | null> {
  const conversation = await begun(ctx)
  const earlier = await repliedTo(ctx, typed)
  if (earlier) return earlier
  const last = await store.findLastSaid(ctx.db, conversation.clientId)
  const option = last && optionMeant(typed.message, last.options)
  if (!last || !option) return null
  const spoken = { content: typed.message, id: typed.id, answers: last.id }
  await press(ctx, conversation, { option, spoken })
  const said = await store.findLastSaid(ctx.db, conversation.clientId)
  return { success: true, response: said?.content ?? '', shouldContinueFlow: true }
}

// Sent again because the network lost its answer: it was said, and is not said twice.
async function repliedTo({ db, actor }: Ctx, { id, message }: Typed): Promise<Said | null> {
  const sent = id && (await store.findMessage(db, actor.id, id))
  if (!sent) return null
  if (sent.content !== message || !sent.isUser)
    throw new Problem('conflict', 'This message was sent before with other words.', { reason: 'other_words' })
  const reply = await store.findNext(db, sent)
  return { success: true, response: reply?.content ?? '', shouldContinueFlow: sent.answers !== null }
}

async function sayReply(ctx: Ctx, typed: Typed, response: string): Promise<Said> {
  const conversation = await begun(ctx)
  const earlier = await repliedTo(ctx, typed)
  if (earlier) return earlier
  const spoken = { content: typed.message, id: typed.id }
  await proceed(ctx, conversation, { signal: null, spoken, first: [{ content: response }] })
  return { success: true, response, shouldContinueFlow: false }
}

const idleFor = minutes(5)

/** A client who has stopped is reminded, once: what was asked last stays answerable. */
export async function remind(ctx: Ctx) {
  const conversation = await begun(ctx)
  const { clientId, stage, updatedAt } = conversation
  const last = await store.findLastSaid(ctx.db, clientId)
  const isDue = updatedAt <= before(ctx.now, idleFor) && stage !== 'complete'
  if (!isDue || last?.actionType === 'reminder') return shown(ctx, conversation)
  const content = "Are you still there? We've kept everything: carry on here whenever you like."
  const changed = await proceed(ctx, conversation, {
    signal: null,
    first: [{ content, actionType: 'reminder' }],
  })
  return shown(ctx, changed)
}
