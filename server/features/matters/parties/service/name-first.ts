import type { UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { FirmMatter } from '#contract/matters/matters.ts'
import type { matterParties as contract } from '#contract/matters/parties.ts'
import { feeEarnersOf, getAccount, guestsAmong } from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { readerOfActor } from '../../reader.ts'
import { invalidateMatter } from '../../service/commands.ts'
import { showFirmMatter } from '../../service/shown-matter.ts'
import { claimWithTasks } from '../../steps/held-tasks.ts'
import type { MatterRow } from '../../store.ts'
import * as matters from '../../store.ts'
import { personOfAccount } from '../service.ts'
import * as store from '../store.ts'

/**
 * Names a joint client first on a matter. The client who was first takes their place among the parties. Whoever runs
 * the matter goes on, and each client keeps their own tasks. What the firm noted of the joint client on this matter is
 * kept in the audit trail alone, because a first client has no such note. Throws `conflict` for anybody who doesn't see
 * the matter as a client of it.
 */
export async function nameFirst(
  ctx: Ctx<Staff>,
  { id, partyId }: Input<typeof contract.nameFirst>,
): Promise<FirmMatter> {
  const before = await claimWithTasks(ctx, readerOfActor(ctx), id)
  const party = await store.claim(ctx.db, before.id, partyId)
  const clientId = party.role === 'joint_client' ? party.clientId : null
  if (clientId === null || !(await isClientOf(ctx.db, before, clientId))) throw notAClient(party.name)
  const former = await personOfAccount(ctx, before.clientId)
  await store.updatePersonOf(ctx.db, partyId, former.id)
  await store.update(ctx.db, partyId, { role: 'joint_client', detail: '' })
  const row = await matters.update(ctx.db, id, {
    clientId,
    ...(await stillInCharge(ctx.db, before, clientId)),
  })
  await ctx.publish('firstClientChanged', { matterId: id })
  await audit(ctx, 'case.named_first', {
    subjectId: clientId,
    details: {
      reference: row.reference,
      from: fullName(await getAccount(ctx.db, before.clientId)),
      to: fullName(await getAccount(ctx.db, clientId)),
      ...(party.detail !== '' && { detail: party.detail }),
    },
  })
  await ctx.publish('matterChanged', { matterId: id })
  for (const changed of [before, row]) await invalidateMatter(ctx, changed)
  return showFirmMatter(ctx.db, row)
}

/** A guest is a party with a link, and no client of the matter. */
async function isClientOf(db: Db, { id }: MatterRow, clientId: UserId) {
  const clients = await matters.listClients(db, [id])
  if (!clients.some((client) => client.clientId === clientId)) return false
  return (await guestsAmong(db, [clientId])).size === 0
}

/**
 * A matter without a fee earner is run by whoever is responsible for its first client. If that is somebody else for the
 * new one, the person who runs the matter now is named on it. If nobody does, whoever is responsible for the new one
 * runs it from now on.
 */
async function stillInCharge(
  db: Db,
  { clientId, feeEarnerId, isRestricted }: MatterRow,
  newClientId: UserId,
) {
  if (feeEarnerId !== null || isRestricted) return {}
  const responsible = await feeEarnersOf(db, [clientId, newClientId])
  const running = responsible.get(clientId)
  return !running || running === responsible.get(newClientId) ? {} : { feeEarnerId: running }
}

const notAClient = (name: string) =>
  new Problem('conflict', `${name} isn’t a joint client with an account, so they can’t be named first.`, {
    reason: 'not_a_client',
  })
