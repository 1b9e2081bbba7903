import type { UserId } from '#contract/accounts/accounts.ts'
import { type Person, successorMissing } from '#contract/firm/people.ts'
import { londonDay } from '#contract/kit/london.ts'
import { notFound, Problem } from '#contract/kit/problem.ts'
import { inOrder, looksAfterClients, type StaffRole } from '#contract/kit/rights.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Member } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import * as absenceStore from '../absences/store.ts'
import type { AccountDependencies } from '../dependencies.ts'
import { replaceInspection } from '../inspections/store.ts'
import { listAdministrators } from '../responsible/store.ts'
import { endHalfOpened } from '../sessions/tokens.ts'
import { update } from '../store.ts'
import * as teamStore from '../teams/store.ts'
import type { InspectionScope } from './schema.ts'
import * as store from './store.ts'

type StaffDependencies = Pick<AccountDependencies, 'sessions'>

interface WantedRoles {
  id: UserId
  roles: readonly StaffRole[]
  inspection?: InspectionScope | undefined
  handTo?: UserId | undefined
}

/**
 * Changes somebody's roles. Ends their sessions and open pages in this transaction, so that they sign in again. Hands
 * their clients to `handTo` if the new roles can't look after clients. Returns whether they could cover until now.
 */
export async function changeRoles(
  ctx: Ctx<Member>,
  { id, roles, inspection, handTo }: WantedRoles,
  dependencies: StaffDependencies,
) {
  await store.holdStaff(ctx.db)
  const person = await store.claimPerson(ctx.db, id)
  if (person.roles.includes('administrator') && !roles.includes('administrator'))
    await refuseWithoutAdministrator(ctx, id)
  await update(ctx.db, id, { ...columnsOf(roles), ...returnOf(ctx, person.roles, roles) })
  await giveInspection(ctx, id, inspection)
  const handed = looksAfterClients(roles) ? 0 : await handOver(ctx, id, handTo)
  if (!looksAfterClients(roles)) await leaveDuties(ctx, id)
  await endStaffSessions(ctx, person, dependencies)
  await audit(ctx, 'person.role_changed', {
    subjectId: id,
    details: {
      from: person.roles.join(', '),
      to: inOrder(roles).join(', '),
      ...(inspection && { until: inspection.until, cases: inspection.matterIds.join(', ') }),
    },
  })
  const couldCover = person.deactivatedAt === null && looksAfterClients(person.roles)
  return { person: await getPerson(ctx.db, id), handed, couldCover }
}

/** Whoever comes to look after clients doesn't have those of an earlier time back, like whoever is let in again. */
export const returnOf = (
  { now }: Pick<Ctx, 'now'>,
  before: readonly StaffRole[],
  after: readonly StaffRole[],
) => (looksAfterClients(after) && !looksAfterClients(before) ? { reactivatedAt: now } : {})

/** Splits roles into the main role and the others, as an account stores them. */
export const columnsOf = (roles: readonly StaffRole[]) => {
  const [role, ...otherRoles] = inOrder(roles)
  if (role === undefined) throw new Error('Nobody is of the firm without a role.')
  return { role, otherRoles }
}

/** Sets what an auditor may read, and until when. */
export async function giveInspection(ctx: Ctx, auditorId: UserId, inspection: InspectionScope | undefined) {
  if (inspection) expectInspectable(ctx, inspection)
  const count = await replaceInspection(ctx.db, auditorId, inspection)
  if (inspection && count === 0) throw casesMissing()
}

/** The refusal of an inspection without a case. */
export const casesMissing = () => {
  const words = 'Please enter at least one case reference'
  const fields = { 'inspection.references': words }
  return new Problem('invalid', words, { fields, reason: 'cases_missing' })
}

/** Throws `invalid` if the last day is past. */
export function expectInspectable({ now }: Ctx, { until }: Pick<InspectionScope, 'until'>) {
  if (until >= londonDay(now)) return
  const words = 'Please choose today or a later day'
  throw new Problem('invalid', words, { fields: { 'inspection.until': words }, reason: 'in_the_past' })
}

/**
 * Deactivates a person, ends their sessions and hands their clients on. Of somebody who was deactivated already, only
 * hands on the clients, whom they kept if their groups took their last role away. Throws `yourself` for oneself.
 */
