import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { TeamId } from '#contract/firm/firm.ts'
import type { MergeId } from '#contract/merges.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

export interface Assigned {
  feeEarnerId: UserId | null
  teamId: TeamId | null
}

/**
 * What the kept record received, so that the merged record's fee earner kept their client. Null for what it already
 * had, or neither had.
 */
export interface Given extends Assigned {
  /** A person who joined the kept client's team because of the merge. */
  memberId: UserId | null
  /** Whether the person who became responsible worked with the kept client before. Absent in merges of earlier releases. */
  wasContact?: boolean
}

/** Who looked after the merged record, for an undo. */
export interface BeforeMerge extends Assigned {
  given?: Given
  /** By how much the positions of its tasks were increased to follow those of the kept record. */
  tasksMovedBy: number
  /** Titles of what both records were asked for: closed because nobody had begun it, and left for the firm to see. */
  doubled?: { closed: string[]; left: string[] }
}

/** Pairs of records of one person that were merged. */
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

/** The keys of the rows that changed owner. An undo restores exactly these. */
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
  registerPersonalData(clientMerges, {
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
