import type { UserId } from '#contract/accounts/accounts.ts'
import type { DocumentId } from '#contract/documents/documents.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { notFound, Problem } from '#contract/kit/problem.ts'
import { SealLevel } from '#contract/signatures/evidence.ts'
import { isOpen, type SentRequest, type signatures } from '#contract/signatures/signatures.ts'
import { getAccount, listClientsByName, namesOf } from '#server/features/accounts/service.ts'
import { selectHeldTasks, titlesOf } from '#server/features/tasks/service.ts'
import {
  type Client,
  type Ctx,
  type FileAnswer,
  type KeptFile,
  type Member,
  type MultiStepCtx,
  type Staff,
  withRolesFor,
} from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { hours, minutes } from '#server/platform/time/durations.ts'
import { note } from './events.ts'
import { chainFindings, checkSignatures, copiesIn } from './service/check-signatures.ts'
import { ensureLetter } from './service/client-care-letter.ts'
import {
  type Dependencies,
  fileNameOf,
  noWitness,
  sentRequest,
  shownRequest,
  visibleTo,
} from './service/signature-views.ts'
import type { RequestRow } from './store.ts'
import * as store from './store.ts'
import { hasDeclined, standingOf, stateOf } from './witness/invitation.ts'
import { find as findWitness, listOf as listWitnesses, type WitnessRow } from './witness/store.ts'

export { findSentTo, sendWritten } from './service/send-for-signature.ts'
export { listSteps } from './service/signature-steps.ts'
export { signaturesOpenTo } from './service/signature-views.ts'
export { listOpenOn as listOpenRequestsOn, listTasksTaken } from './store.ts'

const verifyRate: Limit = { name: 'verify', points: 60, duration: 600 }

/** Lists what the client has to sign and has signed. Writes the letter of their task on the first call. */
export async function listRequests(ctx: MultiStepCtx<Client>, { before }: Input<typeof signatures.requests>) {
  if (before === undefined) await ensureLetter(ctx)
  return listWritten(ctx.read, ctx.actor.id, before)
}

/** Lists what the client has to sign and has signed, without writing a letter. */
export const listWritten = async (db: Db, clientId: UserId, before?: DocumentId) =>
  (await store.listOf(db, clientId, { before, held: selectHeldTasks(db, clientId) })).map(shownRequest)

const doerOf = async ({ read, actor }: MultiStepCtx<Member>) => {
  const { id, firstName, lastName } = await getAccount(read, actor.id)
  return { id, name: fullName({ firstName, lastName }) }
}

export async function noteOpened(ctx: MultiStepCtx<Client>, { id }: Input<typeof signatures.opened>) {
  const request = await store.get(ctx.read, ctx.actor.id, id)
  if (request.state !== 'open') return shownRequest(request)
  const doer = await doerOf(ctx)
  return shownRequest(await note(ctx, request, { kind: 'opened', doer, within: minutes(10) }))
}

export async function checkOwn(
  ctx: MultiStepCtx<Client>,
  { id }: Input<typeof signatures.ofDocument>,
): Promise<Output<typeof signatures.ofDocument>> {
  const request = await store.get(ctx.read, ctx.actor.id, id)
  const { checked } = await checkAndNote(ctx, request)
  return checked
}

/** Checks the signatures, and records who checked and the result, at most once a day. */
async function checkAndNote(ctx: MultiStepCtx<Member>, request: RequestRow) {
  const result = await checkSignatures(ctx, request)
  const [first] = result.checked
  if (first) {
    const details = { outcome: first.status }
    await note(ctx, request, { kind: 'verified', details, doer: await doerOf(ctx), within: hours(24) })
  }
  return result
}

export async function listSent(
  ctx: Ctx<Staff>,
  { before }: Input<typeof signatures.sent>,
  dependencies: Dependencies,
) {
  const rows = await store.listForFirm(ctx.db, visibleTo(ctx.db, ctx.actor, dependencies), before)
  return named(ctx, rows, dependencies)
}

async function named(
  { db, actor, now }: Pick<Ctx<Staff>, 'db' | 'actor' | 'now'>,
  requests: RequestRow[],
  dependencies: Dependencies,
) {
  // One role may read what only another could withdraw.
  const sendable = await store.listIds(
    db,
    visibleTo(db, withRolesFor(actor, 'signatures.send'), dependencies),
    requests.map(({ documentId }) => documentId),
  )
  const ids = requests.map(({ clientId }) => clientId)
  const names = await namesOf(db, ids)
  const steps = await titlesOf(
    db,
    requests.flatMap(({ taskId }) => taskId ?? []),
  )
  const deeds = requests.filter((request) => request.isDeed && isOpen(request))
  const witnesses = await listWitnesses(
    db,
    deeds.map(({ documentId }) => documentId),
  )
  return requests.map((request) => {
    const client = names.get(request.clientId)
    const witness = witnesses.find(({ documentId }) => documentId === request.documentId)
    return sentRequest(request, {
      clientName: client ? fullName(client) : '',
      step: request.taskId && (steps.get(request.taskId) ?? null),
      isSendable: sendable.includes(request.documentId),
      ...waitOf(witness, now),
    })
  })
}

