import type { User, UserId } from '#contract/accounts.ts'
import type { Joining, Person, StaffRole } from '#contract/people.ts'
import type { Topic } from '#contract/portal.ts'
import { notFound, Problem } from '#contract/problem.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Member, MultiStepCtx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { AccountDependencies } from '../dependencies.ts'
import { refuseGuessable } from '../passwords.ts'
import { endHalfOpened } from '../profile.ts'
import { findClientOf, getUser, insert, listAdministrators, takenField, update } from '../store.ts'
import * as store from './store.ts'

type StaffDependencies = Pick<AccountDependencies, 'sessions'>

/** What somebody may do has changed, so they sign in anew. */
export async function changeRole(
  ctx: Ctx,
  { id, role }: { id: UserId; role: StaffRole },
  dependencies: StaffDependencies,
) {
  await store.holdStaff(ctx.db)
  const person = await store.claimPerson(ctx.db, id)
  if (person.role === role) return getPerson(ctx.db, id)
  if (role !== 'administrator') await refuseWithoutAdministrator(ctx, id)
  await update(ctx.db, id, { role })
  await endSessionsOf(ctx, person, dependencies)
  await audit(ctx, 'person.role_changed', { subjectId: id, details: { from: person.role, to: role } })
  return getPerson(ctx.db, id)
}

/** Closes the door to a person: their sessions end at once, and their clients are somebody else's. */
export async function deactivate(
  ctx: Ctx<Member>,
  { id, handTo }: { id: UserId; handTo?: UserId | undefined },
  dependencies: StaffDependencies,
) {
  if (id === ctx.actor.id) throw yourself()
  await store.holdStaff(ctx.db)
  const person = await store.claimPerson(ctx.db, id)
  if (person.deactivatedAt) return { person: await getPerson(ctx.db, id), handed: 0 }
  await refuseWithoutAdministrator(ctx, id)
  await update(ctx.db, id, { deactivatedAt: ctx.now })
  const handed = await handOver(ctx, id, handTo)
  await store.leaveTeams(ctx.db, id)
  await endHalfOpened(ctx, id)
  await endSessionsOf(ctx, person, dependencies)
  await audit(ctx, 'person.deactivated', {
    subjectId: id,
    details: { handTo: handTo ?? '', handed: String(handed) },
  })
  return { person: await getPerson(ctx.db, id), handed }
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

const endSessionsOf = (
  ctx: Ctx,
  { id, role }: Pick<Person, 'id' | 'role'>,
  { sessions }: StaffDependencies,
) => sessions.endOthers({ ...ctx, actor: { id, role, sessionId: null } })

async function refuseWithoutAdministrator(ctx: Ctx, id: UserId) {
  const others = (await listAdministrators(ctx.db)).filter((one) => one !== id)
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

/** Tells the pages of everybody of the firm who may look at this client that something of theirs changed. */
export async function tellFirmOf(ctx: Ctx, clientId: UserId, ...topics: Topic[]) {
  for (const id of await store.listWatchers(ctx.db, clientId)) await ctx.invalidate(id, ...topics)
}

interface Assignment {
  clientId: UserId
  feeEarnerId: UserId
  memberIds: readonly UserId[]
}

/** Says who of the firm answers for a client, and who works with them. Whoever leaves or joins sees it at once. */
export async function assignClient(ctx: Ctx<Member>, { clientId, feeEarnerId, memberIds }: Assignment) {
  const client = await findClientOf(ctx.db, ctx.actor, clientId)
  const others = [...new Set(memberIds)].filter((id) => id !== feeEarnerId)
  const wanted = [feeEarnerId, ...others]
  const found = await store.claimStaff(ctx.db, wanted)
  if (found.length !== wanted.length) throw notOfFirm(found.some(({ id }) => id === feeEarnerId))
  const before = await store.listWatchers(ctx.db, client.id)
  await store.updateFeeEarner(ctx.db, client.id, feeEarnerId)
  await store.replaceTeam(ctx.db, client.id, others)
  await audit(ctx, 'client.assigned', {
    subjectId: client.id,
    details: { feeEarnerId, memberIds: others.join(', ') },
  })
  const after = await store.listWatchers(ctx.db, client.id)
  for (const id of new Set([...before, ...after])) await ctx.invalidate(id, 'clients', 'documents')
  await ctx.invalidate(client.id, 'messages', 'appointments')
  return after.filter((id) => !before.includes(id))
}

const notOfFirm = (isResponsibleThere: boolean) => {
  const words = 'This person is no longer with the firm. Please choose someone else.'
  const field = isResponsibleThere ? 'memberIds' : 'feeEarnerId'
  return new Problem('unprocessable', words, { fields: { [field]: words }, reason: 'not_of_firm' })
}

interface Seat {
  role: StaffRole
  email: string
}

/**
 * Opens an account on the firm's side and signs in. `admit` says in that same transaction what seat there is to
 * take, and takes it away, so that it is taken once; it may be asked in vain, and then throws.
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
      const { role, email } = await admit(step)
      const id = newId<UserId>()
      const acting: Ctx<Member> = { ...step, actor: { id, role, sessionId: null } }
      const person = { id, username, firstName, lastName, email, role, passwordHash }
      await insert(step.db, { ...person, isFirstLogin: false, createdAt: step.now })
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
  /** What else belongs to the new account, in that same transaction. */
  settle?: (acting: Ctx<Member>) => Promise<void>
}

type JoinDependencies = Pick<AccountDependencies, 'sessions' | 'devices' | 'findFirm'>
