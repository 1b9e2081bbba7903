import type { UserId } from '#contract/accounts/accounts.ts'
import type { TeamId } from '#contract/firm/firm.ts'
import type { teams as contract } from '#contract/firm/teams.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { invalidFields, Problem } from '#contract/kit/problem.ts'
import { claimStaff, teams as store } from '#server/features/accounts/service.ts'
import { leaveTeam } from '#server/features/matters/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>

export const listTeams = ({ db }: Ctx<Staff>) => store.list(db)

export async function createTeam(ctx: Ctx<Staff>, { name, memberIds }: Requested<'create'>) {
  const id = newId<TeamId>()
  await refuseTakenName(() => store.insert(ctx.db, { id, name }))
  await setMembers(ctx, id, memberIds)
  await audit(ctx, 'team.created', { subjectId: null, details: { name, memberIds: memberIds.join(', ') } })
  return store.get(ctx.db, id)
}

export async function saveTeam(ctx: Ctx<Staff>, { id, name, memberIds }: Requested<'save'>) {
  const before = await store.get(ctx.db, id)
  await refuseTakenName(() => store.update(ctx.db, id, name))
  await setMembers(ctx, id, memberIds)
  await audit(ctx, 'team.changed', { subjectId: null, details: { name, memberIds: memberIds.join(', ') } })
  await invalidateFor(ctx, [...before.memberIds, ...memberIds])
  return store.get(ctx.db, id)
}

export async function removeTeam(ctx: Ctx<Staff>, { id }: Requested<'remove'>) {
  const { name, memberIds } = await store.get(ctx.db, id)
  await leaveTeam(ctx.db, id)
  await store.remove(ctx.db, id)
  await audit(ctx, 'team.removed', { subjectId: null, details: { name } })
  await invalidateFor(ctx, memberIds)
  return undefined
}

async function setMembers(ctx: Ctx<Staff>, id: TeamId, memberIds: readonly UserId[]) {
  const wanted = [...new Set(memberIds)]
  const found = await claimStaff(ctx.db, wanted)
  if (found.length !== wanted.length)
    throw invalidFields({ memberIds: 'Please choose people who look after clients' })
  await store.replaceMembers(ctx.db, id, wanted)
}

/** Refreshes the pages of people who join or leave, because they now see other clients and cases. */
async function invalidateFor(ctx: Ctx<Staff>, memberIds: readonly UserId[]) {
  for (const id of new Set(memberIds)) await ctx.invalidate(id, 'clients', 'documents', 'cases')
}

async function refuseTakenName(save: () => Promise<unknown>) {
  try {
    await save()
  } catch (error) {
    if (!store.isNameTaken(error)) throw error
    const words = 'There is a team of this name already.'
    throw new Problem('conflict', words, { fields: { name: words }, reason: 'already_taken' })
  }
}