/** Returns what the firm's list says of the witness of a deed that is still to be signed. */
function waitOf(
  witness: Pick<WitnessRow, 'state' | 'name' | 'expiresAt'> | undefined,
  now: Date,
): Pick<SentRequest, 'awaitsWitness' | 'declinedWitness'> {
  if (!witness) return noWitness
  const { name, expiresAt } = witness
  if (hasDeclined(witness)) return { ...noWitness, declinedWitness: { name } }
  if (stateOf(witness, now) !== 'signed') return noWitness
  return { ...noWitness, awaitsWitness: { name: name ?? '', until: expiresAt } }
}

export async function showEvidence(
  ctx: MultiStepCtx<Staff>,
  { id }: Input<typeof signatures.evidence>,
  dependencies: Dependencies,
): Promise<Output<typeof signatures.evidence>> {
  const row = await store.getForFirm(ctx.read, visibleTo(ctx.read, ctx.actor, dependencies), id)
  const { checked, events } = await checkAndNote(ctx, row)
  const [request] = await named({ db: ctx.read, actor: ctx.actor, now: ctx.now }, [row], dependencies)
  const found = await findWitness(ctx.read, id)
  const witness = found && standingOf(found, ctx.now)
  return { request: request ?? notFound('document'), signatures: checked, events, witness }
}

export const listRecipients = ({ db, actor }: Ctx<Staff>, { search }: Input<typeof signatures.recipients>) =>
  listClientsByName(db, actor, search)

/** Looks up a file by its digest alone. The file is not sent, and the question is not stored. */
export async function verifyFile(
  { read, ports, caller }: MultiStepCtx,
  { sha256 }: Input<typeof signatures.verify>,
): Promise<Output<typeof signatures.verify>> {
  await ports.limits.count(verifyRate, caller.address)
  const request = (await store.findByDigest(read, sha256)) ?? (await store.findByEarlierCopy(read, sha256))
  if (request === null) return { outcome: 'unknown', signedAt: null, level: null }
  const events = await store.listEvents(read, request.documentId)
  const copy = copiesIn(events).find(({ details }) => details.sha256 === sha256)
  if (request.signedSha256 !== sha256 && !copy) return { outcome: 'unsigned', signedAt: null, level: null }
  const isSound = copy !== undefined && chainFindings(request, events).length === 0
  const level = isSound ? (SealLevel.safeParse(copy.details.level).data ?? null) : null
  return { outcome: isSound ? 'signed' : 'doubtful', signedAt: request.signedAt, level }
}

/** Erases what was sent to a demo account and signed by it. */
export async function eraseSignatures(ctx: Ctx, { clientId }: DomainEvents['clientReset']) {
  const keys = await store.removeAllOf(ctx.db, clientId)
  await ctx.invalidate(clientId, 'signatures')
  const { files } = ctx.ports
  // Only after commit, when the rows are gone for good. The sweeper deletes any file left behind.
  ctx.afterCommit(() => {
    for (const key of keys) files.remove(key).catch(() => {})
  })
}

export async function ownSignedCopy(
  ctx: MultiStepCtx<Client>,
  { id }: Input<typeof signatures.signedCopy>,
): Promise<FileAnswer> {
  const request = await store.get(ctx.read, ctx.actor.id, id)
  return sealedOf(ctx, request) ?? notSigned()
}

/** Returns the signed copy for the firm, or the document as sent if it is not signed. */
export async function firmCopy(
  ctx: MultiStepCtx<Staff>,
  { id }: Input<typeof signatures.copy>,
  dependencies: Dependencies,
): Promise<FileAnswer> {
  const request = await store.getForFirm(ctx.read, visibleTo(ctx.read, ctx.actor, dependencies), id)
  return sealedOf(ctx, request) ?? originalOf(ctx, request)
}

const sealedOf = (ctx: MultiStepCtx<Member>, request: RequestRow): KeptFile | null => {
  const { signedKey, signedSha256, signedSize, name } = request
  if (signedKey === null || signedSha256 === null || signedSize === null) return null
  return {
    // Recorded only when bytes are sent. The rest of an interrupted download was recorded with its beginning.
    open: async (range) => {
      if (!range || range.start === 0) await noteDownload(ctx, request)
      return ctx.ports.files.read(signedKey, { range, sha256: signedSha256 })
    },
    size: signedSize,
    type: 'application/pdf',
    filename: fileNameOf(name, 'signed'),
    isAttachment: true,
    tag: signedSha256,
  }
}

const originalOf = (
  { ports }: MultiStepCtx,
  { fileKey, sha256, fileSize, name, state }: RequestRow,
): KeptFile => {
  if (state !== 'open') throw new Problem('not_found', 'This document was withdrawn and has not been kept.')
  return {
    open: (range) => ports.files.read(fileKey, { range, sha256 }),
    size: fileSize,
    type: 'application/pdf',
    filename: fileNameOf(name, 'to sign'),
    isAttachment: true,
    tag: sha256,
  }
}

const noteDownload = async (ctx: MultiStepCtx<Member>, request: RequestRow) => {
  const { id, firstName, lastName } = await getAccount(ctx.read, ctx.actor.id)
  const doer = { id, name: fullName({ firstName, lastName }) }
  await note(ctx, request, { kind: 'downloaded', doer, within: minutes(10) })
}

const notSigned = (): never => {
  throw new Problem('conflict', 'A signed copy will be available once the document is signed.', {
    reason: 'not_signed',
  })
}
