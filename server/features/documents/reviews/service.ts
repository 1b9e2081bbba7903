import type { UserId } from '#contract/accounts/accounts.ts'
import { requestWithoutWords } from '#contract/document-requests.ts'
import { DocumentId, documentName } from '#contract/documents/documents.ts'
import {
  canAccept,
  type PlacedDocument,
  type ReviewedDocument,
  type reviews,
} from '#contract/documents/reviews.ts'
import { isFaceType, upgradeValidation } from '#contract/documents/validation.ts'
import { expiryDays } from '#contract/home/home.ts'
import { dayText } from '#contract/kit/day.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { londonDay } from '#contract/kit/london.ts'
import { fullName } from '#contract/kit/names.ts'
import { notFound, Problem } from '#contract/kit/problem.ts'
import type { MatterName } from '#contract/matters/parties.ts'
import type { TaskId } from '#contract/tasks.ts'
import {
  type Asking,
  actedForBy,
  clientScopeOf,
  findClientOf,
  namesOf,
  preparedForStaff,
} from '#server/features/accounts/service.ts'
import {
  isInState,
  type QueueSource,
  queueFactsOf,
  type StateWanted,
} from '#server/features/queue/service.ts'
import { fileScopeOf, findMatterOfTask, listTasksByIds, titlesOf } from '#server/features/tasks/service.ts'
import { type Ctx, closedRolesAmong, type Staff } from '#server/platform/ctx.ts'
import { type Db, onOneConnection, readAtOnce } from '#server/platform/db/database.ts'
import type { FileScope } from '#server/platform/db/file-scope.ts'
import type { Placeholders } from '#server/platform/db/placeholders.ts'
import type { TaskRows } from '#server/platform/db/task-rows.ts'
import type { WaitingWanted } from '#server/platform/db/waiting-rows.ts'
import { plusDays } from '#server/platform/time/zone.ts'
import { listSenders } from '../same-picture.ts'
import { invalidateDocumentForStaff } from '../settle-task.ts'
import { type DocumentRow, find, plainOf } from '../store.ts'
import * as store from './store.ts'

type Reader = { db: Db; actor: Asking }

/** Returns what this person may see of all that clients sent. */
export const scopeOf = ({ db, actor }: Reader) => fileScopeOf(db, clientScopeOf(db, actor))

/** Returns a condition on a document's id: whether this person may open it. */
export const documentsOpenTo = (db: Db, person: Asking) =>
  store.openTo(db, fileScopeOf(db, clientScopeOf(db, person)))

const oldestFirst = (ctx: Reader & Pick<StateWanted, 'now'>, state: StateWanted['state']) =>
  isInState(ctx.db, { kind: 'document', state, now: ctx.now, people: actedForBy(ctx.db, ctx.actor) })

interface ForTask {
  taskId: TaskId | null
}

/** Answered by the matters feature, since only it knows which task is a step of which case. */
export interface Dependencies {
  visibleMattersOf: (ctx: Ctx<Staff>, rows: readonly ForTask[]) => Promise<(row: ForTask) => MatterName[]>
}

/** Adds the cases of each document that this person may see, and which of their roles don't open it. */
async function placed(
  ctx: Ctx<Staff>,
  documents: readonly ReviewedDocument[],
  { visibleMattersOf }: Dependencies,
): Promise<PlacedDocument[]> {
  const mattersOf = await visibleMattersOf(ctx, documents)
  const ids = documents.map(({ id }) => id)
  const closedRolesOf = await closedRolesAmong(ctx.actor, ids, (actor, all) =>
    store.listIds(ctx.db, scopeOf({ ...ctx, actor }), all),
  )
  return documents.map((document) => ({
    ...document,
    matters: mattersOf(document),
    closedRoles: closedRolesOf(document.id),
  }))
}

export const listReviews = (
  ctx: Ctx<Staff>,
  wanted: Input<typeof reviews.list>,
  dependencies: Dependencies,
) => onOneConnection(ctx.db, (db) => listInState({ ...ctx, db }, wanted, dependencies))

