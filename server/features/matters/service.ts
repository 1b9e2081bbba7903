import type { UserId } from '#contract/accounts/accounts.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import type { InternalNote } from '#contract/matters/facts.ts'
import type { matters as contract, MatterEvent, MatterFile, MatterId } from '#contract/matters/matters.ts'
import type { PartyId } from '#contract/matters/party.ts'
import {
  type Asking,
  asResponsible,
  clientsOf,
  findClientOf,
  preparedForStaff,
} from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Client, Ctx, Member, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Placeholders } from '#server/platform/db/placeholders.ts'
import type { WaitingWanted } from '#server/platform/db/waiting-rows.ts'
import type { Attempt } from '#server/platform/http/idempotency.ts'
import { requestRate } from '#server/platform/http/limits.ts'
import { releaseReopened } from './departures/release-matters.ts'
import { countOpenBy } from './numbers/store.ts'
import { notifyOfClientConflicts } from './parties/conflicts.ts'
import { addPastParty } from './parties/service.ts'
import { claim as claimParty, listOf as listParties } from './parties/store.ts'
import { readerFor, readerOfActor } from './reader.ts'
import {
  invalidateForFirm,
  invalidateMatter,
  nextActionOf,
  record,
  refuseForeignTask,
  runCommand,
  watchersOf,
} from './service/commands.ts'
import * as facts from './service/facts.ts'
import * as internalNotes from './service/internal-notes.ts'
import { nextReference } from './service/references.ts'
import { requestedOnce } from './service/repeated-command.ts'
import { fileForFirm, forFirm, showFiles, showFirmMatter, showMatters } from './service/shown-matter.ts'
import * as stages from './service/stages.ts'
import { claimWithTasks } from './steps/held-tasks.ts'
import type { MatterReader, MatterRow } from './store.ts'
import * as store from './store.ts'
import type { EventRow } from './timeline/store.ts'
import * as timeline from './timeline/store.ts'

export { handToSuccessor, showCaseload } from './departures/hand-to-successor.ts'
export * as importedMatters from './imported/imported-matters.ts'
export { listChanged, listWithMatters, lockMatters, removeMatters } from './imported/store.ts'
export { listFilteredMatters, mattersOpenTo, searchMatters } from './list/show-list.ts'
export { listByReference as listMattersByReference, listInCharge } from './list/store.ts'
export * as jointParties from './parties/joint-clients.ts'
export { getPartiesOf, listDeedParties, partiesToDeed } from './parties/parties-of-matter.ts'
export { addParty, getFilesOf } from './parties/service.ts'
export { isOnMatter, linkPerson, updateNumber } from './parties/store.ts'
export { handOverMatter, showHandedMatter } from './service/hand-over.ts'
export { listHeldTasks } from './steps/held-tasks.ts'
export { mattersOfTasks, visibleMattersOf } from './steps/matters-of-tasks.ts'
export type { MatterTaskRow } from './steps/store.ts'
export * as matterTasks from './steps/store.ts'
export { clearTeam as leaveTeam, isAnyOf as hasMatters, lock as lockMatter } from './store.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>

const own = ({ actor }: Ctx<Member>): MatterReader => ({ clientId: actor.id })

export const list = ({ db, actor }: Ctx<Client>, { before }: Requested<'list'>) =>
  listMatters(db, actor.id, before)

/** Selects the ids of the matters that somebody of the firm may see. */
export const visibleMatters = (db: Db, person: Asking) => store.idsOf(db, readerFor(db, person))

/** A client's matters, newest first. */
export const listMatters = async (db: Db, clientId: UserId, before?: MatterId) =>
  showMatters(db, await store.listOf(db, { clientId }, before), clientId)

/** The same, each with its events. */
export const listMatterFiles = async (db: Db, clientId: UserId): Promise<MatterFile[]> =>
  showFiles(db, await store.listOf(db, { clientId }), clientId)

export async function show(ctx: Ctx<Client>, { id }: Requested<'one'>) {
  const [file] = await showFiles(ctx.db, [await store.get(ctx.db, own(ctx), id)], ctx.actor.id)
  return file as MatterFile
}

/** Requests a matter, which waits until a person of the firm opens or rejects it. */
export async function request(ctx: MultiStepCtx<Client>, requested: Requested<'request'>) {
  await ctx.ports.limits.count(requestRate, ctx.actor.id)
  return ctx.transaction((step) => insertRequested(step, requested))
}

const insertRequested = requestedOnce(async (ctx, requested: Requested<'request'>, attempt) => {
  const row = await addMatter(ctx, { ...requested, clientId: ctx.actor.id, status: 'pending' })
  await record(ctx, row, { kind: 'requested', words: null, step: null, attempt })
  return row
})

export const listForFirm = async (ctx: Ctx<Staff>, { before }: Requested<'firmList'>) =>
  forFirm(ctx.db, await store.listWaitingFirst(ctx.db, readerOfActor(ctx), before))

