import type { UserId } from '#contract/accounts/accounts.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { fold } from '#contract/kit/text.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { Party, PartyId, PersonId } from '#contract/matters/party.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Client, Ctx, Member } from '#server/platform/ctx.ts'
import { invalidateMatter, watchersOf } from '../commands.ts'
import type { MatterRow } from '../store.ts'
import * as matters from '../store.ts'
import { notifyOfConflicts } from './conflicts.ts'
import { auditParty, joinOrLeave } from './service.ts'
import * as store from './store.ts'

/** One of the acting client's own matters, which stays as it is until the transaction is over. */
export const claimOwnMatter = (ctx: Ctx<Client>, id: MatterId) =>
  matters.claim(ctx.db, { clientId: ctx.actor.id }, id)

/** The same, to look at. */
export const getOwnMatter = (ctx: Ctx<Client>, id: MatterId) =>
  matters.get(ctx.db, { clientId: ctx.actor.id }, id)

/** The matter of an invitation, whoever holds its link. */
export const claimInvitedMatter = (ctx: Ctx, id: MatterId) => store.claimMatter(ctx.db, id)

/** Somebody whom a client of the matter has named: they are on it by name, and see nothing of it. */
export async function addInvited(
  ctx: Ctx<Member>,
  row: MatterRow,
  { name, email, invitedBy }: { name: string; email: string; invitedBy: string },
): Promise<Party> {
  await refuseKnown(ctx, row, { name, email })
  const person = await store.insertPerson(ctx.db, {
    id: newId<PersonId>(),
    kind: 'person',
    name,
    email,
    phone: '',
    number: '',
    createdAt: ctx.now,
  })
  const id = newId<PartyId>()
  await store.insert(ctx.db, {
    id,
    matterId: row.id,
    personId: person.id,
    role: 'joint_client',
    detail: `Invited by ${invitedBy}`,
    addedAt: ctx.now,
  })
  const party = await store.get(ctx.db, row.id, id)
  await auditParty(ctx, row, { event: 'case.party_added', party })
  await notifyOfConflicts(ctx, row, party)
  return party
}

/** Only people whom the inviting client sees on the case already are named as known. */
async function refuseKnown({ db }: Ctx, row: MatterRow, { name, email }: Pick<Party, 'name' | 'email'>) {
  for (const { clientId } of await matters.listClients(db, [row.id])) {
    const account = await getAccount(db, clientId)
    if (fold(account.email) === fold(email))
      throw new Problem('conflict', `${name} is a client of this case already.`, {
        reason: 'already_party',
        fields: { email: 'They’re a client of this case already' },
      })
  }
}

/** Whoever was invited is a client of the matter from now on, and has its tasks. */
export async function admitInvited(
  ctx: Ctx<Member>,
  row: MatterRow,
  { partyId, accountId }: { partyId: PartyId; accountId: UserId },
) {
  const before = await store.get(ctx.db, row.id, partyId)
  const known = await store.findPersonOf(ctx.db, accountId)
  // The firm has put them on the case by their account meanwhile: once is enough.
  if (known && (await store.isParty(ctx.db, row.id, { personId: known.id, role: 'joint_client' })))
    return removeInvited(ctx, row, partyId)
  if (known) {
    await store.updatePersonOf(ctx.db, partyId, known.id)
    await store.removeUnusedPerson(ctx.db, before.personId)
  } else await store.linkPerson(ctx.db, before.personId, accountId)
  await joinOrLeave(ctx, row, { before, after: await store.get(ctx.db, row.id, partyId) })
  await ctx.publish('matterChanged', { matterId: row.id })
}

/** Takes whoever was invited off the matter again; nobody but its clients and the firm ever knew. */
export async function removeInvited(ctx: Ctx<Member>, row: MatterRow, partyId: PartyId) {
  const party = await store.get(ctx.db, row.id, partyId)
  await store.remove(ctx.db, partyId)
  const { personId, name, clientId } = party
  await ctx.publish('partyRemoved', { matterId: row.id, partyId, personId, name, clientId })
  await store.removeUnusedPerson(ctx.db, party.personId)
  await auditParty(ctx, row, { event: 'case.party_removed', party })
}

/** Every page that shows who was invited asks again. */
export const invalidateInvited = invalidateMatter

/** Whoever runs the matter is told what its clients ask of the firm; where nobody is named, the team. */
export async function notifyInCharge(
  ctx: Ctx,
  row: MatterRow,
  { title, name }: { title: string; name: string },
) {
  const { all, team } = await watchersOf(ctx, row)
  const inCharge = row.feeEarnerId !== null && all.has(row.feeEarnerId) ? [row.feeEarnerId] : team
  const link = pathTo(pages.firmMatters, 'case', row.id)
  const body = `${name}: ${row.title} (${row.reference})`
  for (const id of inCharge)
    await notify(ctx, id, { topic: 'cases', title, body, inMail: `${title}.`, link, matterId: row.id })
}
