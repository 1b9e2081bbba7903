import { type ChatMessage, delays, topics } from '#contract/onboarding/chat.ts'
import { stepsOf } from '#contract/onboarding/conversation.ts'
import type { Onboarding } from '#contract/onboarding/onboarding.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Conversation, MessageRow } from './schema.ts'
import { decryptUrl } from './session-url.ts'
import { attachmentOf, documentTypeAt, isReadingAt } from './state.ts'
import * as store from './store.ts'
import { collectedOf, viewOf } from './view.ts'

type Showing = Pick<Ctx, 'db' | 'ports' | 'now'>

/** Returns the conversation for the page. */
export async function shown(ctx: Showing, conversation: Conversation): Promise<Onboarding> {
  const { clientId, stage, flow, state } = conversation
  const rows = await store.listMessagesOf(ctx.db, clientId)
  const attachmentType = attachmentOf(stage, state)
  const session = await sessionOf(ctx, conversation)
  return {
    stage,
    road: flow,
    messages: messagesOf(rows, session),
    progress: stepsOf(stage),
    collected: collectedOf(await viewOf(ctx, conversation)),
    consents: await store.listConsentsOf(ctx.db, clientId),
    session,
    upload: attachmentType && { attachmentType, documentType: documentTypeAt(stage, state) },
    isReading: isReadingAt(stage, state),
    suggestedTopics: flow === 'guided' ? topics.slice(0, 3) : [...topics],
    redirectAfter: stage === 'complete' ? redirects[state.ending ?? 'left'] : null,
  }
}

const redirects = {
  confirmed: delays.afterConfirmation,
  data_rejected: delays.afterDataFailure,
  left: delays.afterConfirmation,
}

/** Returns the messages for the page. Only those of the current session have a link. */
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
  const opened = session && decryptUrl(ctx, session)
  return opened && (opened.expiresAt === null || opened.expiresAt > ctx.now) ? opened : null
}