export const showToFirm = async (ctx: Ctx<Staff>, { id }: Requested<'firmOne'>) =>
  fileForFirm(ctx, await store.get(ctx.db, readerOfActor(ctx), id))

/** Opens a matter that no client requested. */
export async function start(
  ctx: Ctx<Staff>,
  { clientId, title, type, priority, description, ...step }: Requested<'start'>,
  attempt?: Attempt,
) {
  const client = await findClientOf(ctx.db, ctx.actor, clientId)
  await refuseForeignTask(ctx, client.id, step.taskId)
  const words = { title, type, priority, description }
  const row = await addMatter(ctx, {
    ...words,
    clientId: client.id,
    status: 'open',
    ...nextActionOf(ctx, step),
  })
  await record(ctx, row, { kind: 'opened', words: step.nextStep, step, ...(attempt && { attempt }) })
  await notifyOfClientConflicts(ctx, row)
  await ctx.publish('matterStarted', { matterId: row.id })
  return showFirmMatter(ctx.db, row)
}

export async function open(ctx: Ctx<Staff>, { id, type, isByTemplate = true, ...step }: Requested<'open'>) {
  const row = await runCommand(ctx, { id, reader: readerOfActor(ctx), command: 'open', step, type })
  await notifyOfClientConflicts(ctx, row)
  if (isByTemplate) await ctx.publish('matterStarted', { matterId: row.id })
  return showFirmMatter(ctx.db, row)
}
export const reject = (ctx: Ctx<Staff>, { id, reason }: Requested<'reject'>) =>
  run(ctx, { id, command: 'reject', words: reason })
export const move = (ctx: Ctx<Staff>, { id, ...step }: Requested<'move'>, attempt: Attempt) =>
  run(ctx, { id, command: 'move', step, attempt })
export const note = (ctx: Ctx<Staff>, { id, note: words }: Requested<'note'>, attempt: Attempt) =>
  run(ctx, { id, command: 'note', words, attempt })
export const setStage = async (ctx: Ctx<Staff>, wanted: Requested<'setStage'>, attempt: Attempt) =>
  showFirmMatter(ctx.db, await stages.setStage(ctx, readerOfActor(ctx), { ...wanted, attempt }))
export const undoStage = async (ctx: Ctx<Staff>, wanted: Requested<'undoStage'>) =>
  showFirmMatter(ctx.db, await stages.undoStage(ctx, readerOfActor(ctx), wanted))
export const saveFacts = async (ctx: Ctx<Staff>, wanted: Requested<'saveFacts'>) =>
  showFirmMatter(ctx.db, await facts.saveFacts(ctx, readerOfActor(ctx), wanted))
export const addInternalNote = (ctx: Ctx<Staff>, wanted: Requested<'addInternalNote'>) =>
  internalNotes.addInternalNote(ctx, readerOfActor(ctx), wanted)
export const closeForClient = (ctx: Ctx<Staff>, { id }: Requested<'firmClose'>) =>
  run(ctx, { id, command: 'close' })
/** Reopens a matter. Steps whose tasks were closed meanwhile open again. */
export async function reopen(ctx: Ctx<Staff>, { id, ...step }: Requested<'reopen'>) {
  const row = await runCommand(ctx, { id, reader: readerOfActor(ctx), command: 'reopen', step })
  const reopened = await releaseReopened(ctx, row)
  await ctx.publish('matterChanged', { matterId: id })
  return showFirmMatter(ctx.db, reopened)
}

/** Notifies the sender of a matter's document and the person in charge of a change, if they may see the matter. */
export async function notifyOfDocument(
  ctx: Ctx,
  { matterId, senderId, news }: DomainEvents['matterDocumentChanged'],
) {
  const row = await store.find(ctx.db, matterId)
  if (!row) return
  const { all, team } = await watchersOf(ctx, row)
  if (senderId !== null && !row.isRestricted) all.add(senderId)
  for (const id of all) await ctx.invalidate(id, 'signatures', 'letters')
  if (news === null) return
  const heard = new Set([senderId, row.feeEarnerId ?? team[0] ?? null])
  for (const id of heard)
    if (id !== null && all.has(id)) await notify(ctx, id, { topic: 'signatures', ...news, matterId })
}

/** Deletes the matters of a demo account that is reset. */
export async function eraseMatters(ctx: Ctx, { clientId }: DomainEvents['clientReset']) {
  const matterIds = await store.removeAllOf(ctx.db, clientId)
  await ctx.publish('mattersRemoved', { matterIds })
  await ctx.invalidate(clientId, 'cases')
}

const run = async (ctx: Ctx<Member>, command: Omit<Parameters<typeof runCommand>[1], 'reader'>) =>
  showFirmMatter(ctx.db, await runCommand(ctx, { ...command, reader: readerOfActor(ctx) }))

type NewMatter = Omit<Parameters<typeof store.insert>[1], 'id' | 'reference' | 'createdAt'>

