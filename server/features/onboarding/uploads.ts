import { takesUpload } from '#contract/conversation.ts'
import type { DocumentId } from '#contract/documents.ts'
import type { DomainEvents } from '#contract/domain-events.ts'
import type { Input } from '#contract/kit.ts'
import type { onboarding } from '#contract/onboarding.ts'
import { Problem } from '#contract/problem.ts'
import type { Ctx, UploadCtx } from '#server/platform/ctx.ts'
import { answerable } from './answers.ts'
import { attemptOf, mergedRead, outcomeOf, type Paper, readFrom, withOutcome, withPaper } from './facts.ts'
import { documentTypeAt, takeFile } from './intake.ts'
import { begun, shown } from './service.ts'
import { dropStep, hearStep } from './steps.ts'
import type { Conversation } from './store.ts'
import * as store from './store.ts'
import { attachmentOf, movedOn, proceed } from './transition.ts'
import { tellVerdict } from './verdicts.ts'
import { viewOf } from './view.ts'

/** Takes the file that the newest message asks for. It is read after the answer, and the chat goes on then. */
export async function uploadDocument(ctx: UploadCtx, { messageId }: Input<typeof onboarding.upload>) {
  const clientId = ctx.actor.id
  const before = await store.find(ctx.read, clientId)
  if (!before || !takesUpload(before.stage)) throw notAsked()
  const documentType = documentTypeAt(before.stage, before.facts)
  const attachmentType = attachmentOf(before.stage, before.facts) ?? 'id'
  const attemptFor = attemptOf({ attachmentType, step: null })
  return takeFile(
    ctx,
    { clientId, documentType, attemptFor },
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
