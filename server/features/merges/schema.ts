import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { TeamId } from '#contract/firm/firm.ts'
import type { MergeId } from '#contract/merges.ts'
import { registerTable } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

export interface Assigned {
  feeEarnerId: UserId | null
  teamId: TeamId | null
}

/** What of it the kept record was given, so that nobody lost their client; null of what it had, or nobody had. */
export interface Given extends Assigned {
  /** Works with the kept client besides since. */
  memberId: UserId | null
}

/** Whoever looked after the merged record, for when it comes back. */
export interface BeforeMerge extends Assigned {
  given?: Given
  /** By how much the places of its tasks were moved behind those of the kept one. */
  tasksMovedBy: number
}

/** Two records of one person that became one. */
export const clientMerges = pgTable(
  'client_merges',
  {
    id: uuid().primaryKey().$type<MergeId>(),
    keptId: uuid().notNull().$type<UserId>(),
    mergedId: uuid().notNull().$type<UserId>(),
    at: instant().notNull(),
    byId: uuid().notNull().$type<UserId>(),
    byName: text().notNull(),
    before: jsonb().$type<BeforeMerge>().notNull(),
    undoneAt: instant(),
  },
  (t) => [index().on(t.keptId), index().on(t.mergedId)],
)

/** Which rows changed hands, by their keys: an undo puts back these and no others. */
export const clientMergeRows = pgTable(
  'client_merge_rows',
  {
    mergeId: uuid()
      .notNull()
      .$type<MergeId>()
      .references(() => clientMerges.id, { onDelete: 'cascade' }),
    /** Table and column. */
    place: text().notNull(),
    keys: jsonb().$type<string[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.mergeId, t.place] })],
)

export const personalData = [
  registerTable(clientMerges, {
    title: 'Accounts of yours that became one',
    whose: clientMerges.keptId,
    columns: {
      id: true,
      keptId: 'Your own reference number.',
      mergedId: true,
      at: true,
      byId: 'The reference number of the person who did it; their name is given.',
      byName: true,
      before: 'How the firm divides its work.',
      undoneAt: true,
    },
  }),
]
