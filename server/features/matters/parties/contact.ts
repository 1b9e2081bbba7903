import type { UserId } from '#contract/accounts/accounts.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import { fullName } from '#contract/kit/names.ts'
import { invalidFields } from '#contract/kit/problem.ts'
import { telephoneOver } from '#contract/kit/telephone.ts'
import { fold, foldName } from '#contract/kit/text.ts'
import type { Party, PartyId, PersonId } from '#contract/matters/party.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { invalidateMatter } from '../service/commands.ts'
import { notifyOfClientConflicts, notifyOfConflicts } from './conflicts.ts'
import * as store from './store.ts'

// A party with an account has one name and one address: those of the account, where their emails go.

type Changed = DomainEvents['contactChanged']

/**
 * Takes a client's changed name and email address over into their record on their matters, and searches for conflicts
 * on those that are open.
 */
export async function followAccount(ctx: Ctx, { userId, before }: Changed) {
  await takeOverContact(ctx, userId)
  if (!isOtherContact(contactOf(await getAccount(ctx.db, userId)), before)) return
  // The record is only of parties, and a matter's own client need not be one.
  for (const row of await store.listMattersWith(ctx.db, userId))
    if (row.clientId === userId && row.status === 'open') await notifyOfClientConflicts(ctx, row)
}

/** Takes a client's name and email address over into their record on their matters, and refreshes these pages. */
export async function takeOverContact(ctx: Ctx, userId: UserId) {
  await updateFromAccount(ctx, userId)
  for (const row of await store.listMattersWith(ctx.db, userId)) await invalidateMatter(ctx, row)
}

async function updateFromAccount(ctx: Ctx, userId: UserId) {
  const person = await store.claimPersonOf(ctx.db, userId)
  if (!person) return
  const own = contactOf(await getAccount(ctx.db, userId))
  const { id, kind, phone, number } = person
  await store.updatePerson(ctx.db, id, { kind, ...own, phone, number })
  if (isOtherContact(own, person)) await searchForConflicts(ctx, id)
}

/** Whether a name or an address differs in more than capitals and accents, so that a search may find other conflicts. */
export const isOtherContact = (now: Changed['before'], before: Changed['before']) =>
  foldName(now.name) !== foldName(before.name) || fold(now.email) !== fold(before.email)

const contactOf = (account: { firstName: string; lastName: string; email: string }) => ({
  name: fullName(account),
  email: account.email,
})

/** Searches for conflicts on the open matters of somebody who was changed, other than as the party `besides`. */
export async function searchForConflicts(ctx: Ctx, id: PersonId, besides?: PartyId) {
  for (const { row, party } of await store.listOpenOf(ctx.db, id))
    if (party.id !== besides) await notifyOfConflicts(ctx, row, party)
}

type Contact = Pick<Party, 'kind' | 'name' | 'email' | 'phone'>
/** What was left out stays as it is. */
type Wanted = Partial<Contact> & Pick<Contact, 'phone'>

/**
 * Returns a party's contact details with what is wanted. A client's name and address are those of their account, and a
 * guest's account follows. Throws `invalid` for another name or address of a client, who changes them in their own
 * settings, and for an account that would be an organisation's.
 */
export async function followContact(ctx: Ctx, before: Party, wanted: Wanted): Promise<Contact> {
  const { kind = before.kind, name = before.name, email = before.email } = wanted
  const phone = telephoneOver(before.phone, wanted.phone)
  if (before.clientId === null) return { kind, name, email, phone }
  const account = await getAccount(ctx.db, before.clientId)
  if (account.isGuest) {
    await ctx.publish('guestCorrected', { guestId: before.clientId, name, email, phone })
    return { kind, name, email, phone }
  }
  const own = contactOf(account)
  const words = `${before.name} has an account here. Please ask them to change this in their settings`
  const fields = {
    ...(![before.name, own.name].includes(name) && { name: words }),
    ...(![before.email, own.email].map(fold).includes(fold(email)) && { email: words }),
    ...(kind !== before.kind &&
      kind !== 'person' && { kind: `${before.name} has an account here, so please leave this as “Person”` }),
  }
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
  return { kind, ...own, phone }
}
