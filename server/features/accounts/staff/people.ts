import type { User, UserId } from '#contract/accounts/accounts.ts'
import type { TeamId } from '#contract/firm/firm.ts'
import type { Joining, Person, WantedInspection } from '#contract/firm/people.ts'
import { londonDay } from '#contract/kit/london.ts'
import type { Topic } from '#contract/kit/portal.ts'
import { notFound, Problem } from '#contract/kit/problem.ts'
import { inOrder, looksAfterClients, may, opensRestricted, type StaffRole } from '#contract/kit/rights.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Member, MultiStepCtx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import * as absenceStore from '../absences/store.ts'
import type { AccountDependencies } from '../dependencies.ts'
import { refuseGuessable } from '../passwords.ts'
import { listAdministrators, listNamedOn } from '../scope/store.ts'
import { endHalfOpened } from '../sessions/tokens.ts'
import { claim, findClientOf, getUser, insert, insertTeamMember, takenField, update } from '../store.ts'
import * as teamStore from '../teams/store.ts'
import * as store from './store.ts'

type StaffDependencies = Pick<AccountDependencies, 'sessions'>

interface WantedRoles {
  id: UserId
  roles: readonly StaffRole[]
  inspection?: WantedInspection | undefined
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
  await update(ctx.db, id, columnsOf(roles))
  await giveInspection(ctx, id, inspection)
  const handed = looksAfterClients(roles) ? 0 : await handOver(ctx, id, handTo)
  if (!looksAfterClients(roles)) await leaveDuties(ctx, id)
  await endSessionsOf(ctx, person, dependencies)
  await audit(ctx, 'person.role_changed', {
    subjectId: id,
    details: {
      from: person.roles.join(', '),
      to: inOrder(roles).join(', '),
      ...(inspection && { until: inspection.until, clients: inspection.clientIds.join(', ') }),
    },
  })
  const couldCover = person.deactivatedAt === null && looksAfterClients(person.roles)
  return { person: await getPerson(ctx.db, id), handed, couldCover }
}

/** Splits roles into the main role and the others, as an account stores them. */
export const columnsOf = (roles: readonly StaffRole[]) => {
  const [role, ...otherRoles] = inOrder(roles)
  if (role === undefined) throw new Error('Nobody is of the firm without a role.')
  return { role, otherRoles }
}

/** Sets what an auditor may read, and until when. */
async function giveInspection(ctx: Ctx, auditorId: UserId, inspection: WantedInspection | undefined) {
  if (inspection) await expectInspectable(ctx, inspection)
  await store.replaceInspection(ctx.db, auditorId, inspection)
}

/** Throws `invalid` if the last day is past, and `not_found` if one of the clients doesn't exist. */
export async function expectInspectable({ db, now }: Ctx, { until, clientIds }: WantedInspection) {
  if (until < londonDay(now)) {
    const words = 'Please choose a day that is still to come'
    throw new Problem('invalid', words, { fields: { 'inspection.until': words }, reason: 'in_the_past' })
  }
  if ((await store.countClientsAmong(db, clientIds)) !== new Set(clientIds).size) notFound('client')
}

/** Deactivates a person, ends their sessions and hands their clients on. Throws `yourself` for oneself. */
export async function deactivate(
  ctx: Ctx<Member>,
  { id, handTo }: { id: UserId; handTo?: UserId | undefined },
  dependencies: StaffDependencies,
) {
  if (id === ctx.actor.id) throw yourself()
  await store.holdStaff(ctx.db)
  const person = await store.claimPerson(ctx.db, id)
  if (person.deactivatedAt) return { person: await getPerson(ctx.db, id), handed: 0, couldCover: false }
  await refuseWithoutAdministrator(ctx, id)
  await update(ctx.db, id, { deactivatedAt: ctx.now })
  const handed = await handOver(ctx, id, handTo)
  await leaveDuties(ctx, id)
  await endHalfOpened(ctx, id)
  await endSessionsOf(ctx, person, dependencies)
  await audit(ctx, 'person.deactivated', {
    subjectId: id,
    details: { handTo: handTo ?? '', handed: String(handed) },
  })
  return { person: await getPerson(ctx.db, id), handed, couldCover: looksAfterClients(person.roles) }
}

/** Takes a person out of their clients' contacts and their teams, and removes their absence. */
export async function leaveDuties({ db }: Ctx, id: UserId) {
  await store.leaveTeams(db, id)
  await teamStore.removeMember(db, id)
  await absenceStore.remove(db, id)
}

