import type { UserId } from '#contract/accounts/accounts.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import { fullName } from '#contract/kit/names.ts'
import { clientPath } from '#contract/kit/pages.ts'
import type { AttachmentType } from '#contract/onboarding/chat.ts'
import type { TaskKind } from '#contract/tasks.ts'
import {
  declareDetails,
  endFirstLogin,
  getAccount,
  listRecipients,
} from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import type { Client, Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { shown } from './presentation.ts'
import type { CollectedDocument, Conversation } from './schema.ts'
import * as store from './store.ts'
import { openConversation } from './transition.ts'
import { collectedOf, type View, viewOf } from './view.ts'

/** Shows the conversation so far. Starts one with a greeting if there is none. */
export async function showConversation(ctx: MultiStepCtx<Client>) {
  const known = await store.find(ctx.read, ctx.actor.id)
  if (known) return shown({ ...ctx, db: ctx.read }, known)
  return ctx.transaction(async (step) => shown(step, await openConversation(step)))
}

/** Returns where the client said in the conversation that the money comes from, or null if they did not say. */
export const findFundsSource = async (db: Db, clientId: UserId) =>
  (await store.find(db, clientId))?.state.fundsSource ?? null

/**
 * Ends onboarding and opens the portal's pages, at any stage. What was collected settles its tasks in the same
 * transaction, once. The documents are locked before the conversation, as everywhere.
 */
export async function completeOnboarding(ctx: Ctx<Client>) {
  const conversation = await store.find(ctx.db, ctx.actor.id)
  if (conversation && conversation.completedAt === null) await settleCollected(ctx, conversation)
  return { success: true as const, user: await endFirstLogin(ctx) }
}

async function settleCollected(ctx: Ctx<Client>, conversation: Conversation) {
  const { clientId, state } = conversation
  const view = await viewOf(ctx, conversation)
  await ctx.publish('evidenceCollected', { clientId, ...collectEvidence(view) })
  if (!(await store.updateCompleted(ctx.db, clientId, ctx.now))) return
  if (state.ending === 'confirmed') await keepDetails(ctx, view)
  if (state.hasFailed || state.ending === 'data_rejected')
    await notifyFirm(ctx, conversation, {
      title: "An identity couldn't be verified",
      body: (name) =>
        `${name} went on to the dashboard without a verified identity. What was sent is with their documents.`,
    })
}

/** Saves the confirmed details, which later documents are compared with. Details missing here keep their value. */
async function keepDetails(ctx: Ctx<Client>, view: View) {
  const { firstName, lastName, dateOfBirth, streetAddress, city, postalCode } = collectedOf(view)
  const home = streetAddress && [streetAddress, city, postalCode].filter(Boolean).join('\n')
  await declareDetails(ctx, {
    source: 'conversation',
    fullName: firstName && lastName ? fullName({ firstName, lastName }) : undefined,
    dateOfBirth,
    address: home || undefined,
  })
}

/** Erases a demo account's conversation and consents, so that it starts again. */
export async function eraseConversation(ctx: Ctx, { clientId }: DomainEvents['clientReset']) {
  await store.claim(ctx.db, clientId)
  await store.removeAllOf(ctx.db, clientId)
  await ctx.ports.identity.captures?.removeAllOf(ctx.db, clientId)
  await ctx.invalidate(clientId, 'onboarding')
}

/** Notifies the people responsible for the client. */
async function notifyFirm(
  ctx: Ctx,
  { clientId }: Pick<Conversation, 'clientId'>,
  { title, body }: { title: string; body: (name: string) => string },
) {
  const { firstName, lastName } = await getAccount(ctx.db, clientId)
  for (const id of await listRecipients(ctx.db, clientId))
    await notify(ctx, id, {
      topic: 'account',
      title,
      body: body(fullName({ firstName, lastName })),
      link: clientPath(clientId),
    })
}

const kinds: Partial<Record<AttachmentType, TaskKind>> = {
  id: 'proof_of_identity',
  proof_of_address: 'proof_of_address',
  funds_proof: 'proof_of_funds',
  gift_letter: 'proof_of_funds',
}

/**
 * Returns what a conversation collected for the client's tasks. Failed documents are left out, so their tasks stay
 * open.
 */
const collectEvidence = ({
  conversation,
  account,
}: View): Omit<DomainEvents['evidenceCollected'], 'clientId'> => {
  const { documents, bank, idType, hasFailed, ending } = conversation.state
  const good = documents.filter(({ outcome }) => outcome !== 'failed')
  const isIdentified = !hasFailed && ending !== 'data_rejected' && good.some(isIdentity)
  return {
    documents: good.map(({ documentId, attachmentType }) => ({
      documentId,
      taskKind: kinds[attachmentType] ?? null,
    })),
    identityDocument: isIdentified ? (idType === 'passport' ? 'passport' : 'driving_license') : null,
    bank: bank && { ...bank, accountName: fullName(account) },
  }
}

const isIdentity = ({ attachmentType }: CollectedDocument) => attachmentType === 'id'