/** A matter with the next reference of the year. */
async function addMatter({ db, now }: Pick<Ctx, 'db' | 'now'>, facts: NewMatter): Promise<MatterRow> {
  const reference = await nextReference({ db, now })
  return store.insert(db, { ...facts, id: newId<MatterId>(), reference, createdAt: now })
}

export type PastEvent = Pick<EventRow, 'kind' | 'at' | 'byId' | 'byName' | 'isOfFirm'> & Partial<EventRow>

interface Past {
  events: PastEvent[]
  notes?: Omit<Parameters<typeof timeline.insertNote>[1], 'id' | 'matterId'>[]
  parties?: Parameters<typeof addPastParty>[1]['party'][]
}

/** For the demo: adds a matter with past events, oldest first, without notifying anybody. */
export async function addPastMatter(
  db: Db,
  facts: NewMatter & { createdAt: Date },
  { events, notes = [], parties = [] }: Past,
) {
  const { createdAt, ...rest } = facts
  const { id } = await addMatter({ db, now: createdAt }, rest)
  for (const event of events)
    await timeline.insertEvent(db, { ...event, id: newId<MatterEvent['id']>(), matterId: id })
  for (const note of notes)
    await timeline.insertNote(db, { ...note, id: newId<InternalNote['id']>(), matterId: id })
  for (const party of parties) await addPastParty(db, { matterId: id, now: createdAt, party })
  return id
}

/** Counts the open matters that the user may see, by the person in charge. */
export const countOpenMatters = (
  ctx: Pick<Ctx<Staff>, 'db' | 'actor'>,
  responsibleFor: Parameters<typeof countOpenBy>[2],
) => countOpenBy(ctx.db, readerOfActor(ctx), responsibleFor)

/** Returns a matter that the user may see. Throws `not_found` otherwise. */
export const getFirmMatter = (ctx: Ctx<Staff>, id: MatterId) => store.get(ctx.db, readerOfActor(ctx), id)

/**
 * Returns a matter that the user may see, with one of its parties. The matter and the party's person are locked for the
 * rest of the transaction. Throws `not_found` otherwise.
 */
export async function claimPartyOf(ctx: Ctx<Staff>, { id, partyId }: { id: MatterId; partyId: PartyId }) {
  const matter = await store.claim(ctx.db, readerOfActor(ctx), id)
  return { matter, party: await claimParty(ctx.db, matter.id, partyId) }
}

/** Returns these matters, without checking who may see them. */
export const findMatters = (db: Db, ids: readonly MatterId[]) => store.listByIds(db, ids)

/** Refreshes the firm's pages of a matter, because data that only the firm sees has changed. */
export async function invalidateTouched(ctx: Ctx, { matterId }: DomainEvents['matterTouched']) {
  const row = await store.find(ctx.db, matterId)
  if (row) await invalidateForFirm(ctx, row)
}

/** Returns what a template depends on: people, dates and start of a matter. Does not check who may see it. */
export async function showForTemplate(db: Db, id: MatterId) {
  const row = await store.find(db, id)
  if (row === null) return null
  const { clientId, type, status, reference, title, dates, createdAt } = row
  const clients = (await store.listClients(db, [id])).map((client) => client.clientId)
  return {
    id,
    clientId,
    type,
    status,
    reference,
    title,
    dates,
    createdAt,
    clients,
    parties: await listParties(db, id),
  }
}

/** Returns the id of a matter that the user may see. Throws `not_found` otherwise. */
export const findMatterOf = async (ctx: Ctx<Staff>, id: MatterId) =>
  (await store.get(ctx.db, readerOfActor(ctx), id)).id

/** The same with the matter and its tasks locked, for a caller that is about to change what it asks for. */
export const claimMatterOf = async (ctx: Ctx<Staff>, id: MatterId) =>
  (await claimWithTasks(ctx, readerOfActor(ctx), id)).id

/** Refreshes every page that shows the matter. */
export async function invalidateMatterPages(ctx: Ctx, id: MatterId) {
  const row = await store.find(ctx.db, id)
  if (row) await invalidateMatter(ctx, row)
}

/** Lists the requests of the user's clients that nobody has opened, the longest wait first. */
export const listRequestedMatters = preparedForStaff(({ db, actor }, wanted: Placeholders<WaitingWanted>) =>
  store.listRequested(db, readerFor(db, actor), wanted),
)

/** Lists the open matters that the user runs and in which the firm is next to act, the longest wait first. */
export const listNextSteps = preparedForStaff(({ db, actor }, wanted: Placeholders<WaitingWanted>) => {
  const ownClients = clientsOf(db, asResponsible(actor))
  return store.listNextSteps(db, { reader: readerFor(db, actor), ownClients, staffId: actor.id }, wanted)
})

/** Returns the name of a matter. Throws `not_found` if the user may not see it. */
export async function nameOfMatter(ctx: Ctx<Staff>, id: MatterId) {
  const { title, reference } = await store.get(ctx.db, readerOfActor(ctx), id)
  return `${title} (${reference})`
}