export async function reactivate(ctx: Ctx, { id }: { id: UserId }) {
  const person = await store.claimPerson(ctx.db, id)
  if (person.deactivatedAt) {
    await update(ctx.db, id, { deactivatedAt: null })
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
  return handed.length
}

export const endSessionsOf = (
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

const nobodyNamed = () => {
  const words = 'Please choose who will be responsible for these clients'
  return new Problem('invalid', words, { fields: { handTo: words }, reason: 'clients_left' })
}

/** The client of a change, and the matter it belongs to. */
interface OfMatter {
  clientId: UserId
  matterId: MatterId | null
}

/**
 * Refreshes the open pages of all staff who may look at this client. For staff who may only see the client's money,
 * only payments are refreshed; after a change to a restricted matter, only the pages of those who may know of it.
 */
export async function invalidateFirmPagesOf(ctx: Ctx, client: UserId | OfMatter, ...topics: Topic[]) {
  const { clientId, matterId } = typeof client === 'string' ? { clientId: client, matterId: null } : client
  const named = await listNamedOn(ctx.db, matterId)
  const watchers = await store.listWatchers(ctx.db, clientId)
  const recipients = named
    ? watchers.filter(({ id, roles }) => named.includes(id) || opensRestricted(roles))
    : watchers
  // People named on a matter see what belongs to it, even if the client is not theirs.
  const others = named?.filter((id) => !watchers.some((watcher) => watcher.id === id)) ?? []
  for (const id of others) await ctx.invalidate(id, ...topics)
  for (const { id, roles } of recipients) {
    const heard = may(roles, 'clients.read') ? topics : topics.filter((topic) => topic === 'payments')
    if (heard.length > 0) await ctx.invalidate(id, ...heard)
  }
}

/** Lists the ids of the staff who may look at this client's file. */
export const listReaders = async (ctx: Pick<Ctx, 'db'>, clientId: UserId) =>
  (await store.listWatchers(ctx.db, clientId))
    .filter(({ roles }) => may(roles, 'clients.read'))
    .map(({ id }) => id)

interface Assignment {
  clientId: UserId
  feeEarnerId: UserId
  memberIds: readonly UserId[]
  teamId?: TeamId | null | undefined
}

/** Sets a client's fee earner, contacts and team. Returns the ids of who gained access. Throws `not_of_firm`. */
export async function assignClient(
  ctx: Ctx<Member>,
  { clientId, feeEarnerId, memberIds, teamId }: Assignment,
) {
  const client = await findClientOf(ctx.db, ctx.actor, clientId)
  const others = [...new Set(memberIds)].filter((id) => id !== feeEarnerId)
  const wanted = [feeEarnerId, ...others]
  const found = await store.claimStaff(ctx.db, wanted)
  if (found.length !== wanted.length) throw notOfFirm(found.some(({ id }) => id === feeEarnerId))
  const before = await listReaders(ctx, client.id)
  if (teamId) await teamStore.get(ctx.db, teamId)
  await store.updateAssignment(ctx.db, client.id, { feeEarnerId, teamId })
  await store.replaceTeam(ctx.db, client.id, others)
  await audit(ctx, 'client.assigned', {
    subjectId: client.id,
    details: { feeEarnerId, memberIds: others.join(', '), ...(teamId && { teamId }) },
  })
  const after = await listReaders(ctx, client.id)
  for (const id of new Set([...before, ...after])) await ctx.invalidate(id, 'clients', 'documents')
  await ctx.invalidate(client.id, 'messages', 'appointments')
  return after.filter((id) => !before.includes(id))
}

/**
 * Hands a client on. If `fromId` is the fee earner, the new person becomes the fee earner. Otherwise they work with the
 * client as a contact.
 */
export async function handClient(
  ctx: Ctx<Member>,
  { clientId, fromId, toId }: { clientId: UserId; fromId: UserId | null; toId: UserId },
) {
  const client = await claim(ctx.db, clientId)
  const isHanded = fromId !== null && client.feeEarnerId === fromId
  if (client.feeEarnerId === toId) return
  if (isHanded) await store.updateAssignment(ctx.db, clientId, { feeEarnerId: toId })
  else await insertTeamMember(ctx.db, { clientId, memberId: toId })
  await audit(ctx, 'client.assigned', {
    subjectId: clientId,
    details: isHanded ? { feeEarnerId: toId } : { memberIds: toId },
  })
  for (const id of [fromId, toId])
    if (id) await ctx.invalidate(id, 'clients', 'documents', 'messages', 'appointments')
  await ctx.invalidate(clientId, 'messages', 'appointments')
}

const notOfFirm = (isResponsibleThere: boolean) => {
  const words = 'This person is no longer with the firm. Please choose someone else.'
  const field = isResponsibleThere ? 'memberIds' : 'feeEarnerId'
  return new Problem('unprocessable', words, { fields: { [field]: words }, reason: 'not_of_firm' })
}

interface Seat {
  roles: readonly StaffRole[]
  inspection?: WantedInspection | undefined
  email: string
}

/**
 * Opens a staff account and signs in. `admit` runs in the same transaction. It claims the place, so that it is taken
 * only once, and throws if there is none.
 */
export async function joinFirm(
  ctx: MultiStepCtx,
  joining: Pick<Joining, 'firstName' | 'lastName' | 'username' | 'password'>,
  { admit, settle, sessions, devices, findFirm }: JoinDependencies & Around,
): Promise<User> {
  const { firstName, lastName, username, password } = joining
  const firm = await findFirm(ctx.read)
  refuseGuessable(password, { field: 'password', names: [username, firm.name] })
  const passwordHash = await ctx.ports.hasher.hash(password)
  try {
    return await ctx.transaction(async (step) => {
      const { roles, inspection, email } = await admit(step)
      const id = newId<UserId>()
      const held = columnsOf(roles)
      const acting: Ctx<Member> = { ...step, actor: { id, role: held.role, roles, sessionId: null } }
      const person = { id, username, firstName, lastName, email, ...held, passwordHash }
      await insert(step.db, { ...person, isFirstLogin: false, createdAt: step.now })
      await giveInspection(acting, id, inspection)
      const sessionId = await sessions.begin(acting, id, 'registration')
      devices.know(acting, id)
      await settle?.(acting)
      return getUser(step.db, sessionId)
    })
  } catch (error) {
    throw takenField(error) ?? error
  }
}

interface Around {
  admit: (step: Ctx) => Promise<Seat>
  /** Does what else belongs to the new account, in the same transaction. */
  settle?: (acting: Ctx<Member>) => Promise<void>
}

type JoinDependencies = Pick<AccountDependencies, 'sessions' | 'devices' | 'findFirm'>
