import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { QueueKind, SnoozeEvent } from '#contract/queue.ts'
import { instant } from '#server/platform/db/columns.ts'

// No client's side reads this table, and no export holds it: it also says what the compliance officer looks at.

/** Who is looking at what waits, whom it was given to, and how long it stays out of the queue. Names are as they were then. */
export const queueEntries = pgTable(
  'queue_entries',
  {
    kind: text().$type<QueueKind>().notNull(),
    itemId: uuid().notNull(),
    clientId: uuid().notNull().$type<UserId>(),
    takenById: uuid().$type<UserId>(),
    takenByName: text(),
    takenAt: instant(),
    /** When whoever has taken it was last seen looking at it. */
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
