import type { UserId } from '#contract/accounts/accounts.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { notFound, Problem } from '#contract/kit/problem.ts'
import { fold } from '#contract/kit/text.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { Party, PartyId, PersonId } from '#contract/matters/party.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Client, Ctx, Member } from '#server/platform/ctx.ts'
import { invalidateMatter, watchersOf } from '../service/commands.ts'
import type { MatterRow } from '../store.ts'
import * as matters from '../store.ts'
import { notifyOfConflicts } from './conflicts.ts'
import { isOtherContact, takeOverContact } from './contact.ts'
import { auditParty, joinOrLeave } from './service.ts'
import * as store from './store.ts'

/** Locks one of the acting client's own matters for the rest of the transaction. */
export const claimOwnMatter = (ctx: Ctx<Client>, id: MatterId) =>
  matters.claim(ctx.db, { clientId: ctx.actor.id }, id)

/** The same without a lock. */
export const getOwnMatter = (ctx: Ctx<Client>, id: MatterId) =>
  matters.get(ctx.db, { clientId: ctx.actor.id }, id)

/** Whether somebody is still a client of the matter, and so may read about it. */
export const isStillClient = async ({ db }: Ctx, { id }: MatterRow, clientId: UserId) =>
  (await matters.listIds(db, { clientId }, [id])).length > 0

/** Locks the matter of an invitation, for anyone who has its link. */
export const claimInvitedMatter = async ({ db }: Ctx, id: MatterId) =>
  (await matters.lock(db, id)) ?? notFound('case')

/**
 * Adds a person whom a client of the matter has invited. The case names them, but they cannot see it. Throws `conflict`
 * if they are a client of it already.
 */
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

/**
 * Throws if the person is already a client of the case. Only its clients are checked, because the inviting client sees
 * them anyway.
 */
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

/** Makes an invited person a client of the matter, with its tasks. */
export async function admitInvited(
  ctx: Ctx<Member>,
  row: MatterRow,
  { partyId, accountId }: { partyId: PartyId; accountId: UserId },
) {
  const before = await store.get(ctx.db, row.id, partyId)
  const known = await store.findPersonOf(ctx.db, accountId)
  // The firm has added them by their account in the meantime, so the invited party is not needed.
  if (known && (await store.isParty(ctx.db, row.id, { personId: known.id, role: 'joint_client' })))
    return removeInvited(ctx, row, partyId)
  if (known) {
    await store.updatePersonOf(ctx.db, partyId, known.id)
    await store.removeUnusedPerson(ctx.db, before.personId)
  } else await store.linkPerson(ctx.db, before.personId, accountId)
  await takeOverContact(ctx, accountId)
  const after = await store.get(ctx.db, row.id, partyId)
  await joinOrLeave(ctx, row, { before, after })
  await ctx.publish('matterChanged', { matterId: row.id })
  // Where they had no record yet, taking over their contact details has searched.
  if (known && isOtherContact(after, before)) await notifyOfConflicts(ctx, row, after)
}

/** Removes an invited person from the matter. Only its clients and the firm knew of them. */
export async function removeInvited(ctx: Ctx, row: MatterRow, partyId: PartyId) {
  const party = await store.claim(ctx.db, row.id, partyId)
  await store.remove(ctx.db, partyId)
  const { personId, name, clientId } = party
  await ctx.publish('partyRemoved', { matterId: row.id, partyId, personId, name, clientId, hasLeft: true })
  await store.removeUnusedPerson(ctx.db, party.personId)
  await auditParty(ctx, row, { event: 'case.party_removed', party })
}

/** Refreshes every page that shows invited people. */
export const invalidateInvited = invalidateMatter

/** Notifies the person in charge of a request by the matter's clients, or the team if nobody is in charge. */
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
