import type { UserId } from '#contract/accounts/accounts.ts'
import { fullName } from '#contract/kit/names.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { PartyRole } from '#contract/matters/party.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { readerOfActor } from '../reader.ts'
import * as matters from '../store.ts'
import * as store from './store.ts'

/** Returns a matter that the user may see, with its parties. Throws `not_found` otherwise. */
export async function getPartiesOf(ctx: Ctx<Staff>, id: MatterId) {
  const matter = await matters.get(ctx.db, readerOfActor(ctx), id)
  return { matter, parties: await store.listOf(ctx.db, id) }
}

// Someone who acts for another person is no party to a deed that the other person signs.
const outside: readonly PartyRole[] = ['agent', 'other_sides_lawyer']

/**
 * Returns the names of everyone on a matter who is, or may be, a party to a deed that this client signs. Throws
 * `not_found` if this person may not know of the matter.
 */
export async function listDeedParties(
  ctx: Ctx<Staff>,
  { matterId, signerId }: { matterId: MatterId; signerId: UserId },
): Promise<string[]> {
  const { matter, parties } = await getPartiesOf(ctx, matterId)
  const named = parties.filter((party) => !outside.includes(party.role) && party.clientId !== signerId)
  const first = matter.clientId === signerId ? [] : [fullName(await getAccount(ctx.db, matter.clientId))]
  return [...first, ...named.map(({ name }) => name)]
}
