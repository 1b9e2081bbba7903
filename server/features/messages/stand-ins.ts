import type { UserId } from '#contract/accounts/accounts.ts'
import { fullName } from '#contract/kit/names.ts'
import type { Contact } from '#contract/messages.ts'
import {
  type Asking,
  absences,
  actedForBy,
  actingForEach,
  clientsLedBy,
  clientsOfReturned,
  clientsSharedBy,
  findResponsible,
  listOnceFormer,
  type listTeam,
  namedOnHidden,
  onceFormerStaff,
} from '#server/features/accounts/service.ts'
import type { Ctx, Member } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type LeftTo, listLeftTo } from './leavers/store.ts'

type Reader = Pick<Ctx<Member>, 'db' | 'actor'>
type Team = Awaited<ReturnType<typeof listTeam>>

/**
 * Returns in whose place the actor answers a client now, of these people: of those they cover for, and of those who have
 * left the firm, if they are responsible for the client. Whoever is back answers for themselves once they work with the
 * client again. If nobody is responsible, everyone who looks after the client answers, but
 * not in the place of somebody who was named on a restricted case of the client that they may not know of.
 */
export async function answeredFor(
  { db, actor }: Reader,
  clientId: UserId,
  ids: readonly UserId[],
): Promise<UserId[]> {
  if (actor.role === 'client') return []
  const acting = await actingForEach(db, ids)
  const covered = ids.filter((id) => acting.get(id) === actor.id)
  const former = await listOnceFormer(db, ids)
  if (former.length === 0) return covered
  return [...covered, ...(await listLeftTo(db, leftTo({ db, actor }), { clientId, memberIds: former }))]
}

/** Returns whose messages from which clients somebody answers, because those people have left the firm. */
export const leftTo = ({ db, actor }: { db: Db; actor: Asking }): LeftTo => {
  return {
    members: onceFormerStaff(db),
    working: clientsOfReturned(db),
    led: clientsLedBy(db, actedForBy(db, actor)),
    shared: clientsSharedBy(db, actor),
    closed: namedOnHidden(db, actor),
  }
}

/**
 * Returns until when those of a client's team who are away are, and who answers in their place, by id. A cover who
 * isn't on the team can't see the client: that of an administrator, to whom a client of nobody writes.
 */
export async function listAway(db: Ctx['db'], team: Team) {
  const acting = await actingForEach(
    db,
    team.map(({ id }) => id),
  )
  const absent = await absences.listOf(db, [...acting.keys()])
  const away = new Map<UserId, Contact['away']>()
  for (const [id, coverId] of acting) {
    const [absence, cover] = [absent.get(id), team.find((person) => person.id === coverId)]
    if (absence && cover)
      away.set(id, { until: absence.backOn, cover: { id: coverId, name: fullName(cover) } })
  }
  return away
}

/** Returns who is responsible for a client, in the place of each of these people who have left the firm, by id. */
export async function listSuccessors(
  db: Ctx['db'],
  clientId: UserId,
  { team, gone }: { team: Team; gone: readonly UserId[] },
) {
  const former = await listOnceFormer(db, gone)
  const responsible = former.length > 0 ? await findResponsible(db, clientId) : null
  const successor = team.find(({ id }) => id === responsible)
  const shown = successor ? { id: successor.id, name: fullName(successor) } : null
  return new Map<UserId, Contact['successor']>(former.map((id) => [id, shown]))
}
