import { and, eq, inArray, isNull, notInArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { TeamId } from '#contract/firm/firm.ts'
import { opensRestricted, reachOf, rights, type StaffRole } from '#contract/kit/rights.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { Involvement } from '#server/platform/ctx.ts'
import { asConstant } from '#server/platform/db/constant.ts'
import { type Db, prepared } from '#server/platform/db/database.ts'
import type { ClientScope } from '#server/platform/db/file-scope.ts'
import { areNone, type Ids, isAmong, isNotAmong } from '#server/platform/db/ids.ts'
import { renderedOnce } from '#server/platform/db/rendered.ts'
import { clientContacts, users } from '../schema.ts'
import { absences, inspectedCases, matterAccess, teamMembers, uninspectedCases } from '../staff/schema.ts'
import { unassignedClients } from './unassigned/store.ts'

/** Somebody of the firm, with the roles that decide what they may see. */
export interface Asking {
  id: UserId
  roles: readonly StaffRole[]
  /** Every client is open to them, for an action on accounts. */
  opensAll?: boolean
  /** If it isn't known, or is somebody else's, each query looks it up. */
  involvement?: Involvement
}

/** The same person as whoever has to act: an administrator also for the clients whom nobody looks after. */
export const asResponsible = <A extends Asking>(person: A): A => ({
  ...asFeeEarner(person),
  roles: reachOf(person).isUnassigned ? ['administrator', 'fee_earner'] : ['fee_earner'],
})

/** The same person as a fee earner, whom only their own clients and cases are open to. */
export const asFeeEarner = <A extends Asking>(person: A): A => ({
  ...person,
  roles: ['fee_earner'],
  opensAll: false,
})

const involvementIn = ({ id, involvement }: Pick<Asking, 'id' | 'involvement'>) =>
  involvement?.personId === id ? involvement : undefined

/**
 * Selects the ids of the clients that a person of the firm may look at by these roles. No other code decides this.
 * `hiddenMattersOf` leaves out what belongs to a restricted matter of one of them.
 */
export const clientsOf = (db: Db, asking: Asking): SQLWrapper =>
  onceARequest(asking, 'clients', () => selectClients(db, asking))

const selectClients = (db: Db, asking: Asking): SQLWrapper => {
  const { isAll, isOwn, isUnassigned, isNamed } = reachOf(asking)
  if (isAll) return db.select({ id: users.id }).from(users).where(isClient)
  // Each part is a look-up by index. Another select from the accounts around them would read every account.
  const parts: SQLWrapper[] = [
    ...(isOwn ? [lookedAfterBy(db, asking)] : []),
    ...(isUnassigned ? [unassignedFor(db, asking)] : []),
    ...(isNamed ? [inspectedBy(db, asking.id)] : []),
  ]
  const [part, ...others] = parts
  if (part === undefined) return db.select({ id: users.id }).from(users).where(sql`false`)
  return others.length === 0 ? part : sql`(${sql.join(parts, sql` union `)})`
}

const isClient = asConstant(eq(users.role, 'client'), isNull(users.mergedIntoId))

/**
 * Whether these roles open what somebody is in charge of, in a team of, covers for or is named on. An auditor reads the
 * chosen cases and nothing else, even after an earlier role.
 */
const isInvolvedBy = (person: Pick<Asking, 'roles' | 'opensAll'>) => {
  const { isAll, isOwn } = reachOf(person)
  return isAll || isOwn
}

/** Returns a person's own id and the ids of those they stand in for now. None if their roles open nothing by that. */
export const actedForBy = (db: Db, person: Asking): Ids => {
  const { id } = person
  if (!isInvolvedBy(person)) return []
  const known = involvementIn(person)
  if (known) return known.actsFor
  const covered = db.select({ id: absences.personId }).from(absences).where(eq(absences.actingId, id))
  return sql`(select ${id}::uuid union all ${covered})`
}

/** Returns the teams somebody is in. None if their roles open nothing by that. */
export const teamsOf = (db: Db, person: Asking): Ids => {
  if (!isInvolvedBy(person)) return []
  return (
    involvementIn(person)?.teams ??
    db.select({ id: teamMembers.teamId }).from(teamMembers).where(eq(teamMembers.memberId, person.id))
  )
}

// Each part of the union uses an index. One query with "or" would read every client.
const lookedAfterBy = (db: Db, person: Asking) => {
  const people = actedForBy(db, person)
  const teams = teamsOf(db, person)
  const assigned = db.select({ id: users.id }).from(users).where(isAmong(users.feeEarnerId, people))
  const asContact = db
    .select({ id: clientContacts.clientId })
    .from(clientContacts)
    .where(isAmong(clientContacts.memberId, people))
  if (areNone(teams)) return union(assigned, asContact)
  return union(
    assigned,
    asContact,
    db.select({ id: users.id }).from(users).where(isAmong(users.teamId, teams)),
  )
}

/** Selects the clients of the cases that an auditor reads. What belongs to none of their cases is read with these. */
const inspectedBy = (db: Db, id: UserId) =>
  db
    .select({ id: inspectedCases.clientId })
    .from(inspectedCases)
    .where(and(eq(inspectedCases.auditorId, id), inspectedCases.isOpen))

/**
 * Selects the clients whose cases somebody may all see unless they are restricted: those of `clientsOf`, without the
 * clients of whom an auditor reads certain cases only.
 */
export const clientsWithAllMatters = (db: Db, asking: Asking): SQLWrapper =>
  clientsOf(db, { ...asking, roles: asking.roles.filter((role) => rights[role].sees !== 'named') })

/** Selects the clients whom nobody looks after: by name, if the request found them out. */
const unassignedFor = (db: Db, asking: Asking) => {
  const known = involvementIn(asking)?.unassigned
  return known ? sql`select unnest(${sql.param(known)}::uuid[])` : unassignedClients(db)
}

/** A page needs the same scope up to twenty times, and building it costs more than reading it. */
const onceARequest = (asking: Asking, name: string, build: () => SQLWrapper): SQLWrapper => {
  const known = involvementIn(asking)
  return known ? renderedOnce(known, [name, ...asking.roles, asking.opensAll].join(' '), build) : build()
}

/** Selects the clients that somebody may look at, and the restricted matters that they may and may not know of. */
export const clientScopeOf = (db: Db, asking: Asking): ClientScope => {
  const { isAll } = reachOf(asking)
  const named = namedMattersOf(db, asking)
  return {
    clients: clientsOf(db, asking),
    isAll,
    hiddenMatters: hiddenMattersOf(db, asking),
    namedMatters: isAll || areNone(named) ? undefined : named,
  }
}

/**
 * Returns the ids of the matters that somebody may see by being named: restricted ones that name them, and an auditor's.
 * None if their roles open nothing by that.
 */
export const namedMattersOf = (db: Db, person: Asking): Ids => {
  const named = isInvolvedBy(person) ? namedOn(db, person) : []
  if (!reachOf(person).isNamed) return named
  const inspected = db
    .select({ id: inspectedCases.matterId })
    .from(inspectedCases)
    .where(and(eq(inspectedCases.auditorId, person.id), inspectedCases.isOpen))
  return areNone(named) ? inspected : union(inspected, accessOf(db, person.id))
}

const accessOf = (db: Db, id: UserId) =>
  db.select({ id: matterAccess.matterId }).from(matterAccess).where(eq(matterAccess.memberId, id))

const namedOn = (db: Db, person: Asking): Ids => involvementIn(person)?.namedOn ?? accessOf(db, person.id)

/**
 * Selects the ids of the matters of their clients that somebody may not know of: restricted ones, and for an auditor all
 * but those of the inspection. Undefined if their roles open all.
 */
export const hiddenMattersOf = (db: Db, asking: Asking): SQLWrapper | undefined =>
  opensRestricted(asking.roles)
    ? undefined
    : onceARequest(asking, 'hidden matters', () => {
        const restricted = db
          .select({ id: matterAccess.matterId })
          .from(matterAccess)
          .where(isNotAmong(matterAccess.matterId, namedMattersOf(db, asking)))
        const { isAll, isNamed } = reachOf(asking)
        return isNamed && !isAll ? union(restricted, uninspectedBy(db, asking)) : restricted
      })

/** Selects the cases that an inspection leaves out, but for those that another role of the auditor opens. */
const uninspectedBy = (db: Db, asking: Asking) => {
  const casesWhere = (condition?: SQL) =>
    db
      .select({ id: uninspectedCases.matterId })
      .from(uninspectedCases)
      .where(and(eq(uninspectedCases.auditorId, asking.id), condition))
  if (!reachOf(asking).isOwn) return casesWhere()
  const others = casesWhere(inArray(uninspectedCases.clientId, clientsWithAllMatters(db, asking)))
  return casesWhere(notInArray(uninspectedCases.matterId, others))
}

/** Selects the ids of all restricted matters but these: what belongs to them must not show on these. */
export const restrictedBesides = (db: Db, ids: readonly MatterId[]) =>
  db.select({ id: matterAccess.matterId }).from(matterAccess).where(isNotAmong(matterAccess.matterId, ids))

const involvementById = prepared((db: Db) => {
  const id = sql.placeholder('id')
  const covered = db.select({ id: absences.personId }).from(absences).where(eq(absences.actingId, id))
  const theirTeams = db
    .select({ id: teamMembers.teamId })
    .from(teamMembers)
    .where(eq(teamMembers.memberId, id))
  const named = db
    .select({ id: matterAccess.matterId })
    .from(matterAccess)
    .where(eq(matterAccess.memberId, id))
  return db
    .select({
      covered: sql<UserId[]>`array(${covered})`,
      teams: sql<TeamId[]>`array(${theirTeams})`,
      namedOn: sql<MatterId[]>`array(${named})`,
    })
    .from(sql`(select 1) as person`)
    .prepare('involvement_by_id')
})

/** Returns whom and what somebody of the firm is responsible for by name at this moment. */
export const findInvolvement = async (db: Db, personId: UserId): Promise<Involvement> => {
  const [found] = await involvementById(db, { id: personId })
  const { covered = [], teams = [], namedOn = [] } = found ?? {}
  return { personId, actsFor: [personId, ...covered], teams, namedOn }
}

/** Returns who may know of a restricted matter. Null if it is not restricted or if there is no matter. */
export const listNamedOn = async (db: Db, matterId: MatterId | null): Promise<UserId[] | null> => {
  if (matterId === null) return null
  const rows = await db
    .select({ id: matterAccess.memberId })
    .from(matterAccess)
    .where(eq(matterAccess.matterId, matterId))
  return rows.length === 0 ? null : rows.map(({ id }) => id)
}

export const replaceNamedOn = async (db: Db, matterId: MatterId, memberIds: readonly UserId[]) => {
  await db.delete(matterAccess).where(eq(matterAccess.matterId, matterId))
  if (memberIds.length > 0)
    await db.insert(matterAccess).values(memberIds.map((memberId) => ({ matterId, memberId })))
}

export const insertNamedOn = (db: Db, row: typeof matterAccess.$inferInsert) =>
  db.insert(matterAccess).values(row).onConflictDoNothing()
