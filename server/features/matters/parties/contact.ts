import type { DomainEvents } from '#contract/kit/domain-events.ts'
import { fullName } from '#contract/kit/names.ts'
import { invalidFields } from '#contract/kit/problem.ts'
import { fold } from '#contract/kit/text.ts'
import type { Party } from '#contract/matters/party.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import * as store from './store.ts'

// A party with an account has one name and one address: those of the account, where their emails go.

/** Takes a client's name and email address over into their record on their matters. */
export async function takeOverContact(ctx: Ctx, { userId }: DomainEvents['contactChanged']) {
  const person = await store.findPersonOf(ctx.db, userId)
  if (!person) return
  const account = await getAccount(ctx.db, userId)
  const { kind, phone, number } = person
  await store.updatePerson(ctx.db, person.id, {
    kind,
    name: fullName(account),
    email: account.email,
    phone,
    number,
  })
}

type Contact = Pick<Party, 'kind' | 'name' | 'email' | 'phone'>

/**
 * Refuses a change that the party's own account would not follow, and lets a guest's account follow. Throws `invalid`
 * for the name or address of a client, who changes them in their own settings.
 */
export async function followContact(ctx: Ctx, before: Party, { kind, name, email, phone }: Contact) {
  if (before.clientId === null) return
  if ((await getAccount(ctx.db, before.clientId)).isGuest) {
    await ctx.publish('guestCorrected', { guestId: before.clientId, name, email, phone })
    return
  }
  const words = `${before.name} has an account here. Please ask them to change this in their settings`
  const fields = {
    ...(name !== before.name && { name: words }),
    ...(fold(email) !== fold(before.email) && { email: words }),
    ...(kind !== before.kind && { kind: words }),
  }
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
}
