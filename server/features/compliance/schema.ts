import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { ComplianceItemId, ComplianceItemKind, RiskLevel } from '#contract/compliance.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { instant } from '#server/platform/db/columns.ts'

// No client's side reads these tables, and no export holds them: to say that somebody is looked at is tipping off.

/** How the compliance officer rated the risk of a matter. Rows are only ever added; the newest holds. */
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

/** What the compliance officer has to look at, or has. */
export const complianceItems = pgTable(
  'compliance_items',
  {
    id: uuid().primaryKey().$type<ComplianceItemId>(),
    kind: text().$type<ComplianceItemKind>().notNull(),
    clientId: uuid().notNull().$type<UserId>(),
    matterId: uuid().$type<MatterId>(),
    words: text().notNull(),
    raisedAt: instant().notNull(),
    decision: text(),
    decidedAt: instant(),
    decidedByName: text(),
  },
  (t) => [
    // The same answer given twice is one thing to look at. A long one would not fit into an index.
    uniqueIndex('compliance_items_once').on(t.clientId, t.kind, sql`md5(${t.words})`),
    index('compliance_items_open').on(t.id).where(sql`decided_at is null`),
    index('compliance_items_decided').on(t.decidedAt),
  ],
)
