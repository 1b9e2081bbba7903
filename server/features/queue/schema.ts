import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { QueueKind, SnoozeEvent } from '#contract/queue.ts'
import { instant } from '#server/platform/db/columns.ts'

// Nothing on the client's side reads this table, and no export contains it, because it also reveals what the compliance
// officer is reviewing.

/** Who is looking at an item, whom it is assigned to, and how long it is snoozed. Names are those at the time. */
export const queueEntries = pgTable(
  'queue_entries',
  {
    kind: text().$type<QueueKind>().notNull(),
    itemId: uuid().notNull(),
    clientId: uuid().notNull().$type<UserId>(),
    takenById: uuid().$type<UserId>(),
    takenByName: text(),
    takenAt: instant(),
    /** When the person who has taken it was last active on it. */
    renewedAt: instant(),
    assignedToId: uuid().$type<UserId>(),
    assignedToName: text(),
    snoozedUntil: instant(),
    returnsWhen: text().$type<SnoozeEvent>(),
  },
  (t) => [
    primaryKey({ columns: [t.itemId, t.kind] }),
    index().on(t.clientId),
    index('queue_entries_assigned').on(t.assignedToId).where(sql`assigned_to_id is not null`),
  ],
)
