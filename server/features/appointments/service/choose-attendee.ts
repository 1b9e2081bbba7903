import type { UserId } from '#contract/accounts/accounts.ts'
import { notFound, Problem } from '#contract/kit/problem.ts'
import {
  clientScopeOf,
  findClientOf,
  getAccount,
  listReaders,
  listTeam,
} from '#server/features/accounts/service.ts'
import { fileScopeOf } from '#server/features/tasks/service.ts'
import type { Client, Ctx, Member } from '#server/platform/ctx.ts'

export interface Sides {
  clientId: UserId
  withId: UserId
}

/** Lists the people whom the client may choose. Empty if nobody works with them. */
export const people = ({ db, actor }: Ctx<Client>) => listParties(db, actor.id)

const listParties = async (db: Ctx['db'], clientId: UserId) =>
  (await listTeam(db, clientId)).map(({ id, firstName, lastName }) => ({ id, firstName, lastName }))

/**
 * Returns whose appointments the user may see: a client's own, or for a person of the firm those of their clients,
 * except in hidden matters.
 */
export const visibleTo = ({ db, actor }: Pick<Ctx<Member>, 'db' | 'actor'>) =>
  actor.role === 'client' ? actor.id : visibleToFirm(db, actor)

/** Somebody of the firm, with the roles that decide what they may see. */
export type FirmReader = Parameters<typeof clientScopeOf>[1]

/** Returns somebody of the firm with the roles they have now, whoever is asking. */
export async function readerOf(db: Ctx['db'], id: UserId): Promise<FirmReader> {
  const { role, otherRoles } = await getAccount(db, id)
  return { id, roles: role === 'client' ? [] : [role, ...otherRoles] }
}

export const visibleToFirm = (db: Ctx['db'], reader: FirmReader) => ({
  ...fileScopeOf(db, clientScopeOf(db, reader)),
  memberId: reader.id,
})

/**
 * Returns the person to meet, who must be in the client's team. Without `withId`, it is the one responsible for the
 * client. Throws `nobody` if the team is empty, and `not_found` for somebody who is not in it.
 */
export async function resolveAttendee(ctx: Pick<Ctx, 'db'>, clientId: UserId, withId?: UserId) {
  const team = await listTeam(ctx.db, clientId)
  if (withId === undefined) {
    const [first] = team
    if (first) return first.id
    throw new Problem('conflict', "Appointments can't be booked yet. Please call us instead.", {
      reason: 'nobody',
    })
  }
  return team.find(({ id }) => id === withId)?.id ?? notFound('person')
}

/** Whether this person still works with the client, or may at least look at their file. */
export async function stillMeets({ db }: Pick<Ctx, 'db'>, { clientId, withId }: Sides) {
  const team = (await listTeam(db, clientId)).map(({ id }) => id)
  return [...team, ...(await listReaders({ db }, clientId))].includes(withId)
}

/** Returns the person to meet when the firm books: the user themselves, or a colleague who works with the client. */
export async function whomFirmMeets(
  ctx: Pick<Ctx<Member>, 'db' | 'actor'>,
  clientId: UserId,
  withId?: UserId,
) {
  await findClientOf(ctx.db, ctx.actor, clientId)
  const own = ctx.actor.id
  if (withId === undefined || withId === own) return own
  const team = await listTeam(ctx.db, clientId)
  return team.find(({ id }) => id === withId)?.id ?? notFound('person')
}
