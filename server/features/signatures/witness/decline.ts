import { fullName } from '#contract/kit/names.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { WitnessView } from '#contract/signatures/witness.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import type { Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import { append, notifyFirm } from '../events.ts'
import type { RequestRow } from '../store.ts'
import { claimAny, enterRate, isOver, linkOver, unknownView } from './admission.ts'
import { hasDeclined, hashOf, type Requested, refreshBoth } from './invitation.ts'
import type { WitnessRow } from './store.ts'
import * as store from './store.ts'

/**
 * Ends an invitation for whoever was asked and can't be the witness, and deletes what the signer has signed with.
 * Before the code is entered the link is enough: they may have been asked by mistake, and not know the code. Whoever
 * repeats it because the answer was lost gets the same answer, and nobody is told again. Throws
 * `not_found` if the link has ended or belongs to another device, and `conflict` once the deed is witnessed.
 */
export async function decline(ctx: MultiStepCtx, wanted: Requested<'decline'>): Promise<WitnessView> {
  await ctx.ports.limits.count(enterRate, ctx.caller.address)
  return ctx.transaction(async (step) => {
    const { request, row } = await claimAny(step, wanted.token)
    if (hasDeclined(row)) return unknownView(step, row)
    if (await isOver(step, row)) throw linkOver()
    const isTheirs = wanted.key !== undefined && hashOf(wanted.key) === row.keyHash
    if (row.state !== 'invited' && !isTheirs) throw linkOver()
    if (row.state === 'witnessed') throw witnessedAlready()
    // A node of the release before knows an invitation that has expired, and not one that was declined.
    const change = { state: 'declined' as const, expiresAt: step.now, mark: null, signedFrom: null }
    await store.update(step.db, row.documentId, change)
    const reason = wanted.reason ?? ''
    await append(
      step,
      request,
      [{ kind: 'witness_declined', ...(reason !== '' && { details: { reason } }) }],
      { doer: { id: null, name: row.name ?? 'The invited witness' } },
    )
    await notifyBoth(step, { request, row, reason })
    await refreshBoth(step, request)
    return unknownView(step, { ...row, ...change })
  })
}

async function notifyBoth(
  ctx: Ctx,
  { request, row, reason }: { request: RequestRow; row: WitnessRow; reason: string },
) {
  const { clientId, documentId, name: deed, matterId } = request
  const title = 'A witness has declined'
  const given = reason === '' ? '' : ` They wrote: “${reason}”`
  await notify(ctx, clientId, {
    topic: 'signatures',
    inMail: 'Your witness can’t sign a deed with you.',
    title,
    body: `${row.name ?? 'The person you invited'} can’t be the witness to ${deed}, so it isn’t signed yet. You can invite someone else.${given}`,
    link: pathTo(pages.signatures, 'sign', documentId),
    matterId,
  })
  const signer = fullName(await getAccount(ctx.db, clientId))
  const invited = row.name === null ? `The person invited by ${signer}` : `${row.name}, invited by ${signer},`
  await notifyFirm(ctx, request, {
    inMail: 'A witness to a deed has declined.',
    title,
    body: `${invited} can’t be the witness to ${deed}, so it isn’t signed yet. ${signer} can invite someone else.${given}`,
    link: pathTo(pages.firmSignatures, 'document', documentId),
  })
}

const witnessedAlready = () =>
  new Problem('conflict', 'You’ve already signed as the witness, and the deed is sealed.', {
    reason: 'already_signed',
  })
