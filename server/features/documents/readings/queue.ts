import type { DocumentId } from '#contract/documents/documents.ts'
import type { Validation } from '#contract/documents/validation.ts'
import { Problem } from '#contract/kit/problem.ts'
import { notRead } from '#inspector/documents/verdict.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import { queueJob } from '#server/platform/jobs/queue.ts'
import { after, before, days, minutes, seconds } from '#server/platform/time/durations.ts'
import { bytesOf } from '../copies.ts'
import { likenessOf, refuseSamePicture } from '../likeness.ts'
import { type InspectionContext, inspectDocument, recordVerdict } from '../record-verdict.ts'
import { removeInfected } from '../removal.ts'
import * as documents from '../store.ts'
import { type DocumentRow, findUnread } from '../store.ts'
import * as store from './store.ts'

/** A minute of reading in any ten is far more than a client's own documents take. */
const budgetAt = (now: Date): store.Budget => ({ milliseconds: minutes(1), since: before(now, minutes(10)) })
/** No reading takes so long: whoever has begun one before that is gone. */
const longest = minutes(2)
/** A file in whose middle the process ended is opened once more, and then it is for a person. */
const mostAttempts = 2

const never = new AbortController().signal

const ring = (db: Db, documentId: DocumentId, runAt?: Date) =>
  queueJob(db)('readDocument', { documentId }, { key: `read:${documentId}`, ...(runAt && { runAt }) })

/** Puts a document into the queue, and rings for the reader. */
export async function queueReading(
  ctx: Ctx,
  { documentId, clientId }: Pick<store.ReadingRow, 'documentId' | 'clientId'>,
) {
  await store.insert(ctx.db, { documentId, clientId }, ctx.now)
  await ring(ctx.db, documentId)
}

/**
 * Reads one document: not the one for which the reader was rung, but the one whose turn it is. Clients take
 * turns by what they have used of the reader, so that nobody's heap of files is read before somebody's first; whoever
 * is beyond their budget has one place at most, so that a place is left for others.
 */
export async function readNext(jobContext: JobContext, stopping = never) {
  const now = jobContext.clock()
  const claim = { now, budget: budgetAt(now), until: after(now, longest) }
  const reading = await jobContext.transaction(({ db }) => store.claimNext(db, claim))
  if (reading === null) return
  const { documentId, clientId } = reading
  const began = performance.now()
  try {
    const validation = await endedBy(stopping, verdictOn(jobContext, reading))
    const duration = performance.now() - began
    await jobContext.transaction(async (ctx) => {
      await store.end(ctx.db, documentId, { endedAt: ctx.now, duration })
      if (validation) await recordVerdict(ctx, documentId, validation)
      // While this one was read, another of theirs may have been passed over.
      const next = await store.findDueOf(ctx.db, clientId, ctx.now)
      if (next) await ring(ctx.db, next.documentId)
    })
  } catch (error) {
    // Nobody has looked at it, or nobody could write down what was seen: it is due again, each time later.
    const waited = now.getTime() - reading.queuedAt.getTime()
    const dueAt = stopping.aborted ? now : after(now, Math.max(seconds(2), waited))
    await jobContext.transaction(async ({ db }) => {
      await store.release(db, documentId, dueAt)
      // Whoever is rung before it is due finds nothing, and rings nobody.
      await ring(db, documentId, dueAt)
    })
    if (!stopping.aborted) throw error
  }
}

/** Null where the document is gone, or was read already. */
async function verdictOn(
  jobContext: JobContext,
  { documentId, attempts }: store.ReadingRow,
): Promise<Validation | null> {
  const document = await findUnread(jobContext.read, documentId)
  if (document === null) return null
  if (attempts > mostAttempts) return notRead()
  const context = { ...jobContext, now: jobContext.clock() }
  const bytes = await bytesOf(context, document)
  const refusal = document.isOpened ? null : await openTaken(context, document, bytes)
  return (
    refusal ?? inspectDocument(context, (await findUnread(jobContext.read, documentId)) ?? document, bytes)
  )
}

/** A portal that ends does not wait for a reading, which another will begin anew. */
const endedBy = async <T>(stopping: AbortSignal, work: Promise<T>): Promise<T> => {
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = () => reject(stopping.reason)
  stopping.addEventListener('abort', stop, { once: true })
  if (stopping.aborted) stop()
  try {
    return await Promise.race([work, stopped])
  } finally {
    stopping.removeEventListener('abort', stop)
  }
}

/** Rings for whatever was begun and never ended, or was put off; and forgets how long old readings took. */
export async function readWaiting({ read, clock }: JobContext) {
  for (const { documentId } of await store.listDue(read, clock())) await ring(read, documentId)
  await store.removeEnded(read, before(clock(), days(1)))
}

/** Counts what was read outside the queue for its client, like what was read in its turn. */
export const chargeReading = (
  ctx: Ctx,
  { id, clientId }: Pick<DocumentRow, 'id' | 'clientId'>,
  duration: number,
) =>
  store.charge(
    ctx.db,
    { documentId: id, clientId },
    { endedAt: ctx.now, duration, budget: budgetAt(ctx.now) },
  )

/** How long a document is likely to wait until it is read; null where it does not wait any more. */
export const findWait = (db: Db, documentId: DocumentId, now: Date) =>
  store.findWait(db, documentId, budgetAt(now))

/**
 * Opens what was taken unopened. Answers the verdict on a file that would have been refused, else null; one in
 * which a virus is found is gone.
 */
async function openTaken(
  { ports, transaction }: InspectionContext,
  document: DocumentRow,
  bytes: Uint8Array,
): Promise<Validation | null> {
  try {
    const { filename } = document
    const { pages, hasActiveContent, fingerprint } = await ports.inspector.accept(bytes, { filename })
    const likeness = likenessOf({ ...document, fingerprint })
    await transaction(({ db }) =>
      documents.update(db, document.id, { isOpened: true, pages, hasActiveContent, ...likeness }),
    )
    await transaction(({ db }) => refuseSamePicture(db, { ...document, ...likeness }))
    return null
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'unavailable') throw error
    if (error.reason === 'malware_found')
      await transaction((ctx) => removeInfected(ctx, document.id, error.message))
    return notRead({}, [], [error.message])
  }
}
