import type { UserId } from '#contract/accounts.ts'
import { notFound, Problem } from '#contract/problem.ts'
import { clientsOf, findClientOf, listAdministrators, listTeam } from '#server/features/accounts/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Whose appointments somebody may look at: a client their own, a person of the firm those of their clients. */
export const whoseFor = ({ db, actor }: Pick<Ctx, 'db' | 'actor'>) =>
  actor.role === 'client' ? actor.id : clientsOf(db, actor)

/** Only somebody of the client's own team; without a name, who answers for them. */
export async function whomToMeet(ctx: Pick<Ctx, 'db'>, clientId: UserId, withId?: UserId) {
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

/** Whether this person still works with the client; an administrator may, whoever's client it is. */
export async function stillMeets({ db }: Pick<Ctx, 'db'>, { clientId, withId }: Sides) {
  const team = (await listTeam(db, clientId)).map(({ id }) => id)
  return [...team, ...(await listAdministrators(db))].includes(withId)
}

interface Sides {
  clientId: UserId
  withId: UserId
}

/** A person of the firm books for themselves, or for a colleague who works with that client. */
export async function whomFirmMeets(ctx: Pick<Ctx, 'db' | 'actor'>, clientId: UserId, withId?: UserId) {
  await findClientOf(ctx.db, ctx.actor, clientId)
  const own = ctx.actor.id
  if (withId === undefined || withId === own) return own
  const team = await listTeam(ctx.db, clientId)
  return team.find(({ id }) => id === withId)?.id ?? notFound('person')
}
