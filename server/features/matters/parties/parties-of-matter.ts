import type { UserId } from '#contract/accounts/accounts.ts'
import { fullName } from '#contract/kit/names.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { PartyRole } from '#contract/matters/party.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
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

interface Deed {
  matterId: MatterId
  signerId: UserId
}

/**
 * Returns the names of everyone on a matter who is, or may be, a party to a deed that this client signs. Throws
 * `not_found` if this person may not know of the matter.
 */
export async function listDeedParties(ctx: Ctx<Staff>, deed: Deed): Promise<string[]> {
  await matters.get(ctx.db, readerOfActor(ctx), deed.matterId)
  return partiesToDeed(ctx.db, deed)
}

/** Returns the same names, to check a witness against. They are shown to nobody. */
export async function partiesToDeed(db: Db, { matterId, signerId }: Deed): Promise<string[]> {
  const matter = await matters.find(db, matterId)
  if (matter === null) return []
  const parties = await store.listOf(db, matterId)
  const named = parties.filter((party) => !outside.includes(party.role) && party.clientId !== signerId)
  const first = matter.clientId === signerId ? [] : [fullName(await getAccount(db, matter.clientId))]
  return [...first, ...named.map(({ name }) => name)]
}
