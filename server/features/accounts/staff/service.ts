import type { UserId } from '#contract/accounts.ts'
import type { Topic } from '#contract/portal.ts'
import { Problem } from '#contract/problem.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findClientOf } from '../store.ts'
import * as store from './store.ts'

/** Tells the pages of everybody of the firm who may look at this client that something of theirs changed. */
export async function tellFirmOf(ctx: Ctx, clientId: UserId, ...topics: Topic[]) {
  for (const id of await store.listWatchers(ctx.db, clientId)) await ctx.invalidate(id, ...topics)
}

interface Assignment {
  clientId: UserId
  feeEarnerId: UserId
  memberIds: readonly UserId[]
}

/** Says who of the firm answers for a client, and who works with them. Whoever leaves or joins sees it at once. */
export async function assignClient(ctx: Ctx, { clientId, feeEarnerId, memberIds }: Assignment) {
  const client = await findClientOf(ctx.db, ctx.actor, clientId)
  const others = [...new Set(memberIds)].filter((id) => id !== feeEarnerId)
  const wanted = [feeEarnerId, ...others]
  const found = await store.claimStaff(ctx.db, wanted)
  if (found.length !== wanted.length) throw notOfFirm(found.some(({ id }) => id === feeEarnerId))
  const before = await store.listWatchers(ctx.db, client.id)
  await store.updateFeeEarner(ctx.db, client.id, feeEarnerId)
  await store.replaceTeam(ctx.db, client.id, others)
  await audit(ctx, 'client.assigned', {
    subjectId: client.id,
    details: { feeEarnerId, memberIds: others.join(', ') },
  })
  const after = await store.listWatchers(ctx.db, client.id)
  for (const id of new Set([...before, ...after])) await ctx.invalidate(id, 'clients', 'documents')
  await ctx.invalidate(client.id, 'messages', 'appointments')
  return after.filter((id) => !before.includes(id))
}

const notOfFirm = (isResponsibleThere: boolean) => {
  const words = 'This person is no longer with the firm. Please choose someone else.'
  const field = isResponsibleThere ? 'memberIds' : 'feeEarnerId'
  return new Problem('unprocessable', words, { fields: { [field]: words }, reason: 'not_of_firm' })
}
