import type { UserId } from '#contract/accounts.ts'
import type { Person, StaffRole } from '#contract/people.ts'
import { notFound, Problem } from '#contract/problem.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { AccountDependencies } from '../dependencies.ts'
import { endHalfOpened } from '../profile.ts'
import { listAdministrators, update } from '../store.ts'
import * as store from './store.ts'

type Tools = Pick<AccountDependencies, 'sessions'>

/** What somebody may do has changed, so they sign in anew. */
export async function changeRole(
  ctx: Ctx,
  { id, role }: { id: UserId; role: StaffRole },
  dependencies: Tools,
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
  ctx: Ctx,
  { id, handTo }: { id: UserId; handTo?: UserId | undefined },
  dependencies: Tools,
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

const endSessionsOf = (ctx: Ctx, { id, role }: Pick<Person, 'id' | 'role'>, { sessions }: Tools) =>
  sessions.endOthers({ ...ctx, actor: { id, role, sessionId: null } })

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
