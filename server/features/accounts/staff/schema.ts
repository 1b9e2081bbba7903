import { date, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { PhotographId } from '#contract/accounts/photographs.ts'
import type { TeamId } from '#contract/firm/firm.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { bytes, instant } from '#server/platform/db/columns.ts'
import { users } from '../schema.ts'

const person = () => uuid().$type<UserId>()

/** Until when an auditor may read: the day after, they are let in no more. */
export const inspections = pgTable('inspections', {
  auditorId: person()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The last day, as London has it. */
  until: date({ mode: 'string' }).notNull(),
})

/** Whose files an auditor may read. */
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

/** People of the firm who cover each other. */
export const teams = pgTable(
  'teams',
  {
    id: uuid().primaryKey().$type<TeamId>(),
    name: text().notNull(),
    /** Without case and accents: two teams are never called the same. */
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

/** Who of the firm is away, or will be. */
export const absences = pgTable(
  'absences',
  {
    personId: person()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    fromDay: date({ mode: 'string' }).notNull(),
    /** The first day back, as London has it. */
    backOn: date({ mode: 'string' }).notNull(),
    coverId: person()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Who stands in at this moment: the cover of the cover, where that one is away too; null before it begins. */
    actingId: person(),
  },
  (t) => [index().on(t.actingId), index().on(t.coverId)],
)

/**
 * People of the firm who may know of a restricted matter: at least one as long as it is restricted, and none of a matter
 * that is not. The rows outlive the matter, so that what belonged to it opens to nobody else.
 */
export const matterAccess = pgTable(
  'matter_access',
  { matterId: uuid().notNull().$type<MatterId>(), memberId: person().notNull() },
  (t) => [primaryKey({ columns: [t.matterId, t.memberId] }), index().on(t.memberId)],
)

/**
 * Photographs of the firm's people, made anew from what was sent. A few kilobytes each: in the row, so that none is
 * ever without its person.
 */
export const photographs = pgTable(
  'photographs',
  {
    userId: uuid()
      .primaryKey()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Another one for each photograph. */
    id: uuid().notNull().$type<PhotographId>(),
    small: bytes().notNull(),
    large: bytes().notNull(),
    changedAt: instant().notNull(),
  },
  (t) => [uniqueIndex('photographs_id').on(t.id)],
)
