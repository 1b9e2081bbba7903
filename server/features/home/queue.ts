import type { UserId } from '#contract/accounts/accounts.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import { type Input, pageSize } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import { may } from '#contract/kit/rights.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import {
  type queue as contract,
  type QueueFacts,
  type QueueItem,
  QueueKind,
  type QueuePerson,
  queued,
  type SnoozeEvent,
} from '#contract/queue.ts'
import {
  actedForBy,
  actingForEach,
  listNamedStaff,
  listWatchers,
  namesOf,
  restrictedBesides,
} from '#server/features/accounts/service.ts'
import { complianceQueue } from '#server/features/compliance/service.ts'
import { documentQueue } from '#server/features/documents/service.ts'
import { checkQueue } from '#server/features/identity/service.ts'
import { getFilesOf, matterTasks, visibleMattersOf } from '#server/features/matters/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import {
  assigneesAmong,
  assignItem,
  type ClaimedItem,
  type ItemKey,
  isInState,
  listWaitingFor,
  type QueuedItem,
  type QueuedRow,
  type QueueSource,
  queueFactsOf,
  releaseItem,
  returnSnoozed,
  snoozeItem,
  takeItem,
  unsnoozeItem,
} from '#server/features/queue/service.ts'
import { hasNothingDue } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { type Ctx, type Staff, withRolesFor } from '#server/platform/ctx.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>
type QueueItemId = Requested<'people'>

const sources: Record<QueueKind, QueueSource> = {
  document: documentQueue,
  check: checkQueue,
  compliance: complianceQueue,
}

/** Limits a user to the roles that may decide this kind, because only these determine which items they see. */
const deciding = (
  ctx: Ctx<Staff>,
  kind: QueueKind,
  { id, roles }: Pick<Staff, 'id' | 'roles'> = ctx.actor,
) => ({
  ...ctx,
  actor: withRolesFor({ ...ctx.actor, id, roles }, queued[kind].action),
})

const kindsOf = ({ actor }: Ctx<Staff>) =>
  QueueKind.options.filter((kind) => may(actor.roles, queued[kind].action))

/** Returns a condition on what is for this matter. Throws `not_found` if the user may not see it. */
async function forMatter(ctx: Ctx<Staff>, id: MatterId) {
  const { matter } = await getFilesOf(ctx, id)
  return matterTasks.isFor(ctx.db, matter.id)
}

export async function listQueue(ctx: Ctx<Staff>, { state, matterId }: Requested<'list'>) {
  const isForMatter = matterId && (await forMatter(ctx, matterId))
  const people = actedForBy(ctx.db, ctx.actor)
  const found: (Omit<QueueItem, 'isYours' | 'client' | 'matters'> &
    Pick<QueuedRow, 'taskId' | 'clientId'>)[] = []
  let total = 0
  for (const kind of kindsOf(ctx)) {
    const isWanted = isInState(ctx.db, { kind, state, now: ctx.now, people, isForMatter })
    const rows = await sources[kind].list(deciding(ctx, kind), isWanted, pageSize)
    const factsOf = await queueFactsOf(
      ctx,
      kind,
      rows.map(({ id }) => id),
    )
    for (const { id, clientId, title, since, taskId, filename = null } of rows) {
      found.push({ kind, id, clientId, title, since, taskId, filename, ...factsOf(id) })
    }
    total += rows[0]?.total ?? 0
  }
  const rows = found.toSorted((a, b) => a.since.getTime() - b.since.getTime()).slice(0, pageSize)
  const names = await namesOf(
    ctx.db,
    rows.map(({ clientId }) => clientId),
  )
  const theirs = await assigneesAmong(
    ctx.db,
    rows.flatMap(({ assignedTo }) => assignedTo?.id ?? []),
    people,
  )
  const mattersOf = await visibleMattersOf(ctx, rows)
  const items = rows.map(({ taskId, clientId: id, ...row }) => {
    const client = names.get(id)
    const isYours = row.assignedTo !== null && theirs.has(row.assignedTo.id)
    return {
      ...row,
      client: { id, name: client ? fullName(client) : '' },
      matters: mattersOf({ taskId }),
      isYours,
    }
  })
  return { total, items }
}

