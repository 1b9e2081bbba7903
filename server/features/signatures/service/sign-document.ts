import { buffer } from 'node:stream/consumers'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { consent, type Signature, type SignatureId } from '#contract/signatures/signatures.ts'
import { recordActivity } from '#server/features/activities/service.ts'
import { claimTask, refuseOfClosed, settleTask } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { openKeyedLimiter } from '#server/platform/concurrency/keyed-limiter.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Client, Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import { brokenConstraint, sqlState } from '#server/platform/db/database.ts'
import type { StoredFile } from '#server/platform/files/port.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { after, minutes } from '#server/platform/time/durations.ts'
import { append, notifyFirm, portalCaller, refuseUnlessOpen } from '../events.ts'
import type { RequestRow } from '../store.ts'
import * as store from '../store.ts'
import { evidenceOf, localTime, methodWords, oneLine, reasonOf } from './evidence.ts'
import { type Mark, markOf } from './read-mark.ts'
import { type Plan, planOf, type SignInput, type Witnessing } from './signature-plan.ts'
import { shownSignature } from './signature-views.ts'

const signatureRate: Limit = { name: 'signature', points: 30, duration: 600 }

// A second press waits for the first and then finds the document signed.
const limiter = openKeyedLimiter({ slots: 2, slotsPerKey: 1, queue: 32 })

/**
 * Signs a document. Stamp, evidence and seal are made outside any transaction. Then one transaction writes the
 * signature, its events and the settled task. Throws `conflict` if the document is no longer open or the wording of
 * the consent has changed, and as `markOf` and `planOf` do, which refuse what is for a closed case.
 */
export async function signDocument(ctx: MultiStepCtx<Client>, input: SignInput): Promise<Signature> {
  await ctx.ports.limits.count(signatureRate, ctx.actor.id)
  const request = await store.get(ctx.read, ctx.actor.id, input.documentId)
  refuseUnlessOpen(request)
  refuseOldConsent(input)
  const mark = await markOf(ctx, input)
  return signAsItStands(ctx, input, { mark })
}

const tries = 4

/** Signs, and seals again if something happened to the document meanwhile, since that belongs in its evidence. */
export const signAsItStands = (ctx: MultiStepCtx<Client>, input: SignInput, way: Way) =>
  limiter(ctx.actor.id, () => tryToSign(ctx, input, way))

interface Way {
  mark: Mark
  /** For a deed. */
  witnessing?: Witnessing
  /** Runs in the transaction of the signature. Throws if what the signature relies on has changed. */
  claim?: (step: Ctx) => Promise<void>
}

async function tryToSign(ctx: MultiStepCtx<Client>, input: SignInput, way: Way) {
  for (let left = tries; ; left -= 1)
    try {
      return await attempt(ctx, input, way)
    } catch (error) {
      if (!(error instanceof Problem) || error.reason !== moved || left <= 1) throw error
    }
}

async function attempt(ctx: MultiStepCtx<Client>, input: SignInput, { mark, witnessing, claim }: Way) {
  const plan = await planOf(ctx, input, mark, witnessing)
  const sealed = await sealedBy(ctx, plan, mark)
  const { files } = ctx.ports
  const file = await files.put([sealed.pdf], { limit: sealed.pdf.length })
  try {
    return await ctx.transaction(async (step) => {
      const signature = await settle(step, plan, { mark, file, sealed })
      await claim?.(step)
      return signature
    })
  } catch (error) {
    // If the connection was lost at the commit, it may have succeeded. Then only the sweeper may delete the file.
    if (error instanceof Problem || sqlState(error) !== undefined)
      await files.remove(file.key).catch(() => {})
    if (brokenConstraint(error) === 'signatures_one_a_document') refuseUnlessOpen({ state: 'signed' })
    throw error
  }
}

async function sealedBy(ctx: MultiStepCtx<Client>, plan: Plan, mark: Mark) {
  const { request, firm, account, name, signedAs, added, at, witness } = plan
  const { picture, typedName } = mark
  const pdf = await bytesOf(ctx, request)
  const record = added.at(-1)?.hash ?? ''
  const lines = [
    `Signed by ${name}`,
    ...(signedAs === null ? [] : [`as ${signedAs}`]),
    methodWords[mark.method],
    localTime(at, firm.timeZone),
    ...(witness === null ? [] : ['Signed as a deed, before a witness']),
    `Reference ${request.documentId}`,
  ]
  return ctx.ports.sealer.seal({
    pdf,
    title: request.name,
    stamp: [{ picture, typedName, lines }, ...(witness === null ? [] : [stampOf(witness, firm.timeZone)])],
    lastPage: await ctx.ports.inspector.renderPage(pdf, request.pages, { width: 900 }).catch(() => null),
    evidence: evidenceOf({
      request,
      firm,
      signer: { name, signedAs, email: account.email, authentication: plan.authentication },
      mark,
      hasConsented: plan.hasConsented,
      at,
      verifyUrl: new URL(pages.verify, ctx.ports.origin).href,
      witness,
      events: [...plan.before, ...added],
    }),
    words: { name: firm.name, reason: reasonOf(name, record, witness), location: 'Portico', at: ctx.now },
  })
}

