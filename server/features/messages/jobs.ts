import { fullName } from '#contract/kit/names.ts'
import type { MessageId } from '#contract/messages.ts'
import { actingForEach, getAccount, listTeam } from '#server/features/accounts/service.ts'
import {
  hasUnreadSince,
  notify,
  readAllNoticesTo,
  readNoticesOf,
} from '#server/features/notifications/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { after, before as ago, minutes, seconds } from '#server/platform/time/durations.ts'
import { linkForCover, linkOf } from './contacts.ts'
import type { MessageRow, Pair } from './store.ts'
import * as store from './store.ts'
import * as threads from './threads/store.ts'

declare module '#server/platform/jobs/queue.ts' {
  interface JobPayloads {
    ringUnread: { messageId: MessageId }
  }
}

export const messagesJobs = (jobContext: JobContext): JobTable => ({
  ringUnread: { run: ({ messageId }) => jobContext.transaction((ctx) => ringUnread(ctx, messageId)) },
})

/** Someone who has read or written within this time counts as looking at the conversation. */
const present = minutes(2)
/** How long they may read on before the bell rings. Otherwise a chat would send a mail for every message. */
const timeout = seconds(60)

/**
 * Notifies the receiver of the first unread message of a conversation: at once, or later if they may be reading it now.
 */
export async function ringFor(ctx: Ctx, message: MessageRow, before: MessageRow | null) {
  const receiverId = store.receiverOf(message)
  const lastSign = before?.senderId === receiverId ? before.createdAt : before?.readAt
  if (!lastSign || lastSign < ago(ctx.now, present)) return ring(ctx, message)
  return ctx.enqueue('ringUnread', { messageId: message.id }, { runAt: after(ctx.now, timeout) })
}

/** Notifies the receiver if the message is still unread. */
async function ringUnread(ctx: Ctx, id: MessageId) {
  const message = await store.findUnread(ctx.db, id)
  // Clocks differ a little between machines.
  if (message && message.createdAt <= ago(ctx.now, timeout / 2)) await ring(ctx, message)
}

// The text is not repeated in the notification or its mail, which others may read.
async function ring(ctx: Ctx, message: MessageRow) {
  const receiverId = store.receiverOf(message)
  const { firstName, lastName } = await getAccount(ctx.db, message.senderId)
  await notify(ctx, receiverId, {
    topic: 'messages',
    title: `New message from ${fullName({ firstName, lastName })}`,
    body: "It's waiting for you in your messages.",
    link: linkOf(message, receiverId),
  })
}

/** Otherwise a client who writes line by line would send the cover a mail for each. */
const quietForCover = minutes(10)

/**
 * Notifies the person who covers for somebody of the messages that come while they are away, once in ten minutes unless
 * that was cleared: they leave everything unread, so the first unread one says nothing of the others. The cover answers
 * in their own name.
 */
export async function ringCover(ctx: Ctx, pair: Pair) {
  const { memberId, clientId } = pair
  const acting = (await actingForEach(ctx.db, [memberId])).get(memberId)
  if (!acting || !(await listTeam(ctx.db, clientId)).some(({ id }) => id === acting)) return
  await ctx.invalidate(acting, 'messages')
  if (await hasUnreadSince(ctx, acting, linkForCover(pair), ago(ctx.now, quietForCover))) return
  const away = await getAccount(ctx.db, memberId)
  await notify(ctx, acting, {
    topic: 'messages',
    title: `New message for ${fullName(away)}`,
    body: "They're away and you're covering: please read it and answer the client.",
    link: linkForCover(pair),
  })
}

/**
 * Clears what any cover was told of a conversation, because the person who was away has read it or written in it. They
 * may be back by then, so that nobody covers for them any more.
 */
export const clearCoverNotices = (ctx: Ctx, pair: Pair) => readAllNoticesTo(ctx, linkForCover(pair))

/**
 * Clears what a message of somebody of the firm answers: what covers were told of this conversation, and what its
 * writer was told as a cover of others with the same client. As on the home page, others still have to answer.
 */
export async function clearAnswered(ctx: Ctx, pair: Pair) {
  const { clientId, memberId: writerId } = pair
  // Whoever has read everything has cleared it then, so most messages need no search.
  if ((await store.countUnread(ctx.db, pair, writerId)) > 0) await clearCoverNotices(ctx, pair)
  for (const memberId of await threads.listMembers(ctx.db, clientId))
    await readNoticesOf(ctx, writerId, linkForCover({ clientId, memberId }))
}
