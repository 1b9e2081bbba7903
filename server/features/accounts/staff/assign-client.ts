import type { UserId } from '#contract/accounts/accounts.ts'
import type { TeamId } from '#contract/firm/firm.ts'
import { Problem } from '#contract/kit/problem.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Member } from '#server/platform/ctx.ts'
import { sees } from '../clients/store.ts'
import { removeContact } from '../merged/store.ts'
import { asFeeEarner } from '../scope/store.ts'
import { claim, findByEmail, findClientOf, insertTeamMember } from '../store.ts'
import * as teamStore from '../teams/store.ts'
import { listReaders } from './invalidate-firm-pages.ts'
import * as store from './store.ts'

interface Assignment {
  clientId: UserId
  feeEarnerId: UserId
  memberIds: readonly UserId[]
  teamId?: TeamId | null | undefined
}

/** Sets a client's fee earner, contacts and team. Returns the ids of who gained access. Throws `not_of_firm`. */
export async function assignClient(
  ctx: Ctx<Member>,
  { clientId, feeEarnerId, memberIds, teamId }: Assignment,
) {
  await findClientOf(ctx.db, ctx.actor, clientId)
  const others = [...new Set(memberIds)].filter((id) => id !== feeEarnerId)
  const wanted = [feeEarnerId, ...others]
  const found = await store.claimStaff(ctx.db, wanted)
  if (found.length !== wanted.length) throw notOfFirm(found.some(({ id }) => id === feeEarnerId))
  // After the staff, as in every hand-over. Meanwhile a colleague may have assigned the client to somebody else.
  await claim(ctx.db, clientId)
  const client = await findClientOf(ctx.db, ctx.actor, clientId)
  const before = await listReaders(ctx, client.id)
  if (teamId) await teamStore.get(ctx.db, teamId)
  await store.updateAssignment(ctx.db, client.id, { feeEarnerId, teamId })
  await store.replaceTeam(ctx.db, client.id, others)
  await audit(ctx, 'client.assigned', {
    subjectId: client.id,
    details: { feeEarnerId, memberIds: others.join(', '), ...(teamId && { teamId }) },
  })
  const after = await listReaders(ctx, client.id)
  for (const id of new Set([...before, ...after])) await ctx.invalidate(id, 'clients', 'documents')
  await ctx.invalidate(client.id, 'messages', 'appointments')
  return after.filter((id) => !before.includes(id))
}

/**
 * Adds the user to the people who work with a client, whoever looks after them. Returns the client, and who worked with
 * them until now. `isNew` is false if the client was already the user's. Throws `invalid` if no client has this address.
 */
export async function joinTeam(ctx: Ctx<Member>, email: string) {
  const account = await findByEmail(ctx.db, email)
  if (account?.role !== 'client' || account.isGuest || account.mergedIntoId) throw nobodyThere()
  const client = await claim(ctx.db, account.id)
  // Whoever reads the file in another role, or because it is nobody's, may still have to work with it.
  if (await sees(ctx.db, asFeeEarner(ctx.actor), client.id)) return { client, team: [], isNew: false }
  const team = await store.listWatchersOfAny(ctx.db, [client.id], { action: 'matters.run' })
  await insertTeamMember(ctx.db, { clientId: client.id, memberId: ctx.actor.id })
  await audit(ctx, 'client.team_joined', { subjectId: client.id })
  for (const id of await listReaders(ctx, client.id)) await ctx.invalidate(id, 'clients', 'documents')
  await ctx.invalidate(client.id, 'messages', 'appointments')
  return { client, team: team.map(({ id }) => id), isNew: true }
}

const nobodyThere = () => {
  const words = 'No client has an account with this email address. Please check it for typing errors.'
  return new Problem('invalid', words, { fields: { email: words }, reason: 'no_such_client' })
}

/**
 * Hands a client on. If `fromId` is the fee earner, the new person becomes the fee earner, and neither is a contact any
 * more. Otherwise they work with the client as a contact.
 */
export async function handClient(
  ctx: Ctx<Member>,
  { clientId, fromId, toId }: { clientId: UserId; fromId: UserId | null; toId: UserId },
) {
  const client = await claim(ctx.db, clientId)
  const isHanded = fromId !== null && client.feeEarnerId === fromId
  if (client.feeEarnerId === toId) return
  if (isHanded) {
    await store.updateAssignment(ctx.db, clientId, { feeEarnerId: toId })
    for (const memberId of [fromId, toId]) await removeContact(ctx.db, { clientId, memberId })
  } else await insertTeamMember(ctx.db, { clientId, memberId: toId })
  await audit(ctx, 'client.assigned', {
    subjectId: clientId,
    details: isHanded ? { feeEarnerId: toId } : { memberIds: toId },
  })
  for (const id of [fromId, toId])
    if (id) await ctx.invalidate(id, 'clients', 'documents', 'messages', 'appointments')
  await ctx.invalidate(clientId, 'messages', 'appointments')
}

const notOfFirm = (isResponsibleThere: boolean) => {
  const words = 'This person is no longer with the firm. Please choose someone else.'
  const field = isResponsibleThere ? 'memberIds' : 'feeEarnerId'
  return new Problem('unprocessable', words, { fields: { [field]: words }, reason: 'not_of_firm' })
}
