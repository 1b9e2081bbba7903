import type { UserId } from '#contract/accounts/accounts.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { inOrder, looksAfterClients, rights, type StaffRole } from '#contract/kit/rights.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Member } from '#server/platform/ctx.ts'
import type { AccountDependencies } from '../dependencies.ts'
import { listAdministrators } from '../responsible/store.ts'
import { endHalfOpened } from '../sessions/tokens.ts'
import { update } from '../store.ts'
import {
  columnsOf,
  endStaffSessions,
  getPerson,
  leaveDuties,
  refuseWithoutAdministrator,
  returnOf,
} from './people.ts'
import * as store from './store.ts'

interface GroupRoles {
  id: UserId
  /** The roles that their groups give. */
  given: readonly StaffRole[]
  /** The roles that groups decide about. All others stay as set in the portal. */
  governed: readonly StaffRole[]
}

/**
 * Sets somebody's roles to those that their groups give. Losing or gaining a role ends their sessions. Somebody with no
 * role left is deactivated, and only an administrator can reactivate them. They stay responsible for their clients
 * until an administrator, who is notified, hands them over. Returns whether a role is left.
 */
export async function keepGroupRoles(
  ctx: Ctx<Member>,
  { id, given, governed }: GroupRoles,
  dependencies: Pick<AccountDependencies, 'sessions' | 'notify'>,
) {
  await store.holdStaff(ctx.db)
  const person = await store.claimPerson(ctx.db, id)
  const roles = inOrder([...person.roles.filter((role) => !governed.includes(role)), ...given])
  const lost = person.roles.filter((role) => !roles.includes(role))
  if (lost.length === 0 && roles.length === person.roles.length) return true
  if (lost.includes('administrator')) await refuseWithoutAdministrator(ctx, id)
  const hasRole = roles.length > 0
  await update(
    ctx.db,
    id,
    hasRole ? { ...columnsOf(roles), ...returnOf(ctx, person.roles, roles) } : { deactivatedAt: ctx.now },
  )
  if (!looksAfterClients(roles)) await leaveDuties(ctx, id)
  const couldCover = person.deactivatedAt === null && looksAfterClients(person.roles)
  if (lost.length > 0) await ctx.publish('rolesLost', { personId: id, roles, couldCover })
  if (!hasRole) await endHalfOpened(ctx, id)
  await endStaffSessions(ctx, person, dependencies)
  await audit(ctx, hasRole ? 'person.role_changed' : 'person.deactivated', {
    subjectId: id,
    details: { from: person.roles.join(', '), to: roles.join(', '), by: 'groups of the sign-in provider' },
  })
  if (lost.length > 0) await notifyAdministrators(ctx, { id, lost, hasRole }, dependencies)
  return hasRole
}

interface Loss {
  id: UserId
  lost: readonly StaffRole[]
  hasRole: boolean
}

async function notifyAdministrators(
  ctx: Ctx,
  { id, lost, hasRole }: Loss,
  { notify }: Pick<AccountDependencies, 'notify'>,
) {
  const { clients, ...person } = await getPerson(ctx.db, id)
  const name = fullName(person)
  const roles = lost.map((role) => rights[role].label.toLowerCase()).join(', ')
  const left = clients > 0 ? leftWords(clients, hasRole) : ''
  const title = hasRole ? `${name} has lost a role` : `${name} can no longer sign in`
  for (const administrator of await listAdministrators(ctx.db))
    if (administrator !== id)
      await notify(ctx, administrator, {
        topic: 'account',
        title,
        body: `Their groups at your sign-in provider no longer give them: ${roles}.${left}`,
        link: pages.people,
        inMail: 'Someone’s access to the portal was changed by your sign-in provider.',
      })
}

/** Clients are handed over under People only from somebody who can't sign in any more. */
function leftWords(clients: number, hasRole: boolean) {
  const words = ` They are still responsible for ${clients} of your clients`
  if (hasRole) return `${words}.`
  return `${words}: please hand ${clients === 1 ? 'this client' : 'these'} over under People.`
}
