import { z } from 'zod'
import type { UserId } from '#contract/accounts/accounts.ts'
import {
  type ComplianceItem,
  ComplianceItemId,
  complianceItemsOf,
  type compliance as contract,
  EarlierDecision,
  itemNames,
  type RiskMark,
} from '#contract/compliance.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { notFound, Problem } from '#contract/kit/problem.ts'
import {
  actedForBy,
  clientsOf,
  listAdministrators,
  listHoldersOf,
  namesOf,
} from '#server/features/accounts/service.ts'
import { findMatters, getFirmMatter, visibleMatters } from '#server/features/matters/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import {
  isInState,
  leaveQueue,
  type QueueSource,
  queueFactsOf,
  refuseLaterDecision,
  refuseTaken,
} from '#server/features/queue/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { WaitingWanted } from '#server/platform/db/waiting-rows.ts'
import { minutes } from '#server/platform/time/durations.ts'
import type { ItemRow, Visible } from './store.ts'
import * as store from './store.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>

const visibleTo = (ctx: Ctx<Staff>): Visible => ({
  clients: clientsOf(ctx.db, ctx.actor),
  matters: visibleMatters(ctx.db, ctx.actor),
})

const waitingFor = (ctx: Ctx<Staff>) => {
  const people = actedForBy(ctx.db, ctx.actor)
  const isWanted = isInState(ctx.db, { kind: 'compliance', state: 'waiting', now: ctx.now, people })
  return { ...visibleTo(ctx), isWanted }
}

export const listItems = async (ctx: Ctx<Staff>, { state }: Requested<'items'>) =>
  show(
    ctx,
    state === 'open'
      ? await store.listOpen(ctx.db, waitingFor(ctx))
      : await store.listDecided(ctx.db, visibleTo(ctx)),
  )

export const showItem = async (ctx: Ctx<Staff>, { id }: Requested<'item'>) =>
  shown(ctx, await store.get(ctx.db, visibleTo(ctx), id))

/** Lists what awaits the compliance officer, the longest wait first. The title is the kind of item. */
export const listWaitingItems = (ctx: Ctx<Staff>, wanted: WaitingWanted) =>
  store.listWaiting(ctx.db, waitingFor(ctx), wanted)

/** The compliance officer's items as a source of the queue. */
export const complianceQueue: QueueSource = {
  list: async (ctx, isWanted, limit) => {
    const wanted = { ...visibleTo(ctx), isWanted }
    const rows = await store.listWaiting(ctx.db, wanted, { lateBefore: ctx.now, limit })
    return rows.map((row) => ({ ...row, title: itemNames[row.title] }))
  },
  ownerOf: async (ctx, id) => (await store.get(ctx.db, visibleTo(ctx), ComplianceItemId.parse(id))).clientId,
  claim: async (ctx, id) => {
    const item = await store.claim(ctx.db, visibleTo(ctx), ComplianceItemId.parse(id))
    if (item.decidedAt) throw decidedAlready(item)
    return { clientId: item.clientId, title: itemNames[item.kind], matterId: item.matterId }
  },
  matterOf: (db, { id }) => store.findMatterOf(db, ComplianceItemId.parse(id)),
  invalidate: (ctx) => invalidate(ctx),
}

const decidedAlready = ({ decidedByName }: ItemRow) =>
  new Problem('conflict', `${decidedByName} has decided this already.`, { reason: 'already_decided' })

export async function decideItem(ctx: Ctx<Staff>, { id, words }: Requested<'decide'>) {
  const item = await store.claim(ctx.db, visibleTo(ctx), id)
  if (item.decidedAt) throw decidedAlready(item)
  await refuseTaken(ctx, { kind: 'compliance', id })
  await leaveQueue(ctx.db, { kind: 'compliance', id })
  const decided = await store.update(ctx.db, id, {
    decision: words,
    decidedAt: ctx.now,
    decidedByName: await nameOf(ctx.db, ctx.actor.id),
  })
  await audit(ctx, 'compliance.item_decided', {
    subjectId: item.clientId,
    details: { item: id, kind: item.kind },
  })
  await invalidate(ctx)
  return shown(ctx, decided)
}

/**
 * Reopens an item. Within a minute the decision was a slip; later, the reason is kept with what was decided. Throws
 * `conflict` if nothing was decided, and `reason_required` without one.
 */
export async function reopenItem(
  ctx: Ctx<Staff>,
  { id, decidedAt: undone, reason = '' }: Requested<'reopen'>,
) {
  const item = await store.claim(ctx.db, visibleTo(ctx), id)
  const { decision, decidedAt } = item
  if (decision === null || decidedAt === null)
    throw new Problem('conflict', 'Nothing has been decided here yet, so there’s nothing to reopen.', {
      reason: 'not_decided',
    })
  refuseLaterDecision(decidedAt, undone)
  if (reason === '' && ctx.now.getTime() - decidedAt.getTime() >= minutes(1)) throw needsReason()
  const taken = {
    words: decision,
    at: decidedAt.toISOString(),
    by: item.decidedByName ?? '',
    reopenedAt: ctx.now.toISOString(),
    reopenedBy: await nameOf(ctx.db, ctx.actor.id),
    reason,
  }
  const open = await store.update(ctx.db, id, {
    decision: null,
    decidedAt: null,
    decidedByName: null,
    earlier: [...item.earlier, taken],
  })
  await audit(ctx, 'compliance.item_reopened', {
    subjectId: item.clientId,
    details: { item: id, kind: item.kind, decidedAt: taken.at },
  })
  await invalidate(ctx)
  return shown(ctx, open)
}

const needsReason = () => {
  const words = 'Please say why you’re reopening it.'
  return new Problem('invalid', words, { fields: { reason: words }, reason: 'reason_required' })
}

