import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { SentRequest, signatures } from '#contract/signatures/signatures.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { getTask } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { append, notifyFirm, portalCaller, refreshFirm, refuseUnlessOpen } from '../events.ts'
import * as store from '../store.ts'
import { type Dependencies, noWitness, sentRequest, visibleTo } from './signature-views.ts'

/** Withdraws a document. Throws `conflict` if it is no longer open, or is a client care letter. */
export async function cancelRequest(
  ctx: Ctx<Staff>,
  { id }: Input<typeof signatures.cancel>,
  dependencies: Dependencies,
): Promise<SentRequest> {
  const known = await store.getForFirm(ctx.db, visibleTo(ctx.db, ctx.actor, dependencies), id)
  await ctx.publish('documentWithdrawn', { clientId: known.clientId, documentId: id })
  const request = await store.claim(ctx.db, known.clientId, id)
  refuseUnlessOpen(request)
  const task = request.taskId && (await getTask(ctx.db, request.clientId, request.taskId))
  if (task && task.kind !== 'signature') throw isTasks()
  const [actor, client] = [await getAccount(ctx.db, ctx.actor.id), await getAccount(ctx.db, request.clientId)]
  await append(ctx, request, [{ kind: 'cancelled' }], {
    doer: { id: actor.id, name: fullName(actor) },
  })
  const cancelled = await store.update(ctx.db, id, { state: 'cancelled', taskId: null })
  await notifyOfWithdrawn(ctx, request)
  await audit(ctx, 'signature.cancelled', { subjectId: request.clientId, details: { documentId: id } })
  await refreshFirm(ctx, request)
  return sentRequest(cancelled, {
    clientName: fullName(client),
    step: null,
    isSendable: true,
    ...noWitness,
  })
}

async function notifyOfWithdrawn(ctx: Ctx, { clientId, documentId, name, matterId }: store.RequestRow) {
  await notify(ctx, clientId, {
    topic: 'signatures',
    inMail: 'A document no longer needs your signature.',
    title: 'A document was withdrawn',
    body: `You no longer need to sign ${name}.`,
    link: pathTo(pages.signatures, 'sign', documentId),
    matterId,
  })
  await ctx.invalidate(clientId, 'signatures')
}

/**
 * Withdraws what waits for the signature of someone who is no longer a party to a case. The sender of a deed that names
 * them is asked to check it.
 */
export async function withdrawFromParty(
  ctx: Ctx,
  { matterId, name, clientId, hasLeft }: DomainEvents['partyRemoved'],
) {
  if (!hasLeft) return
  for (const { documentId, clientId: signerId, isDeed, parties } of await store.listOpenOn(
    ctx.db,
    matterId,
  )) {
    const isTheirs = signerId === clientId
    if (!isTheirs && !(isDeed && parties.includes(name))) continue
    if (isTheirs) await ctx.publish('documentWithdrawn', { clientId: signerId, documentId })
    const request = await store.claim(ctx.db, signerId, documentId)
    if (request.state !== 'open') continue
    const inMail = 'A document that is out for signature needs your attention.'
    const link = pathTo(pages.firmSignatures, 'document', documentId)
    if (!isTheirs) {
      const body = `${name} is no longer a party to the case, and is named in ${request.name}. Withdraw it if it is no longer right.`
      await notifyFirm(ctx, request, {
        inMail,
        title: 'A deed names someone who has left the case',
        body,
        link,
      })
      continue
    }
    await append(ctx, request, [{ kind: 'cancelled', details: { reason: 'party_removed' } }], {
      doer: { id: null, name: request.sentBy },
      caller: portalCaller,
    })
    await store.update(ctx.db, documentId, { state: 'cancelled' })
    await notifyOfWithdrawn(ctx, request)
    const body = `${name} is no longer on the case, so ${request.name} was withdrawn.`
    await notifyFirm(ctx, request, { inMail, title: 'A document was withdrawn', body, link })
  }
}

const isTasks = () => {
  const sentence = 'The client care letter is one of the client’s tasks and can’t be withdrawn.'
  return new Problem('conflict', sentence, { reason: 'belongs_to_task' })
}
