import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import type { matters as contract } from '#contract/matters/matters.ts'
import type { KnownClient } from '#contract/matters/party.ts'
import { birthdaysOf, listClientsByName } from '#server/features/accounts/service.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { listReferencesOfClients } from './newest-references/store.ts'
import { ownersOfActor } from './owners.ts'

/** Lists clients to choose from, with the newest cases of theirs that the user may see. */
export async function listClients(
  ctx: Ctx<Staff>,
  { search }: Input<typeof contract.clients>,
): Promise<KnownClient[]> {
  const clients = await listClientsByName(ctx.db, ctx.actor, search)
  const ids = clients.map(({ id }) => id)
  const born = await birthdaysOf(ctx.db, ids)
  const on = await listReferencesOfClients(ctx.db, ownersOfActor(ctx), ids)
  return clients.map((client) => ({
    id: client.id,
    name: fullName(client),
    email: client.email,
    dateOfBirth: born.get(client.id) ?? null,
    references: on.filter(({ id }) => id === client.id).map(({ reference }) => reference),
  }))
}
