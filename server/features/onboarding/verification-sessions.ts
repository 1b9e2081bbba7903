import {
  type GeneratedSession,
  isDecided,
  sessionWords,
  VerificationStatus,
} from '#contract/identity/session.ts'
import { fullName } from '#contract/kit/names.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Client, Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import type { OpenedSession, SessionOrder } from '#server/platform/ports/providers.ts'
import { applySession } from './apply-session.ts'
import type { Conversation, SessionRow } from './schema.ts'
import { decryptUrl, encryptUrl } from './session-url.ts'
import * as store from './store.ts'
import { advance, movedOn, openConversation } from './transition.ts'
import { viewOf } from './view.ts'

/**
 * Opens a verification session, or returns the open one. Its row is written before the provider is called, and its id
 * is the key of that call, so that neither two windows nor a crash open two.
 */
export async function generateSession(ctx: MultiStepCtx<Client>): Promise<GeneratedSession> {
  const { session, order } = await ctx.transaction(planSession)
  if (session.state === 'open') return answered(decryptUrl(ctx, session))
  const { identity } = ctx.ports
  try {
    const opened = await identity.createSession(order, AbortSignal.timeout(identity.timeout))
    return await ctx.transaction((step) => keepOpened(step, session.id, opened))
  } catch {
    await ctx.transaction((step) => reportNotCreated(step, session.id))
    return { success: false, data: null, error: sessionWords.notCreated }
  }
}

async function planSession(ctx: Ctx<Client>): Promise<{ session: SessionRow; order: SessionOrder }> {
  const conversation = await openConversation(ctx)
  if (conversation.stage !== 'upload_document') throw movedOn()
  const { account, firm } = await viewOf(ctx, conversation)
  const { clientId, state, sessionId } = conversation
  const known = sessionId && (await store.findSession(ctx.db, clientId, sessionId))
  const session = known && isUsable(ctx, known) ? known : await beginSession(ctx, conversation)
  const customerName = fullName(account)
  const order = { clientId, customerName, organisationName: firm.name, comparesFaces: state.wantsSelfie }
  return { session, order: { ...order, key: session.id, now: ctx.now } }
}

const isUsable = (ctx: Ctx, session: SessionRow) => {
  const { state, expiresAt } = session
  return state === 'requested' || (decryptUrl(ctx, session) && (expiresAt === null || expiresAt > ctx.now))
}

async function beginSession(ctx: Ctx, { clientId }: Conversation): Promise<SessionRow> {
  const provider = ctx.ports.identity.name
  const nothingYet = { state: 'requested' as const, providerId: null, encryptedUrl: null, expiresAt: null }
  const session = { id: newId(), clientId, provider, createdAt: ctx.now, ...nothingYet }
  await store.insertSession(ctx.db, session)
  await store.update(ctx.db, clientId, { sessionId: session.id })
  return session
}

const ready =
  'Your identity check is ready. Have your identity document and proof of address from the last 3 months to hand, find somewhere well lit, and press Start Verification.'

async function keepOpened(ctx: Ctx<Client>, id: string, opened: OpenedSession): Promise<GeneratedSession> {
  const conversation = await openConversation(ctx)
  const before = await store.findSession(ctx.db, conversation.clientId, id)
  if (before?.state === 'open') return answered(decryptUrl(ctx, before))
  if (conversation.sessionId !== id) throw movedOn()
  const { sessionId: providerId, sessionUrl, expiresAt } = opened
  const encryptedUrl = encryptUrl(ctx, id, sessionUrl)
  await store.updateSession(ctx.db, id, { state: 'open', providerId, encryptedUrl, expiresAt })
  await audit(ctx, 'conversation.session', { details: { sessionId: providerId } })
  await advance(ctx, conversation, { signal: null, first: [{ content: ready }] })
  return answered(opened)
}

const answered = (opened: OpenedSession | null): GeneratedSession =>
  opened === null
    ? { success: false, data: null, error: sessionWords.notCreated }
    : { success: true, data: { sessionUrl: opened.sessionUrl, sessionId: opened.sessionId }, error: null }

async function reportNotCreated(ctx: Ctx<Client>, id: string) {
  const conversation = await openConversation(ctx)
  // Another window may have succeeded meanwhile, or the client chosen another way.
  if (conversation.sessionId !== id || conversation.stage !== 'upload_document') return
  await store.updateSession(ctx.db, id, { state: 'failed' })
  await advance(ctx, conversation, {
    signal: null,
    sessionId: null,
    first: [
      {
        content: `${sessionWords.notCreatedTitle}: ${sessionWords.notCreated}`,
        options: ['Try again', 'Contact support', 'Upload documents instead'],
      },
    ],
  })
}

const nothing = { personalInfo: {}, addressInfo: {}, documentInfo: {} }
const withoutSession = (
  verificationStatus: 'unknown' | 'not_started',
  message: string,
): VerificationStatus => ({
  success: verificationStatus !== 'unknown',
  verificationStatus,
  message,
  issues: [],
  recommendations: [],
  extractedData: nothing,
  verifiedDocuments: [],
  completedSteps: [],
  verificationDetails: { referenceNumber: '' },
})

/** Asks the provider for the state of the session. Moves the conversation on once it is decided. */
export async function verificationStatus(ctx: MultiStepCtx<Client>): Promise<VerificationStatus> {
  const session = await store.findNewestSession(ctx.read, ctx.actor.id)
  if (!session?.providerId)
    return withoutSession('not_started', 'No verification session has been started yet.')
  const status = await askProvider(ctx, session.providerId)
  if (status === null) return withoutSession('unknown', sessionWords.notTold)
  if (isDecided(status)) await ctx.transaction((step) => applyDecided(step, session.id, status))
  return status
}

const askProvider = async ({ ports: { identity }, now }: MultiStepCtx, sessionId: string) => {
  try {
    const signal = AbortSignal.timeout(identity.timeout)
    // A partner's response is only accepted in the agreed shape.
    return VerificationStatus.parse(await identity.status(sessionId, { now, signal }))
  } catch {
    return null
  }
}

async function applyDecided(ctx: Ctx<Client>, id: string, status: VerificationStatus) {
  const conversation = await openConversation(ctx)
  if (conversation.sessionId === id) await applySession(ctx, conversation, status)
}
