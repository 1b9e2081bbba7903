import { createHash } from 'node:crypto'
import type { DocumentId } from '#contract/documents/documents.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { EventKind } from '#contract/signatures/evidence.ts'
import { invalidateFirmPagesOf, listTeam } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { listTasksByIds, refuseOfClosed } from '#server/features/tasks/service.ts'
import type { Caller, Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { EventRow, RequestRow } from './store.ts'
import * as store from './store.ts'

/** An event that is not yet in the chain. */
export interface Happened {
  kind: EventKind
  details?: Record<string, string>
}

/** Who acted: the user of a request, or the portal itself. */
export interface Doer {
  id: EventRow['actorId']
  name: string
}

/**
 * Returns the start of a document's chain. It depends on the document, so that no event can be moved to another one.
 */
export const genesis = (documentId: DocumentId, sha256: string) =>
  digest(canonical({ documentId, sha256, version: 1 }))

/** Links events to the end of a chain, in order. */
export function link(
  { now, caller }: { now: Date; caller: Pick<Caller, 'address' | 'agent'> },
  events: readonly Happened[],
  { documentId, head, number, doer }: { documentId: DocumentId; head: string; number: number; doer: Doer },
): Omit<EventRow, 'id'>[] {
  let previous = head
  return events.map(({ kind, details = {} }, at) => {
    const event = {
      documentId,
      number: number + at + 1,
      kind,
      at: now,
      actorId: doer.id,
      actorName: doer.name,
      address: caller.address,
      agent: caller.agent,
      details,
      previous,
    }
    const hash = hashOf(event)
    previous = hash
    return { ...event, hash }
  })
}

/** Returns whether every event is unchanged and in its place, with none missing between the first and the last. */
export const isUnbroken = (events: readonly EventRow[], start: string) => {
  let previous = start
  return events.every((event, at) => {
    const holds = event.number === at + 1 && event.previous === previous && event.hash === hashOf(event)
    previous = event.hash
    return holds
  })
}

const hashOf = ({
  documentId,
  number,
  kind,
  at,
  actorId,
  actorName,
  address,
  agent,
  details,
  previous,
}: Omit<EventRow, 'id' | 'hash'>) =>
  digest(
    canonical({
      documentId,
      number,
      kind,
      at: at.toISOString(),
      actorId,
      actorName,
      address,
      agent,
      details,
      previous,
    }),
  )

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** Returns JSON with sorted names and no spaces, so that the same event always gives the same text. */
const canonical = (value: unknown): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, property]) => `${JSON.stringify(name)}:${canonical(property)}`).join(',')}}`
}

/** The caller of what the portal does by itself, since no browser is involved. */
export const portalCaller: Pick<Caller, 'address' | 'agent'> = { address: '', agent: 'Portico' }

interface By {
  doer: Doer
  caller?: Pick<Caller, 'address' | 'agent'>
}

/** Appends events to the chain of a request, which is new or locked by the caller. */
export async function append(ctx: Ctx, request: RequestRow, happened: Happened[], { doer, caller }: By) {
  const last = await store.findLastEvent(ctx.db, request.documentId)
  const { now } = ctx
  await store.insertEvents(
    ctx.db,
    link({ now, caller: caller ?? ctx.caller }, happened, {
      documentId: request.documentId,
      head: last?.hash ?? genesis(request.documentId, request.sha256),
      number: last?.number ?? 0,
      doer,
    }),
  )
}

/** More than anyone needs for one document. Later events are only in the audit trail. */
const mostEvents = 500

/** Appends an event in a transaction of its own, unless the same person did the same less than `within` ago. */
export const note = (
  ctx: MultiStepCtx,
  { clientId, documentId }: RequestRow,
  { doer, within, ...happened }: Happened & { doer: Doer; within: number },
) =>
  ctx.transaction(async (step) => {
    const request = await store.claim(step.db, clientId, documentId)
    const events = await store.listEvents(step.db, documentId)
    const recent = events.findLast(({ kind, actorId }) => kind === happened.kind && actorId === doer.id)
    const isRepeated = recent !== undefined && isSame(recent, happened) && age(step, recent) < within
    if (!isRepeated && events.length < mostEvents) await append(step, request, [happened], { doer })
    return request
  })

const isSame = (event: EventRow, { details = {} }: Happened) =>
  Object.entries(details).every(([name, value]) => event.details[name] === value)

const age = ({ now }: Pick<Ctx, 'now'>, { at }: EventRow) => now.getTime() - at.getTime()

const refusals = {
  signed: ['already_signed', 'This document is already signed. You don’t need to sign it again.'],
  cancelled: ['signature_cancelled', 'The firm has withdrawn this document, so it can no longer be signed.'],
  replaced: [
    'signature_replaced',
    'The firm has replaced this document with a newer version. Please sign that one instead.',
  ],
} as const

/** Throws `conflict` unless the document is open. Only an open one can be signed or withdrawn. */
export const refuseUnlessOpen = ({ state }: Pick<RequestRow, 'state'>) => {
  if (state === 'open') return
  const [reason, sentence] = refusals[state]
  throw new Problem('conflict', sentence, { reason })
}

/** Whether the document completes a task of closed matters. */
export async function isForClosed(db: Db, { taskId }: Pick<RequestRow, 'taskId'>) {
  const [task] = await listTasksByIds(db, taskId === null ? [] : [taskId])
  return task?.isOfClosed ?? false
}

/** Throws `case_closed` if it does. */
export async function refuseForClosed(db: Db, { taskId }: Pick<RequestRow, 'taskId'>) {
  const [task] = await listTasksByIds(db, taskId === null ? [] : [taskId])
  if (task) refuseOfClosed(task)
}

interface News {
  inMail: string
  title: string
  body: string
  link: string
}

/**
 * Notifies the sender and the person responsible for the client, and refreshes the pages of everyone who may see the
 * document. For a document written on a case, the matters feature decides who is notified.
 */
export async function notifyFirm(ctx: Ctx, request: RequestRow, news: News) {
  const { clientId, senderId, matterId } = request
  if (matterId !== null) return ctx.publish('matterDocumentChanged', { matterId, senderId, news })
  const team = (await listTeam(ctx.db, clientId)).map(({ id }) => id)
  const heard = new Set([senderId, team[0] ?? null].filter((id) => id !== null))
  for (const id of heard) await notify(ctx, id, { topic: 'signatures', ...news })
  await refreshFirm(ctx, request)
}

/** Makes the open pages of those who may see this document refetch their lists. */
export async function refreshFirm(ctx: Ctx, { clientId, matterId, senderId }: RequestRow) {
  if (matterId !== null) return ctx.publish('matterDocumentChanged', { matterId, senderId, news: null })
  await invalidateFirmPagesOf(ctx, clientId, 'signatures')
}
