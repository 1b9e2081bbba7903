import { type ChatMessage, delays, topics } from '#contract/chat.ts'
import { stepsOf } from '#contract/conversation.ts'
import type { DomainEvents } from '#contract/domain-events.ts'
import type { Onboarding } from '#contract/onboarding.ts'
import { endFirstLogin, tellDetails } from '#server/features/accounts/service.ts'
import type { Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import { openAddress } from './address.ts'
import { collectEvidence } from './evidence.ts'
import { isReadingAt, noFacts } from './facts.ts'
import { documentTypeAt } from './intake.ts'
import type { Conversation, MessageRow } from './store.ts'
import * as store from './store.ts'
import { collectedOf } from './summary.ts'
import { tellFirm } from './support.ts'
import { attachmentOf, proceed } from './transition.ts'
import { type View, viewOf } from './view.ts'

/** The conversation so far; who has none yet is greeted. */
export async function showConversation(ctx: MultiStepCtx) {
  const known = await store.find(ctx.read, ctx.actor.id)
  if (known) return shown({ ...ctx, db: ctx.read }, known)
  return ctx.transaction(async (step) => shown(step, await begun(step)))
}

/** The acting client's conversation, held for the rest of the transaction. */
export async function begun(ctx: Ctx): Promise<Conversation> {
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

type Showing = Pick<Ctx, 'db' | 'ports' | 'now'>

/** As the page is told of it. */
export async function shown(ctx: Showing, conversation: Conversation): Promise<Onboarding> {
  const { clientId, stage, road, facts } = conversation
  const rows = await store.listMessagesOf(ctx.db, clientId)
  const attachmentType = attachmentOf(stage, facts)
  const session = await sessionOf(ctx, conversation)
  return {
    stage,
    road,
    messages: messagesOf(rows, session),
    progress: stepsOf(stage),
    collected: collectedOf(await viewOf(ctx, conversation)),
    consents: await store.listConsentsOf(ctx.db, clientId),
    session,
    upload: attachmentType && { attachmentType, documentType: documentTypeAt(stage, facts) },
    isReading: isReadingAt(stage, facts),
    suggestedTopics: road === 'guided' ? topics.slice(0, 3) : [...topics],
    redirectAfter: stage === 'complete' ? redirects[facts.ending ?? 'left'] : null,
  }
}

const redirects = {
  confirmed: delays.afterConfirmation,
  data_rejected: delays.afterDataFailure,
  left: delays.afterConfirmation,
}

/** A message of an earlier session leads nowhere any more. */
const messagesOf = (rows: MessageRow[], session: Onboarding['session']): ChatMessage[] => {
  const newest = rows.findLast(({ isUser }) => !isUser)?.id
  return rows.map(({ at, clientId: _, position: __, answers: ___, ...message }) => ({
    ...message,
    sessionUrl: session && message.sessionId === session.sessionId ? session.sessionUrl : null,
    timestamp: at,
    isDisabled: !message.isUser && message.id !== newest,
  }))
}

const sessionOf = async (ctx: Showing, { clientId, sessionId }: Conversation) => {
  const session = sessionId && (await store.findSession(ctx.db, clientId, sessionId))
  const opened = session && openAddress(ctx, session)
  return opened && (opened.expiresAt === null || opened.expiresAt > ctx.now) ? opened : null
}

/**
 * Allowed at any stage: however the first visit ends, the pages unlock. What was collected settles its tasks
 * in this same transaction, once. The documents are locked before the conversation, as everywhere.
 */
export async function completeOnboarding(ctx: Ctx) {
  const conversation = await store.find(ctx.db, ctx.actor.id)
  if (conversation && conversation.completedAt === null) await settleCollected(ctx, conversation)
  return { success: true as const, user: await endFirstLogin(ctx) }
}

async function settleCollected(ctx: Ctx, conversation: Conversation) {
  const { clientId, facts } = conversation
  const view = await viewOf(ctx, conversation)
  await ctx.publish('evidenceCollected', { clientId, ...collectEvidence(view) })
  if (!(await store.updateCompleted(ctx.db, clientId, ctx.now))) return
  if (facts.ending === 'confirmed') await keepDetails(ctx, view)
  if (facts.hasFailed || facts.ending === 'data_rejected')
    await tellFirm(ctx, conversation, {
      title: "An identity couldn't be verified",
      body: (name) =>
        `${name} went on to the dashboard without a verified identity. What was sent is with their documents.`,
    })
}

/** What the client confirmed is what later documents are compared with; what was told before and not here stays. */
async function keepDetails(ctx: Ctx, view: View) {
  const { firstName, lastName, dateOfBirth, streetAddress, city, postalCode } = collectedOf(view)
  const home = streetAddress && [streetAddress, city, postalCode].filter(Boolean).join('\n')
  await tellDetails(ctx, {
    source: 'conversation',
    fullName: firstName && lastName ? `${firstName} ${lastName}` : undefined,
    dateOfBirth,
    address: home || undefined,
  })
}

/** A demo account starts over: a new conversation, and no consent. */
export async function eraseConversation(ctx: Ctx, { clientId }: DomainEvents['clientReset']) {
  await store.claim(ctx.db, clientId)
  await store.removeAllOf(ctx.db, clientId)
  await ctx.ports.identity.captures?.removeAllOf(ctx.db, clientId)
  await ctx.invalidate(clientId, 'onboarding')
}
