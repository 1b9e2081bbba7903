import type { UserId } from '#contract/accounts/accounts.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import {
  idleMinutes,
  longestSnoozeDays,
  noQueueFacts,
  type QueueFacts,
  type QueueItem,
  type QueueKind,
  queued,
  type SnoozeEvent,
} from '#contract/queue.ts'
import type { TaskId } from '#contract/tasks.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { IsWanted } from '#server/platform/db/waiting-rows.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { clockText, dayIn, edgeAt, plusDays } from '#server/platform/time/zone.ts'
import type { EntryRow, ItemKey } from './store.ts'
import * as store from './store.ts'

export {
  assigneesAmong,
  type ItemKey,
  isInState,
  listWaitingFor,
  remove as leaveQueue,
  type StateWanted,
  updateReturned as returnSnoozed,
} from './store.ts'

const london = 'Europe/London'
/** When a snooze ends in the morning: eight o'clock, in minutes of the day. */
const morning = 8 * 60

/** A waiting item, as its feature returns it. */
export type QueuedRow = Pick<QueueItem, 'id' | 'title' | 'since'> & {
  clientId: UserId
  total: number
  /** The task that it was sent for, if any. */
  taskId?: TaskId | null
  /** Only for a document. */
  filename?: string
}

/** What a feature provides for its kind of item, so that one queue can contain all kinds. */
export interface QueueSource {
  /** Lists the wanted items that the user may see, the longest wait first, with their total. */
  list: (ctx: Ctx<Staff>, isWanted: IsWanted, limit: number) => Promise<QueuedRow[]>
  /** Returns the client of an item. Throws `not_found` if the user may not see it. */
  ownerOf: (ctx: Ctx<Staff>, id: string) => Promise<UserId>
  /** Locks a waiting item for the rest of the transaction. Throws `not_found`, or `conflict` if it is not waiting. */
  claim: (ctx: Ctx<Staff>, id: string) => Promise<ClaimedItem>
  /** Returns the matter that an item is for, whoever may see it. */
  matterOf: (db: Db, item: Omit<QueuedItem, 'kind'>) => Promise<MatterId | null>
  /** Refreshes the pages that show it. */
  invalidate: (ctx: Ctx, item: Omit<QueuedItem, 'kind'>) => Promise<void>
}

export interface ClaimedItem {
  clientId: UserId
  title: string
  /** The matter that it is for, which may be restricted. */
  matterId: MatterId | null
}

export type QueuedItem = ItemKey & { clientId: UserId }

/** Returns who is looking at an item, unless they have been inactive for a while. */
const holderOf = (entry: EntryRow | undefined, now: Date) => {
  if (!entry?.takenById || !entry.takenAt || !entry.renewedAt) return null
  const isIdle = now.getTime() - entry.renewedAt.getTime() >= minutes(idleMinutes)
  return isIdle ? null : { id: entry.takenById, name: entry.takenByName ?? '', since: entry.takenAt }
}

const factsOf = (entry: EntryRow | undefined, now: Date): QueueFacts => {
  if (!entry) return noQueueFacts
  const isSnoozed = entry.snoozedUntil !== null && entry.snoozedUntil > now
  return {
    takenBy: holderOf(entry, now),
    assignedTo: entry.assignedToId && { id: entry.assignedToId, name: entry.assignedToName ?? '' },
    snoozedUntil: isSnoozed ? entry.snoozedUntil : null,
    returnsWhen: isSnoozed ? entry.returnsWhen : null,
  }
}

/** Returns the queue state of items of one kind, by id. */
export async function queueFactsOf(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  kind: QueueKind,
  ids: readonly string[],
) {
  const entries = new Map((await store.listEntries(db, kind, ids)).map((entry) => [entry.itemId, entry]))
  return (id: string): QueueFacts => factsOf(entries.get(id), now)
}

/** Throws 409 `taken`, naming the person, if somebody else is looking at it. */
export async function refuseTaken({ db, actor, now }: Ctx<Staff>, item: ItemKey) {
  const holder = holderOf(await store.find(db, item), now)
  if (holder === null || holder.id === actor.id) return
  const words = `${holder.name} has been looking at this ${queued[item.kind].name} since ${clockText(london, holder.since)}.`
  throw new Problem('conflict', `${words} You can take it over.`, { reason: 'taken' })
}

/** Throws `conflict` if the decision to undo is no longer the current one. */
export function refuseLaterDecision(decidedAt: Date | null, undoneAt: Date | undefined) {
  if (undoneAt === undefined || decidedAt?.getTime() === undoneAt.getTime()) return
  const words = 'A later decision was made on this, so the earlier one can’t be undone.'
  throw new Problem('conflict', `${words} Here is its current state.`, { reason: 'decided_again' })
}

/**
 * Takes an item. Of two concurrent users, one gets it and the other is told who has it. Returns whether it is newly
 * taken.
 */
export async function takeItem(
  ctx: Ctx<Staff>,
  item: QueuedItem,
  { name, takeOver = false }: { name: string; takeOver?: boolean | undefined },
) {
  const holder = holderOf(await store.find(ctx.db, item), ctx.now)
  const isMine = holder?.id === ctx.actor.id
  if (!takeOver) await refuseTaken(ctx, item)
  const since = isMine ? {} : { takenById: ctx.actor.id, takenByName: name, takenAt: ctx.now }
  await store.put(ctx.db, item, { ...since, renewedAt: ctx.now })
  return !isMine
}

const untaken = { takenById: null, takenByName: null, takenAt: null, renewedAt: null }

/** Releases an item. Does nothing if the user does not have it. */
export async function releaseItem({ db, actor, now }: Ctx<Staff>, item: QueuedItem) {
  const isMine = holderOf(await store.find(db, item), now)?.id === actor.id
  if (isMine) await store.put(db, item, untaken)
  return isMine
}

/**
 * Snoozes an item until eight in the morning of a day, or until an event, but for a year at most. Throws `invalid` for
 * another day.
 */
export async function snoozeItem(
  ctx: Ctx<Staff>,
  item: QueuedItem,
  { until, returnsWhen }: { until: string | undefined; returnsWhen: SnoozeEvent },
) {
  await refuseTaken(ctx, item)
  const today = dayIn(london, ctx.now)
  const latest = plusDays(today, longestSnoozeDays)
  const day = until ?? latest
  if (day <= today || day > latest) throw wrongDay()
  const snoozedUntil = edgeAt(london, { day, minutes: morning })
  await store.put(ctx.db, item, { snoozedUntil, returnsWhen, ...untaken })
}

export const unsnoozeItem = ({ db }: Pick<Ctx, 'db'>, item: QueuedItem) =>
  store.put(db, item, { snoozedUntil: null, returnsWhen: null })

export const assignItem = (
  { db }: Pick<Ctx, 'db'>,
  item: QueuedItem,
  to: { id: UserId; name: string } | null,
) => store.put(db, item, { assignedToId: to?.id ?? null, assignedToName: to?.name ?? null })

const wrongDay = () =>
  new Problem('invalid', 'Please choose another day.', {
    fields: { until: 'Please choose a day after today, within a year' },
  })