/** Returns the stamp of the witness, which goes below the signer's. */
const stampOf = ({ mark, name, address, occupation, at }: Witnessing['witness'], timeZone: string) => ({
  picture: mark.picture,
  typedName: mark.typedName,
  lines: [
    `Witnessed by ${name}`,
    occupation,
    oneLine(address),
    methodWords[mark.method],
    localTime(at, timeZone),
  ],
})

/** Returns the document as it was sent. Throws `conflict` if it was withdrawn a moment ago, which deletes the file. */
async function bytesOf(
  { ports, read, actor }: MultiStepCtx<Client>,
  { fileKey, sha256, documentId }: RequestRow,
) {
  try {
    return await buffer(await ports.files.read(fileKey, { sha256 }))
  } catch (error) {
    refuseUnlessOpen(await store.get(read, actor.id, documentId))
    throw error
  }
}

interface Made {
  mark: Mark
  file: StoredFile
  sealed: Awaited<ReturnType<typeof sealedBy>>
}

/** Documents are locked before tasks and tasks before requests, as in a client's reset. */
async function settle(ctx: Ctx, plan: Plan, { mark, file, sealed }: Made) {
  const { documentId, clientId, taskId, matterId } = plan.request
  await ctx.publish('documentSigned', { clientId, documentId, matterId })
  const task = taskId && (await claimTask(ctx, { id: taskId, clientId }))
  if (task) refuseOfClosed(task)
  const request = await store.claim(ctx.db, clientId, documentId)
  refuseUnlessOpen(request)
  if (((await store.findLastEvent(ctx.db, documentId))?.hash ?? plan.head) !== plan.head) throw chainMoved()
  await store.insertEvents(ctx.db, plan.added)
  const { stampedSha256, fingerprint, level } = sealed
  const details = { sha256: file.sha256, stampedSha256, fingerprint, level }
  await append(ctx, request, [{ kind: 'sealed', details }], {
    doer: { id: null, name: plan.firm.name },
    caller: portalCaller,
  })
  const signature = await store.insertSignature(ctx.db, signatureOf(plan, mark))
  await store.update(ctx.db, documentId, {
    state: 'signed',
    signedAt: plan.at,
    signedKey: file.key,
    signedSha256: file.sha256,
    signedSize: file.size,
    sealLevel: level,
    strengthenAt: level === 'B-LTA' ? null : after(ctx.now, minutes(5)),
  })
  if (task) await settleTask(ctx, task)
  await announceSignature(ctx, plan, signature.id)
  return shownSignature(signature)
}

const signatureOf = (
  { request, account, name, signedAs, at }: Plan,
  { method, typedName, picture }: Mark,
) => ({
  id: newId<SignatureId>(),
  documentId: request.documentId,
  userId: account.id,
  signedBy: name,
  signaturePosition: 'bottom_right' as const,
  method,
  typedName,
  signedAs,
  picture: picture && picture.toString('base64'),
  createdAt: at,
})

async function announceSignature(ctx: Ctx, { request, name, signedAs }: Plan, signatureId: SignatureId) {
  const { documentId, clientId } = request
  await recordActivity(ctx, clientId, {
    type: 'document_signed',
    description: `${request.name} signed`,
    metadata: { documentId },
  })
  await audit(ctx, 'signature.made', { subjectId: clientId, details: { documentId, signatureId } })
  await notifyFirm(ctx, request, {
    inMail: 'A client has signed a document.',
    title: signedAs === null ? `${name} has signed` : `${name} has signed as ${signedAs}`,
    body:
      signedAs === null
        ? `${request.name} is signed and sealed.`
        : `${request.name} is signed and sealed, in a name that is not the one on the account. Please check that this is right.`,
    link: pathTo(pages.firmSignatures, 'document', documentId),
  })
  await ctx.invalidate(clientId, 'signatures', 'documents')
}

const moved = 'document_busy'
const chainMoved = () =>
  new Problem('conflict', 'Something else just happened to this document. Please try again.', {
    reason: moved,
  })

/** Throws `conflict` if the signer agreed to another wording than today's. */
export const refuseOldConsent = ({ consentVersion }: SignInput) => {
  if (consentVersion === undefined || consentVersion === consent.version) return
  const words = 'The wording you agree to by signing has changed. Please reload the page and read it again.'
  throw new Problem('conflict', words, { reason: 'consent_changed' })
}
