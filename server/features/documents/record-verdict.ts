import { documentName } from '#contract/documents/documents.ts'
import { DocumentType, isFaceType, isVerified, type Validation } from '#contract/documents/validation.ts'
import { londonDay } from '#contract/kit/london.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages, reviewPath } from '#contract/kit/pages.ts'
import { documentTypesFor, isDone, resendRequest, type Task } from '#contract/tasks.ts'
import type { Expectation } from '#inspector/documents/expectation.ts'
import {
  findPersonalDetails,
  getAccount,
  guestsAmong,
  listRecipients,
  namesOf,
} from '#server/features/accounts/service.ts'
import { recordActivity } from '#server/features/activities/service.ts'
import { notify, notifyByMail } from '#server/features/notifications/service.ts'
import {
  findMatterOfTask,
  listSharers,
  listTasksByIds,
  settleTask,
  type TaskRow,
} from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { doubtShared, isShared } from './same-picture.ts'
import { claimTaskOf, invalidateDocument, settleByDocuments } from './settle-task.ts'
import type { DocumentRow } from './store.ts'
import * as store from './store.ts'

/** What a reading needs from the portal. */
export type InspectionContext = Pick<MultiStepCtx, 'read' | 'ports' | 'transaction' | 'now'>

/** Reads a document and compares it with the expectation. */
export const inspectDocument = async (
  context: InspectionContext,
  document: DocumentRow,
  bytes: Uint8Array,
): Promise<Validation> =>
  doubtShared(
    context.read,
    document,
    await context.ports.inspector.inspect(bytes, await expectationOf(context, document)),
  )

/** Records a verdict and what follows from it. Of two readings at once, the first to end counts. */
export async function recordVerdict(ctx: Ctx, id: DocumentRow['id'], validation: Validation) {
  const document = await store.claimUnread(ctx.db, id)
  // It was read already, or deleted meanwhile.
  if (document === null) return
  // The client has sent another instead, so the verdict is stored and nobody is told.
  if (document.supersededAt !== null) {
    await store.update(ctx.db, id, { validation })
    return
  }
  const { clientId, status } = document
  // A person may have decided first, and that decision stays.
  const isGood = status === 'pending' && isVerified(validation)
  const verified = { status: 'verified', verifiedAt: ctx.now } as const
  await store.update(ctx.db, id, isGood ? { validation, ...verified } : { validation })
  const details = { documentId: id, outcome: isGood ? 'verified' : 'pending' }
  await audit(ctx, 'document.judged', { subjectId: clientId, details })
  if (isGood) await settleVerified(ctx, document)
  const { documentType: saidToBe, fileKey, sha256 } = document
  await ctx.publish('documentRead', { clientId, documentId: id, saidToBe, fileKey, sha256, validation })
  if (!isGood && status === 'pending') {
    await mailGuestOfAnother(ctx, document, await settleDoubtful(ctx, document))
    await notifyReviewers(ctx, document, titleFor({ ...document, validation }))
  }
  await invalidateDocument(ctx, document)
}

/** Notifies the people responsible for the client in the portal. An email follows once the client has paused. */
export async function notifyReviewers(ctx: Ctx, document: DocumentRow, title: string) {
  const { id, clientId } = document
  const matterId = await findMatterOfTask(ctx.db, document.taskId)
  const { firstName, lastName } = await getAccount(ctx.db, clientId)
  const body = `${fullName({ firstName, lastName })}: ${documentName(document)}`
  const notice = { title, body, link: reviewPath(id), matterId, hasOwnMail: true }
  for (const person of await listRecipients(ctx.db, clientId, matterId))
    await notify(ctx, person, { topic: 'documents', ...notice })
}

export const titleFor = ({ documentType, validation }: Pick<DocumentRow, 'documentType' | 'validation'>) => {
  if (validation && isShared(validation)) return 'Two clients sent the same picture'
  return isFaceType(documentType)
    ? 'A photo is waiting to be compared'
    : 'A document is waiting for your decision'
}