async function listInState(
  ctx: Ctx<Staff>,
  { state, clientId }: Input<typeof reviews.list>,
  dependencies: Dependencies,
) {
  const whose = { scope: scopeOf(ctx), clientId }
  if (state === 'decided') {
    const rows = await store.listDecided(ctx.db, whose)
    return { total: rows.length, documents: await placed(ctx, await asReviewed(ctx, rows), dependencies) }
  }
  const wanted = { ...whose, isWanted: oldestFirst(ctx, state) }
  const [rows, total] = await readAtOnce(ctx.db, [
    (db) => store.listWaiting(db, wanted),
    (db) => store.countWaiting(db, wanted),
  ])
  const documents = await asReviewed(ctx, rows)
  return { total, documents: await placed(ctx, documents.toSorted(byReturn), dependencies) }
}

/** Snoozed documents that return first come first. */
const byReturn = (a: ReviewedDocument, b: ReviewedDocument) =>
  (a.snoozedUntil?.getTime() ?? 0) - (b.snoozedUntil?.getTime() ?? 0)

/** The source of documents for the queue of everything that waits. */
export const documentQueue: QueueSource = {
  list: async (ctx, isWanted, limit) => {
    const wanted = { scope: scopeOf(ctx), isWanted }
    return titled(ctx.db, await store.listLongestWaiting(ctx.db, wanted, { lateBefore: ctx.now, limit }))
  },
  ownerOf: async (ctx, id) => (await store.get(ctx.db, scopeOf(ctx), DocumentId.parse(id))).clientId,
  claim: async (ctx, id) => {
    const document = await store.claim(ctx.db, scopeOf(ctx), DocumentId.parse(id))
    if (!canAccept({ ...document, isSuperseded: document.supersededAt !== null })) throw notWaiting()
    const [withTitle] = await titled(ctx.db, [document])
    const matterId = await findMatterOfTask(ctx.db, document.taskId)
    return { clientId: document.clientId, title: withTitle?.title ?? document.filename, matterId }
  },
  matterOf: async (db, { id, clientId }) =>
    findMatterOfTask(db, (await find(db, clientId, DocumentId.parse(id)))?.taskId ?? null),
  invalidate: async (ctx, { id, clientId }) => {
    const document = await find(ctx.db, clientId, DocumentId.parse(id))
    if (document) await invalidateDocumentForStaff(ctx, { ...document, clientId })
  },
}

/** Adds what each document was asked for as: the title of its task, or else the name of its type. */
async function titled<T extends Pick<DocumentRow, 'taskId' | 'documentType'>>(db: Db, rows: T[]) {
  const titles = await titlesOf(
    db,
    rows.flatMap(({ taskId }) => taskId ?? []),
  )
  return rows.map((row) => ({
    ...row,
    title: documentName({ documentType: (row.taskId && titles.get(row.taskId)) ?? row.documentType }),
  }))
}

const notWaiting = () =>
  new Problem('conflict', 'This document is not waiting for a decision any more.', { reason: 'not_waiting' })

export async function listOfClient(ctx: Ctx<Staff>, { id }: Input<typeof reviews.ofClient>) {
  const client = await findClientOf(ctx.db, ctx.actor, id)
  return asReviewed(ctx, await store.listOfClient(ctx.db, scopeOf(ctx), client.id))
}

/** Lists what the people on a matter have sent, newest first, each with whether it is for this matter. */
export async function listDocumentsOfMatter(ctx: Ctx<Staff>, rows: TaskRows) {
  const found = await store.listOfMatter(ctx.db, rows)
  const reviewed = await asReviewed(
    ctx,
    found.map(({ row }) => row),
  )
  return reviewed.map((document, at) => ({
    ...document,
    clientId: document.client.id,
    isOfCase: found[at]?.isOfCase ?? false,
  }))
}

/** Lists what waits for this person's decision, the longest first. */
export async function listWaitingDocuments(ctx: Ctx<Staff>, { lateBefore, limit }: WaitingWanted) {
  return titled(ctx.db, await longestWaiting(ctx, { lateBefore, limit, now: ctx.now }))
}

const longestWaiting = preparedForStaff((reader, wanted: Placeholders<WaitingWanted & { now: Date }>) => {
  const isWanted = oldestFirst({ ...reader, now: wanted.now }, 'waiting')
  return store.listLongestWaiting(reader.db, { scope: scopeOf(reader), isWanted }, wanted)
})

/** Counts the documents of one client that wait for this person's decision. */
export const countWaitingDocuments = (ctx: Ctx<Staff>, clientId: UserId) =>
  store.countWaiting(ctx.db, {
    scope: scopeOf(ctx),
    clientId,
    isWanted: oldestFirst(ctx, 'waiting'),
  })

