import type { UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import { fold, quoted } from '#contract/kit/text.ts'
import {
  type merges as contract,
  type Merge,
  type MergeId,
  type MergePreview,
  type Side,
  undoHours,
} from '#contract/merges.ts'
import {
  type AccountDependencies,
  merged as accounts,
  claimAccount,
  contactIdsOf,
  findClientOf,
  findPersonalDetails,
  getAccount,
  handClient,
  invalidateFirmPagesOf,
  nameOfActor,
} from '#server/features/accounts/service.ts'
import { visibleMatters } from '#server/features/matters/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { after, hours } from '#server/platform/time/durations.ts'
import { closeDoubled, previewDoubled, restoreDoubled, takeSnapshots } from './doubled/doubled-tasks.ts'
import type { Assigned, Given } from './schema.ts'
import type { MergeRow, Pair } from './store.ts'
import * as store from './store.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>
type Dependencies = Pick<AccountDependencies, 'sessions'>

export async function showOfClient(ctx: Ctx<Staff>, { id }: Requested<'ofClient'>) {
  const client = await findClientOf(ctx.db, ctx.actor, id)
  const alike = await accounts.listAlike(ctx.db, client.id)
  const rows = await store.listOf(ctx.db, client.id)
  return {
    alike: alike.map(({ hasPhone, hasName, ...person }) => ({
      id: person.id,
      name: fullName(person),
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

/** Returns what merging would do. Throws `not_found` for anyone who is not a client, or is already merged. */
export async function preview(
  ctx: Ctx<Staff>,
  { id: keptId, otherId: mergedId }: Requested<'preview'>,
): Promise<MergePreview> {
  const pair = { keptId, mergedId }
  const [kept, merged] = [await sideOf(ctx, keptId), await sideOf(ctx, mergedId)]
  return {
    kept,
    merged,
    joined: await store.countJoined(ctx.db, pair, visibleMatters(ctx.db, ctx.actor)),
    differences: differencesOf(kept, merged),
    doubled: await previewDoubled(ctx.db, pair),
    identities: await store.listIdentities(ctx.db, pair),
    mustConfirm: areUnlike(kept, merged),
    refusal: await refusalOf(ctx, pair),
  }
}

async function sideOf(ctx: Ctx<Staff>, id: UserId): Promise<Side> {
  await findClientOf(ctx.db, ctx.actor, id)
  const account = await getAccount(ctx.db, id)
  const { dateOfBirth } = await findPersonalDetails(ctx.db, id)
  const { email, phone, createdAt } = account
  return { id, name: fullName(account), email, phone, dateOfBirth, joinedAt: createdAt }
}

const differencesOf = (kept: Side, merged: Side) => {
  const lines = [
    ['Name', kept.name, merged.name],
    ['Date of birth', kept.dateOfBirth, merged.dateOfBirth],
    ['Phone number', kept.phone, merged.phone],
    ['Email', kept.email, merged.email],
  ] as const
  return lines.flatMap(([name, ours, theirs]) =>
    ours === theirs ? [] : [{ name, kept: ours ?? 'Not given', merged: theirs ?? 'Not given' }],
  )
}

/** A different name or date of birth means that they are probably two people. */
const areUnlike = (kept: Side, merged: Side) =>
  fold(kept.name) !== fold(merged.name) ||
  (kept.dateOfBirth !== null && merged.dateOfBirth !== null && kept.dateOfBirth !== merged.dateOfBirth)

/** Returns why these two must not be merged, or null if they may. */
async function refusalOf(ctx: Ctx<Staff>, pair: Pair): Promise<string | null> {
  if (pair.keptId === pair.mergedId) return 'These are one and the same record. Please choose another.'
  const both = [await getAccount(ctx.db, pair.keptId), await getAccount(ctx.db, pair.mergedId)]
  const names = both.map((account) => fullName(account)).join(' and ')
  if (both.some(({ isGuest }) => isGuest))
    return "A guest's record can't be merged: it ends with their tasks."
  if (both.some(({ deactivatedAt }) => deactivatedAt)) return 'One of these records is closed.'
  const visible = visibleMatters(ctx.db, ctx.actor)
  const { shared, opposed, hidden } = await store.countShared(ctx.db, pair, visible)
  if (opposed > 0) return `${names} are on different sides of a case, so they can't be the same person.`
  if (shared > 0) return `${names} are both on the same case. Remove one of them from it first.`
  // The user must not learn which case it is, or even that a case is the reason.
  if (hidden > 0) return 'These records can’t be merged. Please ask your compliance officer.'
  if (await store.hasOpenErasure(ctx.db, pair))
    return 'One of them has asked us to erase their data. Please answer that request first.'
  if (await store.hasClashingAppointments(ctx.db, pair))
    return 'Both have an appointment at the same time. Please cancel one of them first.'
  return null
}

/**
 * Merges two records of one person. Everything of the merged record becomes the kept client's in this transaction. If a
 * client can have only one of something, each record keeps its own. Throws `conflict` if they must not be merged.
 */
export async function merge(
  ctx: Ctx<Staff>,
  { id: keptId, otherId: mergedId, isConfirmed }: Requested<'merge'>,
  { sessions }: Dependencies,
): Promise<Merge> {
  const pair = { keptId, mergedId }
  await store.holdMerges(ctx.db)
  for (const id of [keptId, mergedId].toSorted()) await claimAccount(ctx.db, id)
  const { kept, merged, mustConfirm, refusal } = await preview(ctx, { id: keptId, otherId: mergedId })
  if (refusal !== null) throw new Problem('conflict', refusal, { reason: 'must_stay_two' })
  if (mustConfirm && !isConfirmed) throw unlike()
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
  await store.moveRows(ctx.db, id, pair)
  await store.rebuildThreads(ctx.db, id, pair)
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
  return shown(ctx, await store.get(ctx.db, id))
}

const onceWords = (titles: readonly string[]) => {
  if (titles.length === 0) return ''
  return ` Both had these tasks: ${quoted(titles)}. You only need to do each of them once.`
}

/**
 * Lets the person responsible for the merged record keep their client: they become responsible for the kept record, or
 * join its team.
 */
async function handOver(ctx: Ctx<Staff>, keptId: UserId, { feeEarnerId, teamId }: Assigned): Promise<Given> {
  const nothing = { feeEarnerId: null, teamId: null, memberId: null }
  if (feeEarnerId === null) return nothing
  const kept = await getAccount(ctx.db, keptId)
  if (kept.feeEarnerId === null) {
    const given = { feeEarnerId, teamId: kept.teamId === null ? teamId : null }
    await accounts.updateMerged(ctx.db, keptId, { feeEarnerId, teamId: kept.teamId ?? teamId })
    const details = { feeEarnerId, ...(given.teamId && { teamId: given.teamId }) }
    await audit(ctx, 'client.assigned', { subjectId: keptId, details })
    return { ...given, memberId: null }
  }
  const isThere = (await contactIdsOf(ctx.db, keptId)).includes(feeEarnerId)
  if (isThere || kept.feeEarnerId === feeEarnerId) return nothing
  await handClient(ctx, { clientId: keptId, fromId: null, toId: feeEarnerId })
  return { ...nothing, memberId: feeEarnerId }
}

/** Reverses this, unless the client has been assigned to somebody else since. */
async function undoAssignment({ db }: Ctx, keptId: UserId, given: Given) {
  const { feeEarnerId, teamId } = await getAccount(db, keptId)
  await accounts.updateMerged(db, keptId, {
    feeEarnerId: feeEarnerId === given.feeEarnerId ? null : feeEarnerId,
    teamId: teamId === given.teamId ? null : teamId,
  })
  if (given.memberId) await accounts.removeContact(db, { clientId: keptId, memberId: given.memberId })
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
  'Since the merge, something was paid or sent for a task of the other record. Undoing would part the two, so the records stay one.'

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
  const madeThreads = await store.takeThreads(ctx.db, id)
  await store.moveRowsBack(ctx.db, id, row)
  await store.rebuildThreadsBack(ctx.db, row, madeThreads)
  await store.moveTasksForward(ctx.db, mergedId, tasksMovedBy)
  await restoreDoubled(ctx.db, closedTasks)
  await accounts.updateMerged(ctx.db, mergedId, { mergedIntoId: null, feeEarnerId, teamId })
  if (given) await undoAssignment(ctx, keptId, given)
  await store.update(ctx.db, id, { undoneAt: ctx.now })
  await audit(ctx, 'client.merge_undone', { subjectId: keptId, details: { mergedId } })
  await invalidateEverywhere(ctx, keptId)
  await invalidateEverywhere(ctx, mergedId)
  await notify(ctx, keptId, {
    topic: 'account',
    title: 'Your two accounts are separate again',
    body: 'You can sign in to each of them as before.',
    inMail: 'Your two accounts with us are separate again.',
  })
  return shown(ctx, await store.get(ctx.db, id))
}
