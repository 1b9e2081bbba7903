import type { DocumentId } from '#contract/documents/documents.ts'
import { isVerified, type Validation } from '#contract/documents/validation.ts'
import { verdictFor } from '#contract/documents/verdict.ts'
import type { StepResult, StepType } from '#contract/identity/session.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { takesUpload } from '#contract/onboarding/conversation.ts'
import type { onboarding } from '#contract/onboarding/onboarding.ts'
import type { Client, Ctx, UploadCtx } from '#server/platform/ctx.ts'
import { openInTime } from '#server/platform/files/open-upload.ts'
import { applyCapture } from './apply-session.ts'
import { nothingKnown, saveStep, storeFile } from './intake.ts'
import { shown } from './presentation.ts'
import type { CollectedDocument, Conversation } from './schema.ts'
import { verdictMessage } from './script.ts'
import {
  attachmentOf,
  attemptOf,
  documentTypeAt,
  mergedRead,
  outcomeOf,
  readFrom,
  withDocument,
  withOutcome,
} from './state.ts'
import * as store from './store.ts'
import { advance, answerable, movedOn, openConversation } from './transition.ts'
import { viewOf } from './view.ts'

/**
 * Takes the file that the newest message asks for. It is read after the response, and then the chat goes on. `open`
 * opens the file now or leaves that for later. Throws `moved_on` at a stage that takes no file.
 */
export async function uploadDocument(
  ctx: UploadCtx<Client>,
  { messageId }: Input<typeof onboarding.upload>,
  open = openInTime,
) {
  const clientId = ctx.actor.id
  const before = await store.find(ctx.read, clientId)
  if (!before || !takesUpload(before.stage)) throw notAsked()
  const documentType = documentTypeAt(before.stage, before.state)
  const attachmentType = attachmentOf(before.stage, before.state) ?? 'id'
  const attemptFor = attemptOf({ attachmentType, step: null }, before.state)
  return storeFile(
    ctx,
    { clientId, documentType, attemptFor, open },
    async (step, { documentId, filename: content }) => {
      const conversation = await openConversation(step)
      // The message was answered before, so the file is not stored a second time.
      if ((await answerable(step, { messageId, content: '' })) === null) throw movedOn()
      if (conversation.stage !== before.stage) throw movedOn()
      return shown(step, await receive(step, conversation, { documentId, documentType, content, messageId }))
    },
  )
}

interface Sent {
  documentId: DocumentId
  documentType: CollectedDocument['documentType']
  content: string
  messageId: Input<typeof onboarding.upload>['messageId']
}

const receive = (ctx: Ctx, conversation: Conversation, { content, messageId, ...sent }: Sent) => {
  const { stage, state } = conversation
  const attachmentType = attachmentOf(stage, state) ?? 'id'
  const document: CollectedDocument = { ...sent, attachmentType, stage, step: null, outcome: 'reading' }
  return advance(ctx, conversation, {
    signal: null,
    spoken: { content, answers: messageId, attachmentType },
    state: withDocument(state, document),
    first: [{ content: "Thank you. I'm reading it now.", actionType: 'typing' }],
  })
}

const notAsked = () =>
  new Problem('conflict', "The chat isn't asking for a file at the moment.", { reason: 'moved_on' })

/** Moves the conversation on after a document sent in it has been read. */
export async function applyVerdict(
  ctx: Ctx,
  { clientId, documentId, validation }: DomainEvents['documentRead'],
) {
  const conversation = await store.claim(ctx.db, clientId)
  const document = conversation?.state.documents.find((other) => other.documentId === documentId)
  if (!conversation || !document) return
  if (document.step) return applyStepVerdict(ctx, conversation, { document, step: document.step, validation })
  const outcome = outcomeOf(validation)
  const read = mergedRead(conversation.state.read, readFrom(validation), document.attachmentType)
  const isIdentity = document.attachmentType === 'id' && outcome !== 'failed'
  const judged = withOutcome(conversation.state, documentId, outcome)
  const state = {
    ...judged,
    read: outcome === 'failed' ? judged.read : read,
    hasFailed: judged.hasFailed && !isIdentity,
  }
  // If the client has moved on meanwhile, the chat doesn't go back.
  if (document.stage !== conversation.stage) {
    await store.update(ctx.db, clientId, { state })
    return
  }
  const view = await viewOf(ctx, conversation)
  const message = verdictMessage(view, document, validation)
  await advance(ctx, conversation, { signal: `document_${outcome}`, state, first: [message] })
}

