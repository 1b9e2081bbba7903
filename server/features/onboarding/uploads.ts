import { takesUpload } from '#contract/conversation.ts'
import type { DocumentId } from '#contract/documents.ts'
import type { DomainEvents } from '#contract/domain-events.ts'
import type { Input } from '#contract/kit.ts'
import type { onboarding } from '#contract/onboarding.ts'
import { Problem } from '#contract/problem.ts'
import { isVerified, type Validation } from '#contract/validation.ts'
import { verdictFor } from '#contract/verdict.ts'
import type { StepResult, StepType } from '#contract/verification-session.ts'
import type { Client, Ctx, UploadCtx } from '#server/platform/ctx.ts'
import { openInTime } from '#server/platform/files/open-upload.ts'
import { nothingKnown, saveStep, takeFile } from './intake.ts'
import { shown } from './presentation.ts'
import type { Conversation, Paper } from './schema.ts'
import {
  attachmentOf,
  attemptOf,
  documentTypeAt,
  mergedRead,
  outcomeOf,
  readFrom,
  viewOf,
  withOutcome,
  withPaper,
} from './state.ts'
import * as store from './store.ts'
import { answerable, begun, followCapture, movedOn, proceed } from './transition.ts'
import { tellVerdict } from './verdicts.ts'

/**
 * Takes the file that the newest message asks for. It is read after the answer, and the chat goes on then. `open`
 * opens the file, or leaves that for later.
 */
export async function uploadDocument(
  ctx: UploadCtx<Client>,
  { messageId }: Input<typeof onboarding.upload>,
  open = openInTime,
) {
  const clientId = ctx.actor.id
  const before = await store.find(ctx.read, clientId)
  if (!before || !takesUpload(before.stage)) throw notAsked()
  const documentType = documentTypeAt(before.stage, before.facts)
  const attachmentType = attachmentOf(before.stage, before.facts) ?? 'id'
  const attemptFor = attemptOf({ attachmentType, step: null })
  return takeFile(
    ctx,
    { clientId, documentType, attemptFor, open },
    async (step, { documentId, filename: content }) => {
      const conversation = await begun(step)
      // A file that was taken once has been answered by another message: it is not kept twice.
      if ((await answerable(step, { messageId, content: '' })) === null) throw movedOn()
      if (conversation.stage !== before.stage) throw movedOn()
      return shown(step, await hear(step, conversation, { documentId, documentType, content, messageId }))
    },
  )
}

interface Sent {
  documentId: DocumentId
  documentType: Paper['documentType']
  content: string
  messageId: Input<typeof onboarding.upload>['messageId']
}

const hear = (ctx: Ctx, conversation: Conversation, { content, messageId, ...sent }: Sent) => {
  const { stage, facts } = conversation
  const attachmentType = attachmentOf(stage, facts) ?? 'id'
  const paper: Paper = { ...sent, attachmentType, stage, step: null, outcome: 'reading' }
  return proceed(ctx, conversation, {
    signal: null,
    spoken: { content, answers: messageId, attachmentType },
    facts: withPaper(facts, paper),
    first: [{ content: "Thank you. I'm reading it now.", actionType: 'typing' }],
  })
}

const notAsked = () =>
  new Problem('conflict', "The chat isn't asking for a file at the moment.", { reason: 'moved_on' })