/** Returns the days around today between which an expiry is shown. */
const expiryDaysAround = (today: string) => ({
  from: plusDays(today, -expiryDays),
  until: plusDays(today, expiryDays),
})

/** Lists verified documents that have just expired or soon will. */
export async function listExpiringDocuments(
  ctx: Ctx<Staff>,
  { today, limit }: { today: string; limit: number },
) {
  return titled(ctx.db, await expiring(ctx, { ...expiryDaysAround(today), today, limit }))
}

const expiring = preparedForStaff((reader, wanted: Placeholders<store.ExpiringWanted>) =>
  store.listExpiring(reader.db, scopeOf(reader), wanted),
)

/** Returns a condition on a client's id that they have such a document. */
export const hasExpiringDocument = (db: Db, { hidden }: FileScope, today: string) =>
  store.hasExpiring(db, { ...expiryDaysAround(today), hidden })

export async function showReview(
  ctx: Ctx<Staff>,
  { id }: Input<typeof reviews.one>,
  dependencies: Dependencies,
): Promise<PlacedDocument> {
  const document = await reviewOf(ctx, await store.get(ctx.db, scopeOf(ctx), id))
  const [found] = await placed(ctx, [document], dependencies)
  return found ?? notFound('document')
}

/** Returns one document as the firm sees it, with the evidence of its flags and what it is compared with. */
export async function reviewOf(ctx: Ctx<Staff>, row: DocumentRow): Promise<ReviewedDocument> {
  const [document] = await asReviewed(ctx, [row])
  if (!document) throw new Error('A row gives a document')
  const beside = isFaceType(row.documentType) ? await store.listBeside(ctx.db, scopeOf(ctx), row) : []
  return {
    ...document,
    beside,
    notes: await notesOn(ctx, row),
    requestWords: await requestWordsOf(ctx.db, row),
  }
}

/** Returns what a colleague wrote when they requested a document. Null if they wrote nothing, or nobody requested it. */
async function requestWordsOf(db: Db, { taskId }: DocumentRow) {
  const [task] = await listTasksByIds(db, taskId === null ? [] : [taskId])
  if (task?.kind !== 'requested_document' || task.description === requestWithoutWords) return null
  return task.description
}

/** Says who else sent it. Clients that this person may not see are not named. */
async function notesOn(ctx: Pick<Ctx<Staff>, 'db' | 'actor'>, row: DocumentRow) {
  const { db } = ctx
  // Each client once, with the first time they sent it.
  const sent = await listSenders(db, row)
  const senders = sent.filter(
    ({ clientId }, at) => sent.findIndex((sender) => sender.clientId === clientId) === at,
  )
  const names = await namesOf(db, await store.visibleOf(db, scopeOf(ctx), sent))
  const noun = row.identityPurpose === null ? 'file' : 'picture'
  return senders.map(({ clientId, createdAt }) => {
    const name = names.get(clientId)
    const who = name ? fullName(name) : 'Another client'
    return `${who} sent the same ${noun} on ${dayText(londonDay(createdAt))}.`
  })
}

async function asReviewed(ctx: Ctx<Staff>, rows: DocumentRow[]): Promise<ReviewedDocument[]> {
  const ids = rows.map(({ id }) => id)
  const people = rows.flatMap(({ clientId, decidedById }) => [
    clientId,
    ...(decidedById ? [decidedById] : []),
  ])
  const taskIds = rows.flatMap(({ taskId }) => taskId ?? [])
  const [factsOf, names, titles] = await readAtOnce(ctx.db, [
    (db) => queueFactsOf({ ...ctx, db }, 'document', ids),
    (db) => namesOf(db, people),
    (db) => titlesOf(db, taskIds),
  ])
  return rows.map((row) => {
    const { clientId, decidedById, decidedAt, numberAsked, validation, supersededAt } = row
    const decider = decidedById ? names.get(decidedById) : undefined
    return {
      ...plainOf(row),
      isOfIdentity: row.identityPurpose !== null,
      numberAsked,
      decidedAt,
      isSuperseded: supersededAt !== null,
      beside: [],
      notes: [],
      requestWords: null,
      validation: validation && upgradeValidation(validation),
      client: names.get(clientId) ?? { id: clientId, firstName: '', lastName: '' },
      taskTitle: (row.taskId && titles.get(row.taskId)) ?? null,
      decidedBy: decider ? fullName(decider) : null,
      ...factsOf(row.id),
    }
  })
}
