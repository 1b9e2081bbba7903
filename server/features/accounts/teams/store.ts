import { asc, count, eq, inArray, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { TeamId } from '#contract/firm/firm.ts'
import type { Team } from '#contract/firm/teams.ts'
import { notFound } from '#contract/kit/problem.ts'
import { fold } from '#contract/kit/text.ts'
import { brokenConstraint, type Db } from '#server/platform/db/database.ts'
import { users } from '../schema.ts'
import { teamMembers, teams } from '../staff/schema.ts'

/** Lists teams by name, each with its members and the number of its clients. */
export const list = async (db: Db): Promise<Team[]> => {
  const rows = await db
    .select({
      id: teams.id,
      name: teams.name,
      memberIds: sql<UserId[]>`array(select ${teamMembers.memberId} from ${teamMembers}
        where ${teamMembers.teamId} = ${teams.id} order by 1)`,
    })
    .from(teams)
    .orderBy(asc(teams.nameKey))
  const counts = await db
    .select({ id: users.teamId, clients: count() })
    .from(users)
    .where(
      inArray(
        users.teamId,
        rows.map(({ id }) => id),
      ),
    )
    .groupBy(users.teamId)
  const clientsOf = new Map(counts.map(({ id, clients }) => [id, clients]))
  return rows.map((team) => ({ ...team, clients: clientsOf.get(team.id) ?? 0 }))
}

/** Returns the names of all teams, for choosing one. */
export const listNames = (db: Db) =>
  db.select({ id: teams.id, name: teams.name }).from(teams).orderBy(asc(teams.nameKey))

export const get = async (db: Db, id: TeamId): Promise<Team> =>
  (await list(db)).find((team) => team.id === id) ?? notFound('team')

/** Returns the names of these teams, by id. */
export const namesOf = async (db: Db, ids: readonly TeamId[]) => {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: teams.id, name: teams.name })
          .from(teams)
          .where(inArray(teams.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const insert = (db: Db, { id, name }: { id: TeamId; name: string }) =>
  db.insert(teams).values({ id, name, nameKey: fold(name) })

export const update = (db: Db, id: TeamId, name: string) =>
  db
    .update(teams)
    .set({ name, nameKey: fold(name) })
    .where(eq(teams.id, id))

export const replaceMembers = async (db: Db, teamId: TeamId, memberIds: readonly UserId[]) => {
  await db.delete(teamMembers).where(eq(teamMembers.teamId, teamId))
  if (memberIds.length > 0)
    await db.insert(teamMembers).values(memberIds.map((memberId) => ({ teamId, memberId })))
}

/** Deletes a team. Its clients keep their fee earner and contacts. */
export const remove = async (db: Db, id: TeamId) => {
  await db.update(users).set({ teamId: null }).where(eq(users.teamId, id))
  await db.delete(teams).where(eq(teams.id, id))
}

/** Takes somebody out of their teams when they leave the firm or no longer look after clients. */
export const removeMember = (db: Db, memberId: UserId) =>
  db.delete(teamMembers).where(eq(teamMembers.memberId, memberId))

export const isNameTaken = (error: unknown) => brokenConstraint(error) === 'teams_name'
