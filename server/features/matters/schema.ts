import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts.ts'
import type { MatterStatus } from '#contract/matter-states.ts'
import type { Assignee, MatterEvent, MatterEventKind, MatterId, MatterPriority } from '#contract/matters.ts'
import { registerTable } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

export const matters = pgTable(
  'matters',
  {
    id: uuid().primaryKey().$type<MatterId>(),
    clientId: uuid().notNull().$type<UserId>(),
    reference: text().notNull(),
    title: text().notNull(),
    type: text().notNull(),
    priority: text().$type<MatterPriority>().notNull(),
    description: text().notNull(),
    status: text().$type<MatterStatus>().notNull(),
    reason: text(),
    /** Who is next to act, which third party that is, what they do and since when: all null unless it is open. */
    assignee: text().$type<Assignee>(),
    thirdParty: text(),
    nextStep: text(),
    assignedAt: instant(),
    createdAt: instant().notNull(),
    closedAt: instant(),
  },
  (t) => [index().on(t.clientId, t.id), uniqueIndex('matters_reference').on(t.reference)],
)

/** What happened in a matter, as its client may read it. Rows are only ever added. */
export const matterEvents = pgTable(
  'matter_events',
  {
    id: uuid().primaryKey().$type<MatterEvent['id']>(),
    matterId: uuid()
      .notNull()
      .$type<MatterId>()
      .references(() => matters.id, { onDelete: 'cascade' }),
    kind: text().$type<MatterEventKind>().notNull(),
    at: instant().notNull(),
    byId: uuid().notNull().$type<UserId>(),
    /** A name is kept as it was: who reads the timeline later wants to know who it was then. */
    byName: text().notNull(),
    isOfFirm: boolean().notNull(),
    words: text(),
    assignee: text().$type<Assignee>(),
    thirdParty: text(),
  },
  (t) => [index().on(t.matterId, t.id)],
)

/** The last matter number of each year. It outlives the matters, so that no reference is given twice. */
export const matterNumbers = pgTable('matter_numbers', {
  year: integer().primaryKey(),
  last: integer().notNull(),
})

export const personalData = [
  registerTable(matters, {
    title: 'Your cases',
    whose: matters.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      reference: true,
      title: true,
      type: true,
      priority: true,
      description: true,
      status: true,
      reason: true,
      assignee: true,
      thirdParty: true,
      nextStep: true,
      assignedAt: true,
      createdAt: true,
      closedAt: true,
    },
  }),
  registerTable(matterEvents, {
    title: 'What happened in your cases',
    whose: { column: matterEvents.matterId, to: matters.id, whose: matters.clientId },
    columns: {
      id: true,
      matterId: true,
      kind: true,
      at: true,
      byId: 'The reference number of the person who did it; their name is given.',
      byName: true,
      isOfFirm: true,
      words: true,
      assignee: true,
      thirdParty: true,
    },
  }),
]