/** Settles the task of a verified document, and publishes the verification. */
export async function settleVerified(ctx: Ctx, document: DocumentRow) {
  await publishVerified(ctx, document, await verifyTask(ctx, document))
}

/** Publishes a verification, by the check or a person, to the client's activity and to other features. */
export async function publishVerified(ctx: Ctx, document: DocumentRow, task: TaskRow | null) {
  const { id, clientId, documentType } = document
  await recordActivity(ctx, clientId, {
    type: 'document_verified',
    description: `${documentName(document)} verified`,
    metadata: { documentId: id },
  })
  await ctx.publish('documentVerified', {
    clientId,
    documentId: id,
    documentType,
    taskKind: task?.kind ?? null,
    matterId: task?.matterId ?? null,
  })
}

/**
 * Settles the task of a doubtful document again, which may ask the client for another or take that request back.
 * Returns the settled task, or null if there was nothing to settle.
 */
export async function settleDoubtful(ctx: Ctx, document: DocumentRow) {
  const task = await claimTaskOf(ctx, document)
  // If the firm has reopened it meanwhile, its own words stay.
  return task && isDone(task) ? settleByDocuments(ctx, task) : null
}

/**
 * Emails a guest who is asked for another document. They have no page of notifications, and may have left their own
 * before the document was read. Nobody is asked once the case is closed.
 */
async function mailGuestOfAnother(ctx: Ctx, { clientId, taskId }: DocumentRow, task: Task | null) {
  if (!task || resendRequest(task) === null) return
  if (!(await guestsAmong(ctx.db, [clientId])).has(clientId)) return
  const [row] = await listTasksByIds(ctx.db, [task.id])
  if (row?.isOfClosed) return
  const inMail = "We couldn't accept a document you sent us. Please send another."
  await notifyByMail(ctx, clientId, {
    topic: 'documents',
    title: inMail,
    body: task.title,
    inMail,
    link: pages.guest,
    matterId: await findMatterOfTask(ctx.db, taskId),
  })
}

async function verifyTask(ctx: Ctx, document: DocumentRow): Promise<TaskRow | null> {
  const task = await claimTaskOf(ctx, document)
  // If the firm has reopened it meanwhile, it asks for another document.
  if (task && isDone(task)) await settleTask(ctx, task, 'verified')
  return task
}

/** Returns what a document is compared with: the types its task asks for, and the client's details. */
export async function expectationOf(
  { read, now }: Pick<MultiStepCtx, 'read' | 'now'>,
  { clientId, taskId, documentType, attemptFor }: DocumentRow,
): Promise<Expectation> {
  const { firstName, lastName } = await getAccount(read, clientId)
  const { address, postalCode, dateOfBirth } = await findPersonalDetails(read, clientId)
  const [task] = await listTasksByIds(read, taskId === null ? [] : [taskId])
  const said = DocumentType.safeParse(documentType).data
  return {
    expectedTypes: (task && documentTypesFor[task.kind]) ?? (said ? [said] : []),
    ...(attemptFor === 'gift_letter' && { moneyFrom: 'gift' }),
    ...(attemptFor === 'other_funds' && { moneyFrom: 'elsewhere' }),
    today: londonDay(now),
    client: {
      firstName,
      lastName,
      dateOfBirth,
      address,
      postcode: postalCode,
      ...(await sharersOf(read, { clientId, taskId })),
    },
  }
}

/**
 * Returns the clients who share tasks of a matter with this one, and whether this task is shared. Guests don't count.
 */
async function sharersOf(db: Db, { clientId, taskId }: Pick<DocumentRow, 'clientId' | 'taskId'>) {
  const sharers = await listSharers(db, clientId)
  const ids = [...new Set(sharers.map((sharer) => sharer.clientId))]
  const guests = await guestsAmong(db, ids)
  const names = await namesOf(
    db,
    ids.filter((id) => !guests.has(id)),
  )
  const jointClients = [...names.values()].map(({ firstName, lastName }) => ({ firstName, lastName }))
  return { jointClients, isShared: sharers.some((sharer) => sharer.taskId === taskId) }
}
