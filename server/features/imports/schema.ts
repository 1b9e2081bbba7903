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
    /** The field of each column. Empty text leaves the column out. */
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

/** The result for a row: expected in a preview, actual afterwards. */
export type RowVerdict = 'unread' | 'new' | 'known' | 'wrong'
/** What became of the client or case that a row added: still there, removed by an undo, or kept by it. */
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
    /** Erased once the row is imported, so that only wrong rows can be downloaded. */
    cells: text().array().notNull(),
    verdict: text().$type<RowVerdict>().notNull(),
    /** What would be imported, or why it can't be. */
    words: text().notNull(),
    /** In a preview, what the row would add. */
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

/** The firm's own references of imported clients and cases, which prevent importing one twice. */
export const importedReferences = pgTable(
  'imported_references',
  {
    kind: text().$type<'client' | 'case'>().notNull(),
    /** The reference as `fold` normalises it: lower case, with single spaces. */
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