/** A document that the conversation took in was read: it goes on by what came of it. */
export async function hearVerdict(
  ctx: Ctx,
  { clientId, documentId, validation }: DomainEvents['documentJudged'],
) {
  const conversation = await store.claim(ctx.db, clientId)
  const paper = conversation?.facts.papers.find((one) => one.documentId === documentId)
  if (!conversation || !paper) return
  if (paper.step) return hearStep(ctx, conversation, { paper, step: paper.step, validation })
  const outcome = outcomeOf(validation)
  const read = mergedRead(conversation.facts.read, readFrom(validation), paper.attachmentType)
  const isIdentity = paper.attachmentType === 'id' && outcome !== 'failed'
  const judged = withOutcome(conversation.facts, documentId, outcome)
  const facts = {
    ...judged,
    read: outcome === 'failed' ? judged.read : read,
    hasFailed: judged.hasFailed && !isIdentity,
  }
  // Who has gone on meanwhile is not called back.
  if (paper.stage !== conversation.stage) {
    await store.update(ctx.db, clientId, { facts })
    return
  }
  const view = await viewOf(ctx, conversation)
  const told = tellVerdict(view, paper, validation)
  await proceed(ctx, conversation, { signal: `document_${outcome}`, facts, first: [told] })
}

/** A document that was deleted is not waited for, and counts for nothing. */
export async function dropDocument(ctx: Ctx, { clientId, documentId }: DomainEvents['documentRemoved']) {
  const conversation = await store.claim(ctx.db, clientId)
  const paper = conversation?.facts.papers.find((one) => one.documentId === documentId)
  if (!conversation || !paper) return
  const papers = conversation.facts.papers.filter((one) => one !== paper)
  const facts = { ...conversation.facts, papers }
  const kept = await store.update(ctx.db, clientId, { facts })
  if (paper.step) await dropStep(ctx, kept, { paper, step: paper.step })
  await ctx.invalidate(clientId, 'onboarding')
}

interface Judged {
  paper: Paper
  step: { sessionId: string; type: StepType }
  validation: Validation
}

/** The picture of a step was read; the last one decides a session that was submitted. */
async function hearStep(ctx: Ctx, conversation: Conversation, { paper, step, validation }: Judged) {
  const captures = ctx.ports.identity.captures
  const capture = await captures?.claim(ctx.db, step.sessionId, ctx.now)
  const known = capture?.steps.find(({ documentId }) => documentId === paper.documentId)
  if (!known) return
  const outcome = outcomeOf(validation)
  const facts = withOutcome(conversation.facts, paper.documentId, outcome)
  const kept = await store.update(ctx.db, conversation.clientId, { facts })
  const result = resultOf(step.type, validation)
  const issues = result === 'Failed' ? validation.issues : []
  const verdict = verdictOf(paper, validation)
  await saveStep(ctx, step.sessionId, { ...known, result, issues, verdict, read: readFrom(validation) })
  await ctx.invalidate(conversation.clientId, 'onboarding')
  if (capture?.state === 'submitted') await followCapture(ctx, kept, step.sessionId)
}

const verdictOf = ({ documentType }: Paper, validation: Validation) => {
  const status = isVerified(validation) ? 'verified' : 'pending'
  return verdictFor({ documentType, status, reason: null, isAccepted: false, validation })
}

const resultOf = (type: StepType, validation: Validation): StepResult => {
  // A valid bill whose address is new to us is good enough here: its client confirms it in the review.
  if (type === 'ADDRESSDOCUMENT' && validation.valid) return 'Passed'
  const result = results[outcomeOf(validation)]
  // The back of a card has nothing of its own to be judged by: a person looks at it.
  return type === 'BACKSIDE' && result === 'Failed' ? 'Review' : result
}

/** A picture that was deleted counts as one that is not good enough. */
async function dropStep(ctx: Ctx, conversation: Conversation, { paper, step }: Omit<Judged, 'validation'>) {
  const capture = await ctx.ports.identity.captures?.claim(ctx.db, step.sessionId, ctx.now)
  const known = capture?.steps.find(({ documentId }) => documentId === paper.documentId)
  if (!known) return
  const issues = ['This picture was deleted. Please take it again.']
  await saveStep(ctx, step.sessionId, { ...nothingKnown(step.type), result: 'Failed', issues })
  if (capture?.state === 'submitted') await followCapture(ctx, conversation, step.sessionId)
}

const results: Record<ReturnType<typeof outcomeOf>, StepResult> = {
  verified: 'Passed',
  review: 'Review',
  failed: 'Failed',
}