export async function showRisk(ctx: Ctx<Staff>, { id }: Requested<'risk'>) {
  const matter = await getFirmMatter(ctx, id)
  return { marks: (await store.listMarks(ctx.db, matter.id)).map(shownMark) }
}

/** Adds a mark and keeps the earlier ones, because years later somebody may ask who rated what, when and why. */
export async function markRisk(ctx: Ctx<Staff>, { id, level, reason }: Requested<'mark'>) {
  const matter = await getFirmMatter(ctx, id)
  const mark = { level, reason, at: ctx.now, byName: await nameOf(ctx.db, ctx.actor.id) }
  const of = { matterId: matter.id, clientId: matter.clientId }
  await store.insertMark(ctx.db, { ...mark, ...of, id: newId(), byId: ctx.actor.id })
  await audit(ctx, 'compliance.risk_marked', {
    subjectId: matter.clientId,
    details: { reference: matter.reference, level },
  })
  await ctx.publish('matterTouched', { matterId: matter.id })
  return shownMark(mark)
}

/**
 * Raises each answer of a risk assessment once, however often the client sends it. Marks the items whose answer they no
 * longer give.
 */
export async function raiseFromAnswers(
  ctx: Ctx,
  { clientId, answers }: DomainEvents['riskAssessmentSubmitted'],
) {
  const given = complianceItemsOf(answers)
  const changed = await store.updateChanged(ctx.db, { clientId, given, now: ctx.now })
  if (changed > 0) await invalidate(ctx)
  let isAnyNew = false
  for (const item of given) isAnyNew = (await raise(ctx, { ...item, clientId, matterId: null })) || isAnyNew
  if (isAnyNew && (await listHoldersOf(ctx.db, 'risk.decide')).length === 0) await notifyAdministrators(ctx)
}

/** Asks the administrators for a compliance officer. What the client answered is not theirs to decide. */
async function notifyAdministrators(ctx: Ctx) {
  for (const administrator of await listAdministrators(ctx.db))
    await notify(ctx, administrator, {
      topic: 'cases',
      title: 'Nobody is a compliance officer',
      body: 'A client gave an answer that a compliance officer has to decide. Please give someone that role.',
      inMail: 'Nobody at the firm is a compliance officer.',
      link: pages.people,
    })
}

export async function raiseConflict(ctx: Ctx, { clientId, matterId, words }: DomainEvents['conflictFound']) {
  await raise(ctx, { kind: 'conflict', clientId, matterId, words })
}

/** Adds an item and notifies the officers. Returns whether it is new. */
async function raise(ctx: Ctx, item: Pick<ItemRow, 'kind' | 'clientId' | 'matterId' | 'words'>) {
  const id = newId<ComplianceItemId>()
  if (!(await store.insert(ctx.db, { ...item, id, raisedAt: ctx.now }))) return false
  await invalidate(ctx)
  const person = await nameOf(ctx.db, item.clientId)
  for (const officer of await listHoldersOf(ctx.db, 'risk.decide'))
    await notify(ctx, officer, {
      topic: 'cases',
      title: itemNames[item.kind],
      body: item.kind === 'conflict' ? item.words : `${person} gave an answer for you to look at.`,
      inMail: 'Something needs your attention as compliance officer.',
      link: pages.compliance,
      matterId: item.matterId ?? null,
    })
  return true
}

export const eraseItems = async ({ db }: Ctx, { clientId }: DomainEvents['clientReset']) =>
  void (await store.removeAllOf(db, clientId))

/** Deletes the ratings with their matters. A matter stays if another client of it has been named first. */
export const eraseMarks = async ({ db }: Ctx, { matterIds }: DomainEvents['mattersRemoved']) =>
  void (await store.removeMarks(db, matterIds))

async function invalidate(ctx: Ctx) {
  for (const officer of await listHoldersOf(ctx.db, 'risk.decide'))
    await ctx.invalidate(officer, 'compliance')
}

const nameOf = async (db: Db, id: UserId) => {
  const person = (await namesOf(db, [id])).get(id)
  return person ? fullName(person) : ''
}

const shownMark = ({ level, reason, at, byName }: Omit<RiskMark, 'by'> & { byName: string }): RiskMark => ({
  level,
  reason,
  at,
  by: byName,
})

const shown = async (ctx: Ctx<Staff>, row: ItemRow) => (await show(ctx, [row]))[0] ?? notFound('item')

async function show(ctx: Ctx<Staff>, rows: readonly ItemRow[]): Promise<ComplianceItem[]> {
  const { db } = ctx
  const factsOf = await queueFactsOf(
    ctx,
    'compliance',
    rows.map(({ id }) => id),
  )
  const names = await namesOf(
    db,
    rows.map(({ clientId }) => clientId),
  )
  const about = await findMatters(
    db,
    rows.flatMap(({ matterId }) => matterId ?? []),
  )
  return rows.map((row) => {
    const {
      id,
      kind,
      clientId,
      matterId,
      words,
      raisedAt,
      changedAt,
      decision,
      decidedAt,
      decidedByName,
      earlier,
    } = row
    const client = names.get(clientId)
    const matter = about.find((candidate) => candidate.id === matterId)
    return {
      id,
      kind,
      client: { id: clientId, name: client ? fullName(client) : '' },
      matter: matter ? { id: matter.id, reference: matter.reference, title: matter.title } : null,
      words,
      raisedAt,
      changedAt,
      decision:
        decision !== null && decidedAt ? { words: decision, at: decidedAt, by: decidedByName ?? '' } : null,
      earlier: z.array(EarlierDecision).parse(earlier.toReversed()),
      ...factsOf(id),
    }
  })
}
