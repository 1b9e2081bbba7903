import type { Input } from '#contract/kit.ts'
import { pages } from '#contract/pages.ts'
import type { people } from '#contract/people.ts'
import {
  type AccountDependencies,
  changeRole,
  deactivate,
  listEverybody,
} from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { listInvitations, withdrawAllOf } from './invitations.ts'

export const showPeople = async ({ db }: Ctx) => ({
  people: await listEverybody(db),
  invitations: await listInvitations(db),
})

/** Whoever is no administrator any more has invited nobody. */
export async function giveRole(
  ctx: Ctx,
  input: Input<typeof people.changeRole>,
  dependencies: AccountDependencies,
) {
  const person = await changeRole(ctx, input, dependencies)
  if (person.role !== 'administrator') await withdrawAllOf(ctx, person.id)
  return person
}

/** Whoever takes over the clients is told. */
export async function closeDoor(
  ctx: Ctx,
  input: Input<typeof people.deactivate>,
  dependencies: AccountDependencies,
) {
  const { person, handed } = await deactivate(ctx, input, dependencies)
  await withdrawAllOf(ctx, person.id)
  await ctx.publish('staffDeparted', { personId: person.id })
  if (handed > 0 && input.handTo)
    await notify(ctx, input.handTo, {
      topic: 'account',
      title: handed === 1 ? 'You have a new client' : `${handed} new clients are yours`,
      body: `${person.firstName} ${person.lastName} has handed over to you.`,
      link: pages.firm,
    })
  return person
}
