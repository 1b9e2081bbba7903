import type { DocumentType } from '#contract/documents/validation.ts'
import {
  type CaptureSession,
  canSkip,
  canSubmit,
  type StepType,
  stepsFor,
} from '#contract/identity/session.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { notFound, Problem } from '#contract/kit/problem.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import { actorIdOf, type Ctx, type MultiStepCtx, type UploadCtx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { openInTime } from '#server/platform/files/open-upload.ts'
import { uploadRate } from '#server/platform/http/limits.ts'
import type { Capture, CapturedStep } from '#server/platform/ports/providers.ts'
import { applyCapture } from './apply-session.ts'
import { nothingKnown, saveStep, storeFile } from './intake.ts'
import type { CollectedDocument, Conversation } from './schema.ts'
import { attemptOf, withDocument } from './state.ts'
import * as store from './store.ts'
import { advance } from './transition.ts'

type CaptureInput = Input<typeof onboarding.capture>

/**
 * Shows a session to anyone with its address, on any device, except to someone signed in as another user. While its
 * page is open and awaits a picture, the inspector stays awake, so that nobody waits for it to start.
 */
export const showCapture = async (ctx: Ctx, named: CaptureInput) => {
  const session = await shownCapture(ctx.db, await find(ctx, ctx.db, named))
  const awaitsPicture = session.document !== null && session.steps.some(({ state }) => state === 'waiting')
  if (session.state === 'open' && awaitsPicture) void ctx.ports.inspector.wake()
  return session
}

/** Finds the session of an address. Throws `not_found` if it is unknown, or belongs to another user. */
async function find(
  { ports, actor, now }: Pick<Ctx, 'ports' | 'actor' | 'now'>,
  db: Db,
  { token }: CaptureInput,
) {
  const capture = await ports.identity.captures?.find(db, token, now)
  if (!capture || (actor.role !== 'visitor' && actor.id !== capture.clientId))
    return notFound('verification session')
  const conversation = await store.find(db, capture.clientId)
  return conversation ? asIs(db, conversation, capture) : notFound('verification session')
}

// A session that the conversation no longer uses counts as replaced, even if its own state is open.
const asIs = async (db: Db, { clientId, sessionId }: Conversation, capture: Capture): Promise<Capture> => {
  const current = sessionId && (await store.findSession(db, clientId, sessionId))
  const isLeft = capture.state === 'open' && (!current || current.providerId !== capture.id)
  return isLeft ? { ...capture, state: 'replaced' } : capture
}

/** Locks the session and its conversation, which is always locked first. Returns the session in its current state. */
async function claim(ctx: Ctx, { id, clientId }: Capture) {
  const conversation = await store.claim(ctx.db, clientId)
  const capture = await ctx.ports.identity.captures?.claim(ctx.db, id, ctx.now)
  if (!conversation || !capture) return notFound('verification session')
  return { conversation, capture: await asIs(ctx.db, conversation, capture) }
}

/** The same for an open session. Throws `session_expired` or `session_over` for any other. */
async function claimOpen(ctx: Ctx, found: Capture) {
  const held = await claim(ctx, found)
  if (held.capture.state !== 'open') throw over(held.capture)
  return held
}

const over = ({ state }: Pick<Capture, 'state'>) => {
  if (state === 'expired')
    return new Problem('conflict', 'This session has expired. Please start a new one in the chat.', {
      reason: 'session_expired',
    })
  return new Problem('conflict', 'This session is over. Please carry on in the chat.', {
    reason: 'session_over',
  })
}

/**
 * Sets the document of a session, and drops the pictures of another one. Throws `session_expired` or `session_over`
 * once the session is over.
 */
export async function chooseDocument(ctx: Ctx, { token, document }: Input<typeof onboarding.chooseDocument>) {
  const found = await find(ctx, ctx.db, { token })
  // The documents are locked before the conversation, as everywhere.
  if (found.state === 'open' && found.document !== null && found.document !== document)
    for (const attemptFor of ['id_front', 'id_back'] as const)
      await ctx.publish('attemptWithdrawn', { clientId: found.clientId, attemptFor })
  const { conversation, capture } = await claimOpen(ctx, found)
  if (capture.document !== document) {
    await ctx.ports.identity.captures?.chooseDocument(ctx.db, found.id, document)
    const documents = conversation.state.documents.filter(
      ({ step, attachmentType }) => !step || attachmentType !== 'id',
    )
    const state = { ...conversation.state, idType: document, documents }
    await store.update(ctx.db, conversation.clientId, { state, updatedAt: ctx.now })
  }
  return showAgain(ctx, found, conversation)
}

/**
 * Counts uploads by account, or by address if nobody is signed in, before the file is received. Receives none from
 * whoever has no address of a session.
 */
export async function admitPicture(ctx: MultiStepCtx, params: unknown) {
  await ctx.ports.limits.count(uploadRate, actorIdOf(ctx.actor) ?? ctx.caller.address)
  const named = onboarding.capture.input.safeParse(params).data
  if (!named) return notFound('verification session')
  await find(ctx, ctx.read, named)
}

/**
 * Returns the client of a session, by the parameters of its path, which nobody has checked. Null if there is no such
 * session, or none any more.
 */
