import { documentName } from '#contract/documents/documents.ts'
import { DocumentType, isFaceType, isVerified, type Validation } from '#contract/documents/validation.ts'
import { londonDay } from '#contract/kit/london.ts'
import { fullName } from '#contract/kit/names.ts'
import { reviewPath } from '#contract/kit/pages.ts'
import { documentTypesFor, isDone, type TaskId } from '#contract/tasks.ts'
import type { Expectation } from '#inspector/documents/expectation.ts'
import {
  findPersonalDetails,
  getAccount,
  guestsAmong,
  listAsked,
  namesOf,
} from '#server/features/accounts/service.ts'
import { recordActivity } from '#server/features/activities/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import {
  claimTask,
  findMatterOfTask,
  getTask,
  listSharers,
  settleTask,
  type TaskRow,
} from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { doubtShared, isShared } from './likeness.ts'
import { settleByDocuments, tellOfDocument } from './settle-task.ts'
import type { DocumentRow } from './store.ts'
import * as store from './store.ts'

/** What reading needs of the portal. */
export type InspectionContext = Pick<MultiStepCtx, 'read' | 'ports' | 'transaction' | 'now'>

/** Reads a document, with what is expected of it. */
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

/** Records what was read, and what follows from it. Of two readings at once, the first to end counts. */
export async function recordVerdict(ctx: Ctx, id: DocumentRow['id'], validation: Validation) {
  const document = await store.claimUnread(ctx.db, id)
  // Read already, or deleted while it was being read.
  if (document === null) return
  // The client has sent another in its place: what was read is kept, and nobody hears of it.
  if (document.supersededAt !== null) {
    await store.update(ctx.db, id, { validation })
    return
  }
  const { clientId, status } = document
  // A person may have decided first, and a person's word stands.
  const isGood = status === 'pending' && isVerified(validation)
  const verified = { status: 'verified', verifiedAt: ctx.now } as const
  await store.update(ctx.db, id, isGood ? { validation, ...verified } : { validation })
  const details = { documentId: id, outcome: isGood ? 'verified' : 'pending' }
  await audit(ctx, 'document.judged', { subjectId: clientId, details })
  if (isGood) await spreadGoodNews(ctx, document)
  const { documentType: saidToBe, fileKey, sha256 } = document
  await ctx.publish('documentRead', { clientId, documentId: id, saidToBe, fileKey, sha256, validation })
  if (!isGood && status === 'pending') {
    await standAgain(ctx, document)
    await askFirm(ctx, document, titleFor({ ...document, validation }))
  }
  await tellOfDocument(ctx, document)
}

/** Whoever answers for the client finds it under their bell; an email follows when the client has paused. */
export async function askFirm(ctx: Ctx, document: DocumentRow, title: string) {
  const { id, clientId } = document
  const matterId = await findMatterOfTask(ctx.db, document.taskId)
  const { firstName, lastName } = await getAccount(ctx.db, clientId)
  const body = `${fullName({ firstName, lastName })}: ${documentName(document)}`
  const notice = { title, body, link: reviewPath(id), matterId, hasOwnMail: true }
  for (const person of await listAsked(ctx.db, clientId, matterId))
    await notify(ctx, person, { topic: 'documents', ...notice })
}

export const titleFor = ({ documentType, validation }: Pick<DocumentRow, 'documentType' | 'validation'>) => {
  if (validation && isShared(validation)) return 'Two clients sent the same picture'
  return isFaceType(documentType)
    ? 'A picture is waiting to be compared'
    : 'A document is waiting for your decision'
}

/** A verified document settles its task. */
export async function spreadGoodNews(ctx: Ctx, document: DocumentRow) {
  const { clientId, taskId } = document
  await tellOfVerified(ctx, document, taskId && (await verifyTask(ctx, { id: taskId, clientId })))
}

/** Whether the check or a person verified it, the client reads it, and whoever waits for it hears of it. */
export async function tellOfVerified(ctx: Ctx, document: DocumentRow, task: TaskRow | null) {
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

/** A doubt may ask its client for another, or take back that one is asked for. */
export async function standAgain(ctx: Ctx, { taskId: id, clientId }: DocumentRow) {
  if (id === null) return
  const task = await claimTask(ctx, { id, clientId })
  // The firm may have opened it again meanwhile; then its own words stand.
  if (isDone(task)) await settleByDocuments(ctx, task)
}

async function verifyTask(
  ctx: Ctx,
  whose: { id: TaskId; clientId: DocumentRow['clientId'] },
): Promise<TaskRow> {
  const task = await claimTask(ctx, whose)
  // The firm may have opened it again meanwhile; then it asks for another document.
  if (isDone(task)) await settleTask(ctx, task, 'verified')
  return task
}

/** What a document is compared with: what its task asks for, and what is known of its client. */
export async function expectationOf(
  { read, now }: Pick<MultiStepCtx, 'read' | 'now'>,
  { clientId, taskId, documentType }: DocumentRow,
): Promise<Expectation> {
  const { firstName, lastName } = await getAccount(read, clientId)
  const { address, postalCode, dateOfBirth } = await findPersonalDetails(read, clientId)
  const task = taskId && (await getTask(read, clientId, taskId))
  const said = DocumentType.safeParse(documentType).data
  return {
    expectedTypes: (task && documentTypesFor[task.kind]) ?? (said ? [said] : []),
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

/** Who has tasks of a matter together with this client, and whether this is one of them. A guest is no client. */
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
