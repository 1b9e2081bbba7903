import type { UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import { quoted } from '#contract/kit/text.ts'
import { type merges as contract, type Merge, type MergeId, undoHours } from '#contract/merges.ts'
import {
  type AccountDependencies,
  merged as accounts,
  claimAccount,
  findClientOf,
  getAccount,
  invalidateFirmPagesOf,
  nameOfActor,
  seenClients,
  seesClient,
} from '#server/features/accounts/service.ts'
import { markMergedAnswers, unmarkMergedAnswers } from '#server/features/forms/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { after, hours } from '#server/platform/time/durations.ts'
import { closeDoubled, restoreDoubled, takeSnapshots } from './doubled/doubled-tasks.ts'
import { restoreRepeatedKeys, takeRepeatedKeys } from './repeated-keys/store.ts'
import { handOver, undoAssignment } from './service/hand-over-client.ts'
import { findColleagues, notifyColleagues, notifyOfUndo, notifyReleased } from './service/merge-notices.ts'
import { preview } from './service/preview-merge.ts'
import type { MergeRow, Pair } from './store.ts'
import * as store from './store.ts'
import * as threads from './threads/store.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>
type Dependencies = Pick<AccountDependencies, 'sessions'>

export async function showOfClient(ctx: Ctx<Staff>, { id }: Requested<'ofClient'>) {
  const client = await findClientOf(ctx.db, ctx.actor, id)
  const alike = await accounts.listAlike(ctx.db, client.id)
  const ids = alike.map((person) => person.id)
  const seen = await seenClients(ctx.db, ctx.actor, ids)
  const rows = await store.listOf(ctx.db, client.id)
  return {
    alike: alike.map(({ hasPhone, hasName, ...person }) => ({
      id: person.id,
      name: fullName(person),
      canOpen: seen.has(person.id),
      because: [...(hasPhone ? ['phone' as const] : []), ...(hasName ? ['name_and_birthday' as const] : [])],
    })),
    merges: await Promise.all(rows.map((row) => shown(ctx, row))),
  }
}

const shown = async (ctx: Pick<Ctx, 'db' | 'now'>, row: MergeRow): Promise<Merge> => {
  const account = await getAccount(ctx.db, row.mergedId)
  return {
    id: row.id,
    name: fullName(account),
    email: account.email,
    by: row.byName,
    at: row.at,
    undoneAt: row.undoneAt,
    doubled: row.before.doubled ?? { closed: [], left: [] },
    canUndo: canUndo(row, ctx.now),
  }
}

const canUndo = ({ at, undoneAt }: MergeRow, now: Date) =>
  undoneAt === null && now < after(at, hours(undoHours))

/**
 * Merges two records of one person. Everything of the merged record becomes the kept client's in this transaction. If a
 * client can have only one of something, each record keeps its own. Whoever repeats it because the answer was lost gets
 * the same answer. Throws `conflict` if they must not be merged, or a colleague has merged them.
 */
export async function merge(
  ctx: Ctx<Staff>,
  { id: keptId, otherId: mergedId, isConfirmed }: Requested<'merge'>,
  { sessions }: Dependencies,
): Promise<Merge> {
  const pair = { keptId, mergedId }
  await store.holdMerges(ctx.db)
  for (const id of [keptId, mergedId].toSorted()) await claimAccount(ctx.db, id)
  const earlier = await findEarlier(ctx, pair)
  if (earlier) return earlier
  const { kept, merged, mustConfirm, refusal } = await preview(ctx, { id: keptId, otherId: mergedId })
  if (refusal !== null) throw new Problem('conflict', refusal, { reason: 'must_stay_two' })
  if (mustConfirm && !isConfirmed) throw unlike()
  const colleagues = await findColleagues(ctx, pair)
  const { feeEarnerId, teamId } = await getAccount(ctx.db, mergedId)
  const given = await handOver(ctx, keptId, { feeEarnerId, teamId })
  // The merged client's open pages sign out, because what they show now belongs to the kept record.
  await invalidateFirmPagesOf(ctx, mergedId, ...topics)
  await sessions.endOthers({ ...ctx, actor: { id: mergedId, role: 'client', roles: [], sessionId: null } })
  const id = newId<MergeId>()
  const by = { byId: ctx.actor.id, byName: await nameOfActor(ctx) }
  const start = { feeEarnerId, teamId, tasksMovedBy: 0, given }
  await store.insert(ctx.db, { id, ...pair, at: ctx.now, ...by, before: start })
  const doubled = await closeDoubled(ctx, id, pair)
  const tasksMovedBy = await store.moveTasksBehind(ctx.db, pair)
  await store.update(ctx.db, id, { before: { ...start, tasksMovedBy, doubled } })
  await store.movePartiesOf(ctx.db, id, pair)
  await takeRepeatedKeys(ctx.db, id, pair)
  await accounts.prepareDetails(ctx.db, { id, ...pair })
  await markMergedAnswers(ctx.db, mergedId)
  await store.moveRows(ctx.db, id, pair)
  await threads.rebuildThreads(ctx.db, id, pair)
  await accounts.updateMerged(ctx.db, mergedId, { mergedIntoId: keptId, feeEarnerId: null, teamId: null })
  const closed = doubled.closed.length > 0 && { closed: doubled.closed.join('; ') }
  await audit(ctx, 'client.merged', {
    subjectId: keptId,
    details: { mergedId, name: merged.name, ...closed },
  })
  // Also recorded on the merged file, so that checks for changes to that file find it.
  await audit(ctx, 'client.merged', { subjectId: mergedId, details: { keptId, name: kept.name } })
  await invalidateEverywhere(ctx, keptId)
  await notify(ctx, keptId, {
    topic: 'account',
    title: 'Your two accounts are now one',
    body: `Everything is here. Please keep signing in with ${kept.email}.${onceWords(doubled.closed)}`,
    inMail: 'Your two accounts with us are now one.',
  })
  await notifyColleagues(ctx, colleagues, { byName: by.byName, kept, merged })
  return shown(ctx, await store.get(ctx.db, id))
}

/**
 * Returns this merge if the user has already made it. Null if the two are not merged, or the user works with neither.
 */
async function findEarlier(ctx: Ctx<Staff>, pair: Pair): Promise<Merge | null> {
  const row = await store.findStanding(ctx.db, pair)
  if (row === null || !(await seesClient(ctx.db, ctx.actor, pair.keptId))) return null
  if (row.byId === ctx.actor.id) return shown(ctx, row)
  const words = `${row.byName} has already merged these two records. Please reload the page.`
  throw new Problem('conflict', words, { reason: 'merged_already' })
}

const onceWords = (titles: readonly string[]) => {
  if (titles.length === 0) return ''
  return ` Both had these tasks: ${quoted(titles)}. You only need to do each of them once.`
}

const topics = ['clients', 'documents', 'cases', 'messages', 'appointments', 'payments'] as const

async function invalidateEverywhere(ctx: Ctx, clientId: UserId) {
  await invalidateFirmPagesOf(ctx, clientId, ...topics)
  await ctx.invalidate(clientId, 'tasks', 'documents', 'cases', 'messages', 'appointments', 'payments')
}

const unlike = () => {
  const words = 'Please confirm that you have checked that this is one person'
  return new Problem('invalid', words, { fields: { isConfirmed: words }, reason: 'unlike' })
}

const usedSince =
  "This merge can't be undone: something has since been paid, sent, signed or booked that belongs to the other record."

/**
 * Restores both records. What was added since stays where it was added. Throws `conflict` if that would separate
 * something from its task.
 */
export async function undo(ctx: Ctx<Staff>, { id }: Requested<'undo'>): Promise<Merge> {
  await store.holdMerges(ctx.db)
  const row = await store.claim(ctx.db, id)
  // If the kept record was itself merged later, that merge has to be undone first.
  await findClientOf(ctx.db, ctx.actor, row.keptId)
  if (row.undoneAt) throw new Problem('conflict', 'This has already been undone.', { reason: 'undone' })
  if (!canUndo(row, ctx.now))
    throw new Problem('conflict', `A merge can be undone for ${undoHours} hours, and that time is over.`, {
      reason: 'undo_over',
    })
  if (await store.isUsedSince(ctx.db, row)) throw new Problem('conflict', usedSince, { reason: 'used_since' })
  const { keptId, mergedId, before } = row
  const { tasksMovedBy, given, feeEarnerId, teamId } = before
  await store.movePartiesBack(ctx.db, id, mergedId)
  const closedTasks = await takeSnapshots(ctx.db, id)
  const madeThreads = await threads.takeThreads(ctx.db, id)
  const restoreKeys = await restoreRepeatedKeys(ctx.db, id)
  await store.moveRowsBack(ctx.db, id, row)
  await accounts.restoreDetails(ctx.db, row)
  await unmarkMergedAnswers(ctx.db, mergedId)
  await restoreKeys()
  await threads.rebuildThreadsBack(ctx.db, row, madeThreads)
  await store.moveTasksForward(ctx.db, mergedId, tasksMovedBy)
  await restoreDoubled(ctx.db, closedTasks)
  // What was asked once since for cases of both records is asked of each again.
  const changed = await store.removeForeignSteps(ctx.db, row)
  await accounts.updateMerged(ctx.db, mergedId, { mergedIntoId: null, feeEarnerId, teamId })
  if (given) await undoAssignment(ctx, keptId, given)
  await store.update(ctx.db, id, { undoneAt: ctx.now })
  for (const matterId of [...changed].toSorted()) await ctx.publish('matterChanged', { matterId })
  await audit(ctx, 'client.merge_undone', { subjectId: keptId, details: { mergedId } })
  await invalidateEverywhere(ctx, keptId)
  await invalidateEverywhere(ctx, mergedId)
  await notify(ctx, keptId, {
    topic: 'account',
    title: 'Your two accounts are separate again',
    body: 'You can sign in to each of them as before.',
    inMail: 'Your two accounts with us are separate again.',
  })
  await notifyReleased(ctx, mergedId)
  await notifyOfUndo(ctx, row)
  return shown(ctx, await store.get(ctx.db, id))
}
