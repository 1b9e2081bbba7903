import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { ComplianceItemId, ComplianceItemKind, RiskLevel } from '#contract/compliance.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { instant } from '#server/platform/db/columns.ts'

// Nothing on the client's side reads these tables, and no export contains them: telling somebody that they are under
// review would be tipping off.

/** The compliance officer's risk ratings of matters. Rows are only ever added, and the newest one applies. */
export const riskMarks = pgTable(
  'risk_marks',
  {
    id: uuid().primaryKey(),
    matterId: uuid().notNull().$type<MatterId>(),
    /** The first client of the matter. */
    clientId: uuid().notNull().$type<UserId>(),
    level: text().$type<RiskLevel>().notNull(),
    reason: text().notNull(),
    at: instant().notNull(),
    byId: uuid().notNull().$type<UserId>(),
    byName: text().notNull(),
  },
  (t) => [index().on(t.matterId, t.id), index().on(t.clientId)],
)

/** A decision that was taken back. Its times are ISO 8601. */
interface KeptDecision {
  words: string
  at: string
  by: string
  reopenedAt: string
  reopenedBy: string
  reason: string
}

/** Items for the compliance officer to review, open or decided. */
export const complianceItems = pgTable(
  'compliance_items',
  {
    id: uuid().primaryKey().$type<ComplianceItemId>(),
    kind: text().$type<ComplianceItemKind>().notNull(),
    clientId: uuid().notNull().$type<UserId>(),
    matterId: uuid().$type<MatterId>(),
    words: text().notNull(),
    raisedAt: instant().notNull(),
    /** When the client sent answers that no longer say this. */
    changedAt: instant(),
    decision: text(),
    decidedAt: instant(),
    decidedByName: text(),
    /** The decisions that were taken back, oldest first. */
    earlier: jsonb().$type<KeptDecision[]>().notNull().default([]),
  },
  (t) => [
    // The same answer given twice makes only one item. Hashed because a long one would not fit into an index.
    uniqueIndex('compliance_items_once').on(t.clientId, t.kind, sql`md5(${t.words})`),
    index('compliance_items_open').on(t.id).where(sql`decided_at is null`),
    index('compliance_items_decided').on(t.decidedAt),
  ],
)
