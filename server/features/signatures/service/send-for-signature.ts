import type { DocumentId } from '#contract/documents/documents.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { signablePages } from '#contract/signatures/mark.ts'
import type { SentRequest, signatures } from '#contract/signatures/signatures.ts'
import type { TaskId } from '#contract/tasks.ts'
import { findClientOf, getAccount } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { titlesOf } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, MultiStepCtx, Staff, Upload, UploadCtx } from '#server/platform/ctx.ts'
import { brokenConstraint, type Db, sqlState } from '#server/platform/db/database.ts'
import type { StoredFile } from '#server/platform/files/port.ts'
import { reportInfected } from '#server/platform/files/report-infected.ts'
import { type Attempt, holdKey } from '#server/platform/http/idempotency.ts'
import { uploadRate } from '#server/platform/http/limits.ts'
import type { Unsealable } from '#server/platform/signing/screen.ts'
import { append, refreshFirm } from '../events.ts'
import type { RequestRow } from '../store.ts'
import * as store from '../store.ts'
import { attemptFor, findRepeated, keyReusedHere } from './repeated-request.ts'
import { chooseStep, type SendDependencies } from './signature-steps.ts'
import { fileNameOf, noWitness, sentRequest } from './signature-views.ts'

type SendInput = Input<typeof signatures.send>

export const admitSending = ({ ports, actor }: MultiStepCtx<Staff>) =>
  ports.limits.count(uploadRate, actor.id)

/**
 * Takes a PDF from a member of staff and sends it to one of their clients for signature. Throws `unsupported` for any
 * other file, `unprocessable` for a PDF that can't be signed here, and `conflict` if the client has too many to sign.
 */
export async function sendDocument(
  ctx: UploadCtx<Staff>,
  wanted: SendInput,
  dependencies: SendDependencies,
): Promise<SentRequest> {
  const client = await findClientOf(ctx.read, ctx.actor, wanted.clientId)
  const attempt = attemptFor(ctx, wanted)
  const known = await findRepeated({ db: ctx.read, actor: ctx.actor }, attempt)
  if (known) return shownTo({ db: ctx.read }, client, known)
  const checked = await checkedPdf(ctx, ctx.upload)
  const { files } = ctx.ports
  const file = await files.keep(ctx.upload.staged)
  try {
    const kept = { file, ...checked, attempt }
    return await ctx.transaction((step) => recordOnce(step, wanted, kept, dependencies))
  } catch (error) {
    // If the connection was lost at the commit, it may have succeeded. Then only the sweeper may delete the file.
    if (error instanceof Problem || sqlState(error) !== undefined)
      await files.remove(file.key).catch(() => {})
    throw brokenConstraint(error) === 'signature_requests_idempotency' ? keyReusedHere() : error
  }
}

/** Refuses a file that can't be shown page by page, stamped and sealed. */
async function checkedPdf({ ports }: UploadCtx, { bytes, filename, declaredType }: Upload) {
  const seen = await ports.inspector.accept(bytes, { filename, declaredType })
  if (seen.kind !== 'pdf')
    throw new Problem('unsupported', 'Only a PDF can be signed. Please save the document as a PDF first.', {
      reason: 'type_not_allowed',
    })
  if (seen.hasActiveContent) throw unsignable('active')
  if (seen.pages > signablePages) throw unsignable('long')
  const fault = await ports.sealer.screen(bytes)
  if (fault !== null) throw unsignable(fault)
  return { pages: seen.pages }
}

const sentences: Record<Unsealable | 'active' | 'long', [reason: string, sentence: string]> = {
  encrypted: [
    'pdf_password',
    'This PDF is protected against changes. Please save a copy without protection and send that.',
  ],
  signed: [
    'already_sealed',
    'This PDF already carries a digital signature, which signing it here would break. Please send a copy without one.',
  ],
  dynamic: [
    'dynamic_form',
    'This kind of PDF form can’t be signed here. Please print it to a new PDF and send that.',
  ],
  active: [
    'active_content',
    'This PDF contains scripts or other files, so its content could change after signing. Please print it to a new PDF and send that.',
  ],
  damaged: ['file_damaged', "This PDF couldn't be read to the end. Please save it again and resend it."],
  heavy: [
    'too_complex',
    "This PDF couldn't be opened safely: it unpacks to far more data than a document should. Please print it to a new PDF and send that.",
  ],
  long: ['too_many_pages', `This PDF has more than ${signablePages} pages. Please send it in parts.`],
}

const unsignable = (fault: keyof typeof sentences) => {
  const [reason, sentence] = sentences[fault]
  return new Problem('unprocessable', sentence, { reason, fields: { file: sentence } })
}

interface Kept {
  file: StoredFile
  pages: number
  attempt?: Attempt
}

/** The most open documents of a client. More than this is a mistake. */
const mostOpen = 50

/** Records a request, or returns what the same request has recorded meanwhile. */
async function recordOnce(
  ctx: Ctx<Staff>,
  wanted: SendInput,
  kept: Kept & { attempt: Attempt },
  dependencies: SendDependencies,
) {
  const client = await findClientOf(ctx.db, ctx.actor, wanted.clientId)
  await holdKey(ctx.db, ctx.actor.id, kept.attempt)
  const known = await findRepeated(ctx, kept.attempt)
  if (known) ctx.afterCommit(() => void ctx.ports.files.remove(kept.file.key).catch(() => {}))
  return shownTo(ctx, client, known ?? (await record(ctx, wanted, kept, dependencies)))
}