/** Removes a deleted document, so that it is neither waited for nor counted. */
export async function dropDocument(ctx: Ctx, { clientId, documentId }: DomainEvents['documentRemoved']) {
  const conversation = await store.claim(ctx.db, clientId)
  const document = conversation?.state.documents.find((other) => other.documentId === documentId)
  if (!conversation || !document) return
  const documents = conversation.state.documents.filter((other) => other !== document)
  const state = { ...conversation.state, documents }
  const kept = await store.update(ctx.db, clientId, { state })
  if (document.step) await dropStep(ctx, kept, { document, step: document.step })
  await ctx.invalidate(clientId, 'onboarding')
}

interface Judged {
  document: CollectedDocument
  step: { sessionId: string; type: StepType }
  validation: Validation
}

/** Records the result of a step's picture. The last result decides a submitted session. */
async function applyStepVerdict(
  ctx: Ctx,
  conversation: Conversation,
  { document, step, validation }: Judged,
) {
  const captures = ctx.ports.identity.captures
  const capture = await captures?.claim(ctx.db, step.sessionId, ctx.now)
  const known = capture?.steps.find(({ documentId }) => documentId === document.documentId)
  if (!known) return
  const outcome = outcomeOf(validation)
  const state = withOutcome(conversation.state, document.documentId, outcome)
  const kept = await store.update(ctx.db, conversation.clientId, { state })
  const result = resultOf(step.type, validation)
  const issues = result === 'Failed' ? validation.issues : []
  const verdict = verdictOf(document, validation)
  await saveStep(ctx, step.sessionId, { ...known, result, issues, verdict, read: readFrom(validation) })
  await ctx.invalidate(conversation.clientId, 'onboarding')
  if (capture?.state === 'submitted') await applyCapture(ctx, kept, step.sessionId)
}

const verdictOf = ({ documentType }: CollectedDocument, validation: Validation) => {
  const status = isVerified(validation) ? 'verified' : 'pending'
  return verdictFor({ documentType, status, reason: null, isAccepted: false, validation })
}

const resultOf = (type: StepType, validation: Validation): StepResult => {
  // A valid bill whose address is new to us is good enough here: its client confirms it in the review.
  if (type === 'ADDRESSDOCUMENT' && validation.valid) return 'Passed'
  const result = results[outcomeOf(validation)]
  // The back of a card has nothing that could be judged alone, so a person looks at it.
  return type === 'BACKSIDE' && result === 'Failed' ? 'Review' : result
}

/** Records a deleted picture as a failed step. */
async function dropStep(
  ctx: Ctx,
  conversation: Conversation,
  { document, step }: Omit<Judged, 'validation'>,
) {
  const capture = await ctx.ports.identity.captures?.claim(ctx.db, step.sessionId, ctx.now)
  const known = capture?.steps.find(({ documentId }) => documentId === document.documentId)
  if (!known) return
  const issues = ['This photo was deleted. Please take it again.']
  await saveStep(ctx, step.sessionId, { ...nothingKnown(step.type), result: 'Failed', issues })
  if (capture?.state === 'submitted') await applyCapture(ctx, conversation, step.sessionId)
}

const results: Record<ReturnType<typeof outcomeOf>, StepResult> = {
  verified: 'Passed',
  review: 'Review',
  failed: 'Failed',
}
