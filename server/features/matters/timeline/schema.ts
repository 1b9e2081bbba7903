import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { InternalNote } from '#contract/matters/facts.ts'
import type { MatterEvent, MatterEventKind, MatterId } from '#contract/matters/matters.ts'
import type { Assignee } from '#contract/matters/next-action.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'
import { matterClients, matters } from '../schema.ts'

/** The timeline of a matter, as its client reads it. Rows are only ever added, except that a stage can be undone. */
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
    /** The name at the time of the event, because later readers want to know who it was then. */
    byName: text().notNull(),
    isOfFirm: boolean().notNull(),
    words: text(),
    assignee: text().$type<Assignee>(),
    thirdParty: text(),
    /** The key of the stage that the matter reached. */
    stage: text(),
    /** The author's key for this command, to recognise a repeat. */
    idempotencyKey: text(),
    /** Hash of the command that the key belongs to. The same key with another command is refused. */
    requestHash: text(),
  },
  (t) => [
    index().on(t.matterId, t.id),
    uniqueIndex('matter_events_idempotency').on(t.byId, t.idempotencyKey),
  ],
)

/** The firm's internal notes. Nothing on the client's side reads this table, and no export contains it. */
export const matterNotes = pgTable(
  'matter_notes',
  {
    id: uuid().primaryKey().$type<InternalNote['id']>(),
    matterId: uuid()
      .notNull()
      .$type<MatterId>()
      .references(() => matters.id, { onDelete: 'cascade' }),
    at: instant().notNull(),
    byId: uuid().notNull().$type<UserId>(),
    byName: text().notNull(),
    words: text().notNull(),
    /** The author's key for this command, to recognise a repeat. */
    idempotencyKey: text(),
    /** Hash of the command that the key belongs to. The same key with another command is refused. */
    requestHash: text(),
  },
  (t) => [index().on(t.matterId, t.id), uniqueIndex('matter_notes_idempotency').on(t.byId, t.idempotencyKey)],
)

export const timelineData = [
  registerPersonalData(matterEvents, {
    title: 'What happened in your cases',
    whose: { column: matterEvents.matterId, to: matterClients.matterId, whose: matterClients.clientId },
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
      stage: true,
      idempotencyKey: 'How the portal recognises the same command given twice.',
      requestHash: 'How the portal recognises the same command given twice.',
    },
  }),
]
