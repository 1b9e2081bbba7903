import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { ImportField } from '#contract/imports/columns.ts'
import type { ImportId, ImportState } from '#contract/imports/imports.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { instant } from '#server/platform/db/columns.ts'

export const imports = pgTable(
  'imports',
  {
    id: uuid().primaryKey().$type<ImportId>(),
    filename: text().notNull(),
    encoding: text().notNull(),
    delimiter: text().notNull(),
    headers: text().array().notNull(),
    /** What each column is taken for; an empty text leaves it out. */
    columns: text().array().$type<(ImportField | '')[]>().notNull(),
    feeEarnerId: uuid().$type<UserId>(),
    state: text().$type<ImportState>().notNull(),
    isInviting: boolean().notNull().default(false),
    createdById: uuid().notNull().$type<UserId>(),
    createdAt: instant().notNull(),
    startedAt: instant(),
    finishedAt: instant(),
  },
  (t) => [index().on(t.createdAt)],
)

/** What a row comes to, or came to. */
export type RowVerdict = 'unread' | 'new' | 'known' | 'wrong'
/** What a row has made, as long as it is there; `kept` is what an undo has left. */
export type Made = 'made' | 'removed' | 'kept'

export const importRows = pgTable(
  'import_rows',
  {
    importId: uuid()
      .notNull()
      .$type<ImportId>()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** As a spreadsheet counts: the header is row 1. */
    row: integer().notNull(),
    /** Emptied once the row is in: only what could not be imported is given back. */
    cells: text().array().notNull(),
    verdict: text().$type<RowVerdict>().notNull(),
    /** What would go in, or why it cannot. */
    words: text().notNull(),
    /** Of a preview, what it would make. */
    addsClient: boolean().notNull().default(false),
    addsMatter: boolean().notNull().default(false),
    isDone: boolean().notNull().default(false),
    clientId: uuid().$type<UserId>(),
    client: text().$type<Made>(),
    matterId: uuid().$type<MatterId>(),
    matter: text().$type<Made>(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.row] }), index().on(t.clientId), index().on(t.matterId)],
)

/** How the firm's other system calls a client or a case that was imported: what has such a name goes in once. */
export const importedReferences = pgTable(
  'imported_references',
  {
    kind: text().$type<'client' | 'case'>().notNull(),
    /** Without capitals and spaces. */
    key: text().notNull(),
    clientId: uuid().notNull().$type<UserId>(),
    matterId: uuid().$type<MatterId>(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.key] }),
    index().on(t.clientId),
    uniqueIndex('imported_references_matter').on(t.matterId),
  ],
)
