import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts.ts'
import type { CaseStatus } from '#contract/case-states.ts'
import type { CaseEvent, CaseEventKind, CaseId, CasePriority, WhoseMove } from '#contract/cases.ts'
import { registerTable } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

export const cases = pgTable(
  'cases',
  {
    id: uuid().primaryKey().$type<CaseId>(),
    clientId: uuid().notNull().$type<UserId>(),
    reference: text().notNull(),
    title: text().notNull(),
    type: text().notNull(),
    priority: text().$type<CasePriority>().notNull(),
    description: text().notNull(),
    status: text().$type<CaseStatus>().notNull(),
    reason: text(),
    /** Whose move it is, who else that may be, what they do and since when: all null unless it is open. */
    whose: text().$type<WhoseMove>(),
    thirdParty: text(),
    nextStep: text(),
    movedAt: instant(),
    createdAt: instant().notNull(),
    closedAt: instant(),
  },
  (t) => [index().on(t.clientId, t.id), uniqueIndex('cases_reference').on(t.reference)],
)

/** What happened in a case, as its client may read it. Rows are only ever added. */
export const caseEvents = pgTable(
  'case_events',
  {
    id: uuid().primaryKey().$type<CaseEvent['id']>(),
    caseId: uuid()
      .notNull()
      .$type<CaseId>()
      .references(() => cases.id, { onDelete: 'cascade' }),
    kind: text().$type<CaseEventKind>().notNull(),
    at: instant().notNull(),
    byId: uuid().notNull().$type<UserId>(),
    /** A name is kept as it was: who reads the timeline later wants to know who it was then. */
    byName: text().notNull(),
    isOfFirm: boolean().notNull(),
    words: text(),
    whose: text().$type<WhoseMove>(),
    thirdParty: text(),
  },
  (t) => [index().on(t.caseId, t.id)],
)

/** The last case number of each year. It outlives the cases, so that no reference is given twice. */
export const caseNumbers = pgTable('case_numbers', {
  year: integer().primaryKey(),
  last: integer().notNull(),
})

export const personalData = [
  registerTable(cases, {
    title: 'Your cases',
    whose: cases.clientId,
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
      whose: true,
      thirdParty: true,
      nextStep: true,
      movedAt: true,
      createdAt: true,
      closedAt: true,
    },
  }),
  registerTable(caseEvents, {
    title: 'What happened in your cases',
    whose: { column: caseEvents.caseId, to: cases.id, whose: cases.clientId },
    columns: {
      id: true,
      caseId: true,
      kind: true,
      at: true,
      byId: 'The reference number of the person who did it; their name is given.',
      byName: true,
      isOfFirm: true,
      words: true,
      whose: true,
      thirdParty: true,
    },
  }),
]
