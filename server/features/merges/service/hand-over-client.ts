import type { UserId } from '#contract/accounts/accounts.ts'
import {
  merged as accounts,
  addTeamMember,
  contactIdsOf,
  getAccount,
  handClient,
} from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import type { Assigned, Given } from '../schema.ts'

/**
 * Lets the person responsible for the merged record keep their client: they become responsible for the kept record, or
 * join its team.
 */
export async function handOver(
  ctx: Ctx<Staff>,
  keptId: UserId,
  { feeEarnerId, teamId }: Assigned,
): Promise<Given> {
  const nothing = { feeEarnerId: null, teamId: null, memberId: null }
  if (feeEarnerId === null) return nothing
  const kept = await getAccount(ctx.db, keptId)
  const isThere = (await contactIdsOf(ctx.db, keptId)).includes(feeEarnerId)
  if (kept.feeEarnerId === null) {
    const given = { feeEarnerId, teamId: kept.teamId === null ? teamId : null }
    await accounts.updateMerged(ctx.db, keptId, { feeEarnerId, teamId: kept.teamId ?? teamId })
    // As a contact they would keep the client when somebody else becomes responsible.
    await accounts.removeContact(ctx.db, { clientId: keptId, memberId: feeEarnerId })
    const details = { feeEarnerId, ...(given.teamId && { teamId: given.teamId }) }
    await audit(ctx, 'client.assigned', { subjectId: keptId, details })
    return { ...given, memberId: null, wasContact: isThere }
  }
  if (isThere || kept.feeEarnerId === feeEarnerId) return nothing
  await handClient(ctx, { clientId: keptId, fromId: null, toId: feeEarnerId })
  return { ...nothing, memberId: feeEarnerId }
}

/** Reverses this, unless the client has been assigned to somebody else since. */
export async function undoAssignment({ db }: Ctx, keptId: UserId, given: Given) {
  const { feeEarnerId, teamId } = await getAccount(db, keptId)
  await accounts.updateMerged(db, keptId, {
    feeEarnerId: feeEarnerId === given.feeEarnerId ? null : feeEarnerId,
    teamId: teamId === given.teamId ? null : teamId,
  })
  if (given.wasContact && given.feeEarnerId !== null && feeEarnerId === given.feeEarnerId)
    await addTeamMember(db, { clientId: keptId, memberId: given.feeEarnerId })
  if (given.memberId) await accounts.removeContact(db, { clientId: keptId, memberId: given.memberId })
}
