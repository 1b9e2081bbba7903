import type { DocumentId } from '#contract/documents/documents.ts'
import type { Validation } from '#contract/documents/validation.ts'
import { Problem } from '#contract/kit/problem.ts'
import { notRead } from '#inspector/documents/verdict.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import { queueJob } from '#server/platform/jobs/queue.ts'
import { after, before, days, minutes, seconds } from '#server/platform/time/durations.ts'
import { bytesOf } from '../files.ts'
import { type InspectionContext, inspectDocument, recordVerdict } from '../record-verdict.ts'
import { removeInfected } from '../removal.ts'
import { likenessOf, refuseSamePicture } from '../same-picture.ts'
import * as documents from '../store.ts'
import { type DocumentRow, findUnread } from '../store.ts'
import * as store from './store.ts'

/** One minute of reading in ten is far more than a client's own documents need. */
const budgetAt = (now: Date): store.Budget => ({ milliseconds: minutes(1), since: before(now, minutes(10)) })
/** No reading takes this long. One that began earlier was in a process that is gone. */
const longest = minutes(2)
/** A file during which the process ended is opened once more. After that, a person looks at it. */
const mostAttempts = 2

const never = new AbortController().signal

const ring = (db: Db, documentId: DocumentId, runAt?: Date) =>
  queueJob(db)('readDocument', { documentId }, { key: `read:${documentId}`, ...(runAt && { runAt }) })

/** Queues a document to be read, and starts the reader. */
export async function queueReading(
  ctx: Ctx,
  { documentId, clientId }: Pick<store.ReadingRow, 'documentId' | 'clientId'>,
) {
  await store.insert(ctx.db, { documentId, clientId }, ctx.now)
  await ring(ctx.db, documentId)
}

/**
 * Reads the document whose turn it is, which may not be the one that started this job. Turns go by how much reading
 * time each client has used, so that one client's many files don't delay another's first. A client over budget has one
 * file read at a time, which leaves a place for others.
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
      // While this one was read, another of the client's may have been passed over.
      const next = await store.findDueOf(ctx.db, clientId, ctx.now)
      if (next) await ring(ctx.db, next.documentId)
    })
  } catch (error) {
    // The reading failed or its result could not be stored, so it is due again, later each time.
    const waited = now.getTime() - reading.queuedAt.getTime()
    const dueAt = stopping.aborted ? now : after(now, Math.max(seconds(2), waited))
    await jobContext.transaction(async ({ db }) => {
      await store.release(db, documentId, dueAt)
      // A job before that time would find nothing due, and would not queue another.
      await ring(db, documentId, dueAt)
    })
    if (!stopping.aborted) throw error
  }
}

/** Returns null if the document is gone or was read already. */
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

/** Stops waiting for a reading when the process ends. Another process starts it again. */
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

/** Starts the reader for what is due: readings that never ended and those put off. Deletes old reading times. */
export async function readWaiting({ read, clock }: JobContext) {
  for (const { documentId } of await store.listDue(read, clock())) await ring(read, documentId)
  await store.removeEnded(read, before(clock(), days(1)))
}

/** Charges reading outside the queue to its client, like reading in the queue. */
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

/** Returns how long a document is likely to wait to be read. Null if it is not waiting. */
export const findWait = (db: Db, documentId: DocumentId, now: Date) =>
  store.findWait(db, documentId, budgetAt(now))

/**
 * Opens a file that was taken unopened. Returns null, or the verdict if the file is refused. A file with a virus is
 * deleted.
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
