import type { UserId } from '#contract/accounts/accounts.ts'
import { fullName } from '#contract/kit/names.ts'
import { type MessageId, messagesPathOf } from '#contract/messages.ts'
import { actingForEach, getAccount } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { after, before as ago, minutes, seconds } from '#server/platform/time/durations.ts'
import type { MessageRow, Pair } from './store.ts'
import * as store from './store.ts'

declare module '#server/platform/jobs/queue.ts' {
  interface JobPayloads {
    ringUnread: { messageId: MessageId }
  }
}

export const messagesJobs = (jobContext: JobContext): JobTable => ({
  ringUnread: { run: ({ messageId }) => jobContext.transaction((ctx) => ringUnread(ctx, messageId)) },
})

/** Who has read or written so lately is taken to be looking, */
const present = minutes(2)
/** and is given so long to read on before the bell rings: a talk does not send a mail for every word. */
const timeout = seconds(60)

/** Rings for the first unread message of a conversation, at once or when its receiver has not read it by then. */
export async function ringFor(ctx: Ctx, message: MessageRow, before: MessageRow | null) {
  const receiverId = store.receiverOf(message)
  const lastSign = before?.senderId === receiverId ? before.createdAt : before?.readAt
  if (!lastSign || lastSign < ago(ctx.now, present)) return ring(ctx, message)
  return ctx.enqueue('ringUnread', { messageId: message.id }, { runAt: after(ctx.now, timeout) })
}

/** Rings for a message that is still unread when its time has come. */
async function ringUnread(ctx: Ctx, id: MessageId) {
  const message = await store.findUnread(ctx.db, id)
  // Clocks differ a little between machines.
  if (message && message.createdAt <= ago(ctx.now, timeout / 2)) await ring(ctx, message)
}

// What was written is not repeated under the bell, nor in the mail that follows: others read those.
async function ring(ctx: Ctx, message: MessageRow) {
  const receiverId = store.receiverOf(message)
  const acting = (await actingForEach(ctx.db, [receiverId])).get(receiverId)
  const { firstName, lastName } = await getAccount(ctx.db, message.senderId)
  await notify(ctx, receiverId, {
    topic: 'messages',
    title: `New message from ${fullName({ firstName, lastName })}`,
    body: "It's waiting for you in your messages.",
    link: linkOf(message, receiverId),
  })
  if (acting) await ringCover(ctx, message, acting)
}

/** Whoever stands in for its receiver answers in their own name. */
async function ringCover(ctx: Ctx, { memberId, clientId }: Pair, acting: UserId) {
  const away = await getAccount(ctx.db, memberId)
  await notify(ctx, acting, {
    topic: 'messages',
    title: `New message for ${fullName(away)}`,
    body: "They're away and you're covering: please read it and answer the client.",
    link: messagesPathOf({ role: 'fee_earner' }, clientId),
  })
}

/** Where one of the two reads a conversation. */
export const linkOf = ({ clientId, memberId }: Pair, readerId: UserId) =>
  readerId === clientId
    ? messagesPathOf({ role: 'client' }, memberId)
    : messagesPathOf({ role: 'fee_earner' }, clientId)