export async function clientOf(ctx: MultiStepCtx, params: unknown) {
  const named = onboarding.capture.input.safeParse(params).data
  if (!named) return null
  try {
    return (await find(ctx, ctx.read, named)).clientId
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
}

/**
 * Takes the picture of a step. It is read at once, and the page is told the result. `open` opens the file now or leaves
 * that for later. Throws `wrong_step` if the session does not need it, and `session_expired` or `session_over` once the
 * session is over.
 */
export async function takePicture(
  ctx: UploadCtx,
  { token, step: type }: Input<typeof onboarding.takePicture>,
  open = openInTime,
) {
  const found = await find(ctx, ctx.read, { token })
  refuseForeign(found, type)
  if (found.state !== 'open') throw over(found)
  const { clientId } = found
  const documentType = documentTypeOf(type, found)
  const attachmentType = attachments[type]
  const sent = { sessionId: found.id, type }
  const attemptFor = attemptOf({ attachmentType, step: sent })
  const numberAsked = type === 'LIVENESS' ? { numberAsked: found.prompt } : {}
  return storeFile(
    ctx,
    { clientId, documentType, attemptFor, open, ...numberAsked },
    async (step, { documentId }) => {
      const { conversation, capture } = await claimOpen(step, found)
      refuseForeign(capture, type)
      await saveStep(step, found.id, { ...nothingKnown(type), documentId })
      const document: CollectedDocument = {
        documentId,
        documentType,
        attachmentType,
        stage: null,
        step: sent,
        outcome: 'reading',
      }
      const state = withDocument(conversation.state, document)
      await store.update(step.db, clientId, { state, updatedAt: step.now })
      return showAgain(step, found, conversation)
    },
  )
}

const refuseForeign = ({ document, comparesFaces }: Capture, type: StepType) => {
  if (stepsFor(document, comparesFaces).includes(type)) return
  throw new Problem('unprocessable', "This session doesn't need that photo.", { reason: 'wrong_step' })
}

const documentTypeOf = (type: StepType, { document }: Capture): DocumentType => {
  if (type === 'ADDRESSDOCUMENT') return 'address_proof'
  if (type === 'LIVENESS') return 'photo'
  return type === 'FRONTSIDE' || type === 'BACKSIDE' ? (document ?? 'identity') : 'selfie'
}

const attachments: Record<StepType, CollectedDocument['attachmentType']> = {
  FRONTSIDE: 'id',
  BACKSIDE: 'id',
  ADDRESSDOCUMENT: 'proof_of_address',
  SELFIE: 'selfie',
  LIVENESS: 'selfie',
  PASSIVE_LIVENESS: 'selfie',
}

/** Skips a picture. Throws `wrong_step` for one that is required, and `session_expired` or `session_over`. */
export async function skipStep(ctx: Ctx, { token, step: type }: Input<typeof onboarding.skipStep>) {
  const found = await find(ctx, ctx.db, { token })
  // The documents are locked before the conversation, as everywhere.
  const attemptFor = attemptOf({ attachmentType: attachments[type], step: { sessionId: found.id, type } })
  await ctx.publish('attemptWithdrawn', { clientId: found.clientId, attemptFor })
  const { conversation, capture } = await claimOpen(ctx, found)
  refuseForeign(capture, type)
  if (!canSkip(type))
    throw new Problem('unprocessable', "We can't check your identity without this photo.", {
      reason: 'wrong_step',
    })
  await saveStep(ctx, found.id, { ...nothingKnown(type), result: 'Skipped' })
  const documents = conversation.state.documents.filter(({ step }) => step?.type !== type)
  const state = { ...conversation.state, documents }
  await store.update(ctx.db, conversation.clientId, { state, updatedAt: ctx.now })
  return showAgain(ctx, found, conversation)
}

/** Submits the session. A second submission has no effect. Throws `steps_missing` while it lacks pictures. */
export async function submitSession(ctx: Ctx, named: CaptureInput) {
  const found = await find(ctx, ctx.db, named)
  const held = await claim(ctx, found)
  if (held.capture.state === 'submitted') return shownCapture(ctx.db, held.capture)
  const { conversation, capture } = await claimOpen(ctx, found)
  if (!canSubmit(await shownCapture(ctx.db, capture)))
    throw new Problem('conflict', 'Please take or skip the photos that are still missing.', {
      reason: 'steps_missing',
    })
  await ctx.ports.identity.captures?.submit(ctx.db, found.id, ctx.now)
  const waiting = await advance(ctx, conversation, { signal: 'session_submitted' })
  await applyCapture(ctx, waiting, found.id)
  return showAgain(ctx, found, conversation)
}

const showAgain = async (ctx: Ctx, found: Capture, { clientId }: Conversation) => {
  const capture = (await ctx.ports.identity.captures?.claim(ctx.db, found.id, ctx.now)) ?? found
  await ctx.invalidate(clientId, 'onboarding')
  return shownCapture(ctx.db, capture)
}

const shownCapture = async (db: Db, capture: Capture): Promise<CaptureSession> => {
  const { clientId, document, comparesFaces, state, prompt, expiresAt } = capture
  const { firstName } = await getAccount(db, clientId)
  const steps = stepsFor(document, comparesFaces).map((type) => stepOf(type, capture.steps))
  return { state, firstName, document, steps, prompt, expiresAt }
}

const stepOf = (type: StepType, captured: CapturedStep[]): CaptureSession['steps'][number] => {
  const step = captured.find((other) => other.type === type)
  const isReading = step?.documentId != null && step.result === null
  const state = step === undefined ? 'waiting' : isReading ? 'reading' : 'done'
  const { result = null, issues = [], verdict = null } = step ?? {}
  return { type, state, result, issues, verdict, isOptional: canSkip(type) }
}
