import {
  boolean,
  date,
  index,
  pgTable,
  pgView,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { PhotographId } from '#contract/accounts/photographs.ts'
import type { TeamId } from '#contract/firm/firm.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { bytes, instant } from '#server/platform/db/columns.ts'
import { users } from '../schema.ts'

const person = () => uuid().$type<UserId>()

/** What an auditor may read, and the last day on which they may. */
export interface InspectionScope {
  until: string
  matterIds: readonly MatterId[]
}

/** The last day that an auditor may read. */
export const inspections = pgTable('inspections', {
  auditorId: person()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** In London time. */
  until: date({ mode: 'string' }).notNull(),
})

/**
 * The cases that an auditor may read. The matters feature builds on this one, so the database does not check that the
 * case exists; a row without one opens nothing.
 */
export const inspectedMatters = pgTable(
  'inspected_matters',
  {
    auditorId: person()
      .notNull()
      .references(() => inspections.auditorId, { onDelete: 'cascade' }),
    matterId: uuid().notNull().$type<MatterId>(),
  },
  (t) => [primaryKey({ columns: [t.auditorId, t.matterId] }), index().on(t.matterId)],
)

/** The same with the case and its clients, one row for each client. A migration makes the view. */
export const inspectedCases = pgView('inspected_cases', {
  auditorId: person().notNull(),
  matterId: uuid().notNull().$type<MatterId>(),
  reference: text().notNull(),
  title: text().notNull(),
  isRestricted: boolean().notNull(),
  /** False while the case is restricted and does not name the auditor. */
  isOpen: boolean().notNull(),
  clientId: person().notNull(),
}).existing()

/** The other cases of the same clients, which the auditor may not know of. One row for each client of such a case. */
export const uninspectedCases = pgView('uninspected_cases', {
  auditorId: person().notNull(),
  matterId: uuid().notNull().$type<MatterId>(),
  clientId: person().notNull(),
}).existing()

/** Who is named on a restricted case, with each of its clients. A migration makes the view. */
export const matterAccessClients = pgView('matter_access_clients', {
  matterId: uuid().notNull().$type<MatterId>(),
  memberId: person().notNull(),
  clientId: person().notNull(),
}).existing()

/** What an auditor could read before cases were named. Only the previous release reads it; remove it with the next. */
export const inspectedClients = pgTable(
  'inspected_clients',
  {
    auditorId: person()
      .notNull()
      .references(() => inspections.auditorId, { onDelete: 'cascade' }),
    clientId: person()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.auditorId, t.clientId] }), index().on(t.clientId)],
)

/** Staff who cover for each other. */
export const teams = pgTable(
  'teams',
  {
    id: uuid().primaryKey().$type<TeamId>(),
    name: text().notNull(),
    /** Without case and accents, so that no two teams have the same name. */
    nameKey: text().notNull(),
  },
  (t) => [uniqueIndex('teams_name').on(t.nameKey)],
)

export const teamMembers = pgTable(
  'team_members',
  {
    teamId: uuid()
      .$type<TeamId>()
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    memberId: person()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.memberId] }), index().on(t.memberId)],
)

/** Staff who are away or will be. */
export const absences = pgTable(
  'absences',
  {
    personId: person()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    fromDay: date({ mode: 'string' }).notNull(),
    /** The first day back, in London time. */
    backOn: date({ mode: 'string' }).notNull(),
    coverId: person()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /**
     * Who stands in at this moment: the cover, or the cover's cover if the cover is away too. Null before the absence
     * begins.
     */
    actingId: person(),
  },
  (t) => [index().on(t.actingId), index().on(t.coverId)],
)

/**
 * Staff who may know of a restricted matter. A restricted matter has at least one, any other matter none. The rows
 * outlive the matter, so that what belonged to it stays closed to everyone else.
 */
export const matterAccess = pgTable(
  'matter_access',
  { matterId: uuid().notNull().$type<MatterId>(), memberId: person().notNull() },
  (t) => [primaryKey({ columns: [t.matterId, t.memberId] }), index().on(t.memberId)],
)

/**
 * Photographs of staff, redrawn from the upload. They take a few kilobytes each, and are kept in the row so that they
 * are deleted with the person.
 */
export const photographs = pgTable(
  'photographs',
  {
    userId: uuid()
      .primaryKey()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Changes with each photograph. */
    id: uuid().notNull().$type<PhotographId>(),
    small: bytes().notNull(),
    large: bytes().notNull(),
    changedAt: instant().notNull(),
  },
  (t) => [uniqueIndex('photographs_id').on(t.id)],
)