/** Lists everybody who may decide an item and see its client, by running the same query as for them. */
export async function listDeciders(ctx: Ctx<Staff>, { kind, id }: QueueItemId): Promise<QueuePerson[]> {
  refuseOthers(ctx, kind)
  const clientId = await sources[kind].ownerOf(deciding(ctx, kind), id)
  const matterId = await sources[kind].matterOf(ctx.db, { id, clientId })
  // Whoever is named on a restricted matter need not work with its client.
  const people = [...(await listWatchers(ctx.db, clientId)), ...(await listNamedStaff(ctx.db, matterId))]
  const ids: UserId[] = []
  for (const person of new Map(people.map((found) => [found.id, found])).values())
    if (may(person.roles, queued[kind].action) && (await sees(deciding(ctx, kind, person), { kind, id })))
      ids.push(person.id)
  const names = await namesOf(ctx.db, ids)
  return ids
    .map((person) => ({ id: person, name: fullName(names.get(person) ?? { firstName: '', lastName: '' }) }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

async function sees(ctx: Ctx<Staff>, { kind, id }: QueueItemId) {
  try {
    await sources[kind].ownerOf(ctx, id)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return false
    throw error
  }
}

export async function take(ctx: Ctx<Staff>, { kind, id, takeOver }: Requested<'take'>) {
  const item = await claimWaiting(ctx, { kind, id })
  // The user may have decided faster than the page took the item.
  if (!item) return (await queueFactsOf(ctx, kind, [id]))(id)
  const [me] = (await namesOf(ctx.db, [ctx.actor.id])).values()
  const isNew = await takeItem(ctx, item, { name: me ? fullName(me) : '', takeOver })
  return shown(ctx, item, isNew)
}

export async function release(ctx: Ctx<Staff>, { kind, id }: QueueItemId) {
  refuseOthers(ctx, kind)
  const clientId = await sources[kind].ownerOf(deciding(ctx, kind), id)
  const item = { kind, id, clientId }
  return shown(ctx, item, await releaseItem(ctx, item))
}

export async function snooze(
  ctx: Ctx<Staff>,
  { kind, id, until, returnsWhen = 'client_writes' }: Requested<'snooze'>,
) {
  const { item, title } = await claim(ctx, { kind, id })
  const day = returnsWhen === 'tasks_done' ? undefined : until
  await snoozeItem(ctx, item, { until: day, returnsWhen })
  await audit(ctx, 'queue.snoozed', {
    subjectId: item.clientId,
    details: { kind, item: id, title, until: day ?? returnsWhen },
  })
  // The event that it waits for may already have happened.
  if (returnsWhen === 'tasks_done') await returnIfDone(ctx, item.clientId)
  return shown(ctx, item, true)
}

export async function unsnooze(ctx: Ctx<Staff>, { kind, id }: QueueItemId) {
  const { item } = await claim(ctx, { kind, id })
  await unsnoozeItem(ctx, item)
  return shown(ctx, item, true)
}

export async function assign(ctx: Ctx<Staff>, { kind, id, toId }: Requested<'assign'>) {
  const { item, title, matterId } = await claim(ctx, { kind, id })
  const deciders = toId === null ? [] : await listDeciders(ctx, { kind, id })
  const to = toId === null ? null : deciders.find((person) => person.id === toId)
  if (to === undefined)
    throw new Problem('invalid', 'Please choose someone else.', {
      fields: { toId: 'Please choose someone who may decide this' },
    })
  await assignItem(ctx, item, to)
  await audit(ctx, 'queue.assigned', {
    subjectId: item.clientId,
    details: { kind, item: id, title, to: to?.id ?? '' },
  })
  if (to && to.id !== ctx.actor.id) await notifyAssigned(ctx, item, { to, title, matterId, deciders })
  return shown(ctx, item, true)
}

interface Assigned extends Pick<ClaimedItem, 'title' | 'matterId'> {
  to: QueuePerson
  /** Everybody who may decide the item. */
  deciders: readonly QueuePerson[]
}

/**
 * Notifies the person. If they are away, also notifies their cover, who has to deal with it meanwhile, if the cover may
 * decide it too.
 */
async function notifyAssigned(
  ctx: Ctx<Staff>,
  item: QueuedItem,
  { to, title, matterId, deciders }: Assigned,
) {
  const names = await namesOf(ctx.db, [ctx.actor.id, item.clientId])
  const nameOf = (id: UserId) => fullName(names.get(id) ?? { firstName: '', lastName: '' })
  const coverId = (await actingForEach(ctx.db, [to.id])).get(to.id)
  const cover = deciders.find((person) => person.id === coverId)
  const notice = {
    topic: item.kind === 'compliance' ? ('cases' as const) : ('documents' as const),
    body: `${nameOf(item.clientId)}: ${title}`,
    inMail: 'A colleague has assigned something to you.',
    link: queued[item.kind].pathOf(item.id),
    matterId,
  }
  const by = nameOf(ctx.actor.id)
  await notify(ctx, to.id, { ...notice, title: `${by} has assigned a ${queued[item.kind].name} to you` })
  if (cover && cover.id !== ctx.actor.id)
    await notify(ctx, cover.id, {
      ...notice,
      title: `${by} has assigned a ${queued[item.kind].name} to ${to.name}, whom you’re covering for`,
    })
}

const refuseOthers = ({ actor }: Ctx<Staff>, kind: QueueKind) => {
  if (!may(actor.roles, queued[kind].action)) throw new Problem('forbidden', 'Your role doesn’t decide this.')
}

async function claim(ctx: Ctx<Staff>, { kind, id }: QueueItemId) {
  refuseOthers(ctx, kind)
  const { clientId, ...facts } = await sources[kind].claim(deciding(ctx, kind), id)
  return { item: { kind, id, clientId }, ...facts }
}

/** Returns null if the item is not waiting. */
async function claimWaiting(ctx: Ctx<Staff>, item: QueueItemId) {
  try {
    return (await claim(ctx, item)).item
  } catch (error) {
    if (error instanceof Problem && error.code === 'conflict') return null
    throw error
  }
}

async function shown(ctx: Ctx, item: QueuedItem, isChanged: boolean): Promise<QueueFacts> {
  if (isChanged) await sources[item.kind].invalidate(ctx, item)
  return (await queueFactsOf(ctx, item.kind, [item.id]))(item.id)
}

/** Ends the snoozes that wait for the client to write or send something. */
export const returnWritten = (ctx: Ctx, { clientId }: DomainEvents['clientWrote']) =>
  returnAll(ctx, clientId, 'client_writes')

/** Ends the snoozes that wait for all of the client's tasks, once nothing is left to do. */
export const returnDone = (ctx: Ctx, { clientId }: DomainEvents['tasksDueChanged']) =>
  returnIfDone(ctx, clientId)

/** An item waits for no task of a restricted case but its own: otherwise its place would tell that there is one. */
async function returnIfDone(ctx: Ctx, clientId: UserId) {
  const returning: ItemKey[] = []
  for (const { kind, id } of await listWaitingFor(ctx.db, clientId, 'tasks_done')) {
    const matterId = await sources[kind].matterOf(ctx.db, { id, clientId })
    const hiddenMatters = restrictedBesides(ctx.db, matterId === null ? [] : [matterId])
    if (await hasNothingDue(ctx.db, clientId, { hiddenMatters })) returning.push({ kind, id })
  }
  if (returning.length > 0) await returnAll(ctx, clientId, 'tasks_done', returning)
}

async function returnAll(ctx: Ctx, clientId: UserId, event: SnoozeEvent, items?: readonly ItemKey[]) {
  for (const { kind, id } of await returnSnoozed(ctx.db, clientId, event, items))
    await sources[kind].invalidate(ctx, { id, clientId })
}
