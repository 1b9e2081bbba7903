import { isVerified, type Validation } from '#contract/validation.ts'
import { verdictFor } from '#contract/verdict.ts'
import type { StepResult, StepType } from '#contract/verification-session.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { CapturedStep } from '#server/platform/ports/identity-provider.ts'
import { outcomeOf, type Paper, readFrom, withOutcome } from './facts.ts'
import { followSession } from './sessions.ts'
import type { Conversation } from './store.ts'
import * as store from './store.ts'

/** Lets the conversation go on by what its session has come to, where that is decided. */
export async function follow(ctx: Ctx, conversation: Conversation, id: string) {
  const captures = ctx.ports.identity.captures
  const capture = await captures?.claim(ctx.db, id, ctx.now)
  if (captures && capture) await followSession(ctx, conversation, captures.statusOf(capture))
}

interface Judged {
  paper: Paper
  step: { sessionId: string; type: StepType }
  validation: Validation
}

/** The picture of a step was read; the last one decides a session that was submitted. */
export async function hearStep(ctx: Ctx, conversation: Conversation, { paper, step, validation }: Judged) {
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
  if (capture?.state === 'submitted') await follow(ctx, kept, step.sessionId)
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
export async function dropStep(
  ctx: Ctx,
  conversation: Conversation,
  { paper, step }: Omit<Judged, 'validation'>,
) {
  const capture = await ctx.ports.identity.captures?.claim(ctx.db, step.sessionId, ctx.now)
  const known = capture?.steps.find(({ documentId }) => documentId === paper.documentId)
  if (!known) return
  const issues = ['This picture was deleted. Please take it again.']
  await saveStep(ctx, step.sessionId, { ...nothingKnown(step.type), result: 'Failed', issues })
  if (capture?.state === 'submitted') await follow(ctx, conversation, step.sessionId)
}

const results: Record<ReturnType<typeof outcomeOf>, StepResult> = {
  verified: 'Passed',
  review: 'Review',
  failed: 'Failed',
}

/** A step of which nothing was read yet. */
export const nothingKnown = (type: StepType): CapturedStep => ({
  type,
  documentId: null,
  result: null,
  issues: [],
  verdict: null,
  read: { fullName: null, dateOfBirth: null, documentNumber: null, expiryDate: null, address: null },
})

export const saveStep = async ({ db, ports }: Ctx, id: string, step: CapturedStep) =>
  ports.identity.captures?.saveStep(db, id, step)