function record(ctx: Ctx<Staff>, wanted: SendInput, kept: Kept, dependencies: SendDependencies) {
  const { isDeed = false, parties = '', taskId } = wanted
  const written = {
    clientId: wanted.clientId,
    name: wanted.name,
    description: wanted.description ?? '',
    matterId: null,
    isDeed,
    parties: partiesIn(parties),
    taskId: taskId === 'none' ? null : taskId,
    ...kept,
  }
  return sendWritten(ctx, written, dependencies)
}

const shownTo = async (ctx: Pick<Ctx, 'db'>, client: Parameters<typeof fullName>[0], request: RequestRow) =>
  sentRequest(request, {
    clientName: fullName(client),
    step: await stepOf(ctx, request),
    isSendable: true,
    ...noWitness,
  })

const stepOf = async ({ db }: Pick<Ctx, 'db'>, { taskId }: Pick<RequestRow, 'taskId'>) =>
  taskId && ((await titlesOf(db, [taskId])).get(taskId) ?? null)

/** Returns the names, one per line. */
const partiesIn = (lines: string) => lines.split('\n').flatMap((name) => name.trim() || [])

export type Written = Pick<
  RequestRow,
  'clientId' | 'name' | 'description' | 'matterId' | 'isDeed' | 'parties'
> &
  Kept & {
    /** The step that the signature completes, or null for none. If undefined, `chooseStep` decides. */
    taskId?: TaskId | null | undefined
  }

/**
 * Sends a document to a client for signature. The parties to the case of a deed are parties to the deed. The caller has
 * checked that the sender may see this client. Throws `conflict` if the client has too many to sign.
 */
export async function sendWritten(
  ctx: Ctx<Staff>,
  { file, pages: count, taskId: wanted, attempt, ...written }: Written,
  dependencies: SendDependencies,
) {
  const { clientId, name, matterId } = written
  if ((await store.countOpenOf(ctx.db, clientId)) >= mostOpen)
    throw new Problem('conflict', `This client already has ${mostOpen} documents to sign.`, {
      reason: 'quota_reached',
    })
  const sender = await getAccount(ctx.db, ctx.actor.id)
  const sentBy = fullName(sender)
  const step = await chooseStep(ctx, { clientId, matterId, taskId: wanted }, dependencies)
  const taskId = step?.id ?? null
  // A document for a step of a case belongs to that case, so that people who may not know of the case don't see it.
  const caseId = matterId ?? step?.matter?.id ?? null
  const facts = {
    ...written,
    matterId: caseId,
    parties: [...written.parties, ...(await partiesOf(ctx, { ...written, matterId: caseId }, dependencies))],
    senderId: sender.id,
    sentBy,
    taskId,
    pages: count,
    ...attempt,
  }
  const request = await keepRequest(ctx, { ...facts, documentType: 'legal' }, file)
  await append(ctx, request, [{ kind: 'sent', details: { sha256: file.sha256, pages: String(count) } }], {
    doer: { id: sender.id, name: sentBy },
  })
  await notify(ctx, clientId, {
    topic: 'signatures',
    inMail: 'A document is ready for you to sign.',
    title: 'A document to sign',
    body: written.isDeed
      ? `${sentBy} has sent you a deed to sign: ${name}. You’ll need a witness in the room with you.`
      : `${sentBy} has sent you a document to sign: ${name}.`,
    link: pathTo(pages.signatures, 'sign', request.documentId),
    matterId: request.matterId,
  })
  await audit(ctx, 'signature.sent', {
    subjectId: clientId,
    details: { documentId: request.documentId, name, sha256: file.sha256, ...(taskId && { taskId }) },
  })
  await refreshFirm(ctx, request)
  return request
}

/** Returns who can't witness a deed because of the case that it is for, whether or not the sender thought of them. */
const partiesOf = async (
  ctx: Ctx<Staff>,
  { isDeed, matterId, clientId }: Pick<RequestRow, 'isDeed' | 'matterId' | 'clientId'>,
  { listDeedParties }: SendDependencies,
) => (isDeed && matterId ? listDeedParties(ctx, { matterId, signerId: clientId }) : [])

/** Returns the state of these documents, by id. */
export const findSentTo = async (db: Db, ids: DocumentId[]) =>
  new Map((await store.listByIds(db, ids)).map(({ documentId, state }) => [documentId, state]))

type NewRequest = Pick<
  RequestRow,
  'clientId' | 'name' | 'description' | 'senderId' | 'sentBy' | 'taskId' | 'pages'
> &
  Partial<Pick<RequestRow, 'matterId' | 'isDeed' | 'parties' | keyof Attempt>> & { documentType: string }

/** Writes the request, and adds its file to the client's documents. */
export async function keepRequest(ctx: Ctx, { documentType, ...facts }: NewRequest, file: StoredFile) {
  const documentId = newId<DocumentId>()
  const { clientId, taskId, name, pages: count } = facts
  await ctx.publish('documentSent', {
    clientId,
    documentId,
    taskId,
    documentType,
    filename: fileNameOf(name, 'to sign'),
    fileType: 'application/pdf',
    pages: count,
    file,
  })
  const request = await store.insert(ctx.db, {
    ...facts,
    documentId,
    fileKey: file.key,
    sha256: file.sha256,
    fileSize: file.size,
    state: 'open',
    createdAt: ctx.now,
  })
  await ctx.invalidate(clientId, 'signatures')
  return request
}

/** Records why a file was refused, for the firm and for support. */
export async function noteRefusal(
  ctx: MultiStepCtx<Staff>,
  problem: Problem,
  upload: Pick<Upload, 'filename'> | null,
) {
  const { code, reason = code } = problem
  await ctx.transaction((step) => audit(step, 'signature.refused', { details: { reason } }))
  await reportInfected(ctx, problem, upload)
}
