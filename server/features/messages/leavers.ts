import type { UserId } from '#contract/accounts/accounts.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { messages as contract } from '#contract/messages.ts'
import {
  clientsLedBy,
  findClientOf,
  listOnceFormer,
  listTeam,
  onceFormerStaff,
} from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Member, Staff } from '#server/platform/ctx.ts'
import { before, days } from '#server/platform/time/durations.ts'
import * as left from './leavers/store.ts'
import { answeredFor, leftTo } from './stand-ins.ts'
import * as store from './store.ts'
import * as threads from './threads/store.ts'

/**
 * What a client wrote last and longer ago than this was most likely a "thank you": whoever takes over would find hundreds
 * of them.
 */
const openFor = days(30)

/** Keeps what somebody who leaves the firm has not answered, for those who answer in their place from now on. */
export const keepUnanswered = ({ db, now }: Ctx, { personId }: DomainEvents['staffDeparted']) =>
  left.updateLeft(db, personId, before(now, openFor))

/** Counts what somebody has not answered, and what of it is from clients they are responsible for. */
export async function countUnansweredOf({ db, now }: Pick<Ctx, 'db' | 'now'>, id: UserId) {
  const led = clientsLedBy(db, [id])
  return {
    ...(await threads.countUnreadOf(db, id, led)),
    ...(await left.countReadUnanswered(db, id, { since: before(now, openFor), led })),
  }
}

/**
 * Takes what the writer answers, in their own name, from the lists of all who answer for the same people. What was unread
 * of it counts as read from now on.
 */
export async function settleAnswered(ctx: Ctx<Member>, clientId: UserId) {
  const leavers = await left.listLeavers(ctx.db, clientId, onceFormerStaff(ctx.db))
  if (leavers.length === 0) return
  const answered = await answeredFor(ctx, clientId, leavers)
  await left.updateSettled(ctx.db, clientId, [...answered, ...leavers.filter((id) => id === ctx.actor.id)])
  for (const memberId of answered) await countAsRead(ctx, { clientId, memberId })
  await refreshLists(ctx, clientId)
}

/** Records that a conversation with somebody who has left needs no reply. What was unread counts as read from now on. */
export async function settle(ctx: Ctx<Staff>, { id, memberId }: Input<typeof contract.settle>) {
  const { db, actor } = ctx
  const { id: clientId } = await findClientOf(db, actor, id)
  const memberIds = await listOnceFormer(db, [memberId])
  const isTheirs = (await left.listLeftTo(db, leftTo(ctx), { clientId, memberIds })).length > 0
  if (!isTheirs) return notFound('contact')
  const pair = { clientId, memberId }
  await store.holdThread(db, pair)
  await countAsRead(ctx, pair)
  await left.updateSettled(db, clientId, [memberId])
  await audit(ctx, 'messages.settled', { subjectId: clientId, details: { memberId } })
  await ctx.invalidate(clientId, 'messages')
  await refreshLists(ctx, clientId)
  return { success: true as const }
}

async function countAsRead({ db, now }: Pick<Ctx, 'db' | 'now'>, pair: store.Pair) {
  const last = await store.findLast(db, pair)
  if (last) await store.updateRead(db, pair.memberId, { pair, upTo: last.id, readAt: now })
}

async function refreshLists(ctx: Ctx, clientId: UserId) {
  for (const { id } of await listTeam(ctx.db, clientId)) await ctx.invalidate(id, 'messages')
}