export async function deactivate(
  ctx: Ctx<Member>,
  { id, handTo }: { id: UserId; handTo?: UserId | undefined },
  dependencies: StaffDependencies,
) {
  if (id === ctx.actor.id) throw yourself()
  await store.holdStaff(ctx.db)
  const person = await store.claimPerson(ctx.db, id)
  if (person.deactivatedAt) return handOverFormer(ctx, id, handTo)
  await refuseWithoutAdministrator(ctx, id)
  await update(ctx.db, id, { deactivatedAt: ctx.now })
  const handed = await handOver(ctx, id, handTo)
  await leaveDuties(ctx, id)
  await endHalfOpened(ctx, id)
  await endStaffSessions(ctx, person, dependencies)
  await audit(ctx, 'person.deactivated', {
    subjectId: id,
    details: { handTo: handTo ?? '', handed: String(handed) },
  })
  return { person: await getPerson(ctx.db, id), handed, couldCover: looksAfterClients(person.roles) }
}

async function handOverFormer(ctx: Ctx, id: UserId, handTo: UserId | undefined) {
  const handed = handTo === undefined ? 0 : await handOver(ctx, id, handTo)
  if (handTo !== undefined && handed > 0)
    await audit(ctx, 'person.clients_handed_over', {
      subjectId: id,
      details: { handTo, handed: String(handed) },
    })
  return { person: await getPerson(ctx.db, id), handed, couldCover: false }
}

/** Takes a person out of their clients' contacts and their teams, and removes their absence. */
export async function leaveDuties(ctx: Ctx, id: UserId) {
  const { db } = ctx
  const left = await store.leaveTeams(db, id)
  await invalidateForEach(
    ctx,
    left.map(({ clientId }) => clientId),
  )
  await teamStore.removeMember(db, id)
  await absenceStore.remove(db, id)
}

export async function reactivate(ctx: Ctx, { id }: { id: UserId }) {
  const person = await store.claimPerson(ctx.db, id)
  if (person.deactivatedAt) {
    await update(ctx.db, id, { deactivatedAt: null, reactivatedAt: ctx.now })
    await audit(ctx, 'person.reactivated', { subjectId: id })
  }
  return getPerson(ctx.db, id)
}

export async function getPerson(db: Db, id: UserId): Promise<Person> {
  return (await store.listPeople(db)).find((person) => person.id === id) ?? notFound('person')
}

async function handOver(ctx: Ctx, from: UserId, handTo: UserId | undefined) {
  const { clients } = await getPerson(ctx.db, from)
  if (clients === 0) return 0
  if (handTo === undefined || handTo === from) throw nobodyNamed()
  const [successor] = await store.claimStaff(ctx.db, [handTo])
  if (!successor) throw nobodyNamed()
  const handed = await store.handClients(ctx.db, from, handTo)
  await ctx.invalidate(handTo, 'clients', 'documents')
  await invalidateForEach(ctx, handed)
  return handed.length
}

/** Makes the pages of clients refetch who works for them. */
async function invalidateForEach(ctx: Ctx, clientIds: readonly UserId[]) {
  for (const id of clientIds) await ctx.invalidate(id, 'messages', 'appointments')
}

/** Ends a colleague's sessions. This node forgets them at the commit, so that nothing more is done by the old roles. */
export const endStaffSessions = (
  ctx: Ctx,
  { id, role, roles }: Pick<Person, 'id' | 'role' | 'roles'>,
  { sessions }: StaffDependencies,
) => sessions.endOthers({ ...ctx, actor: { id, role, roles, sessionId: null } })

export async function refuseWithoutAdministrator(ctx: Ctx, id: UserId) {
  const others = (await listAdministrators(ctx.db)).filter((candidate) => candidate !== id)
  if (others.length === 0)
    throw new Problem(
      'conflict',
      'This is the only administrator. Please make someone else an administrator first.',
      {
        reason: 'last_administrator',
      },
    )
}

const yourself = () =>
  new Problem('conflict', "You can't deactivate your own account. Please ask another administrator.", {
    reason: 'yourself',
  })

const nobodyNamed = () =>
  new Problem('invalid', successorMissing, { fields: { handTo: successorMissing }, reason: 'clients_left' })
