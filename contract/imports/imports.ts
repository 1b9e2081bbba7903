import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import { command, file, id, instant, newInOutput, read, remove, replace, upload } from '../kit/endpoint.ts'
import { MatterId } from '../matters/matters.ts'
import { ImportColumns } from './columns.ts'

declare module '../kit/portal.ts' {
  interface Topics {
    /** The progress of an import. */
    imports: true
  }
}

export const ImportId = id('import')
export type ImportId = z.infer<typeof ImportId>

/** The largest file, in bytes. 10,000 rows of clients with their cases take about two of these five megabytes. */
export const importBytes = 5 * 1024 * 1024
export const importRows = 10_000
export const importColumns = 80
/** For how many hours an import can be undone. */
export const undoHours = 24
/** For how many days the rows that could not be imported can be downloaded. */
export const wrongRowsDays = 30
/** How many of the rows that can't be imported the page shows. */
export const shownRows = 50

/**
 * `columns`: the columns have not been mapped. `ready`: the preview is shown. `running`, `done`: the import is in
 * progress or complete. `undoing`, `undone`: it is being removed again, or was.
 */
export const ImportState = z.enum(['columns', 'ready', 'running', 'done', 'undoing', 'undone'])
export type ImportState = z.infer<typeof ImportState>

export const Import = z.strictObject({
  id: ImportId,
  filename: z.string(),
  state: ImportState,
  createdAt: instant,
  createdBy: z.string().nullable(),
  finishedAt: instant.nullable(),
  rows: z.number().int(),
  /** Rows done so far, while it runs or is being undone. */
  processed: z.number().int(),
  /** In a preview the expected number, afterwards the actual one. */
  newClients: z.number().int(),
  newCases: z.number().int(),
  /** Rows that contain nothing new. */
  known: z.number().int(),
  wrong: z.number().int(),
  /** New clients receive an invitation. */
  isInviting: z.boolean(),
  removedClients: z.number().int(),
  removedCases: z.number().int(),
})
export type Import = z.infer<typeof Import>

export const canUndo = ({ state, finishedAt }: Pick<Import, 'state' | 'finishedAt'>, now: Date) =>
  state === 'done' && finishedAt !== null && now.getTime() - finishedAt.getTime() < undoHours * 3_600_000

const Line = z.strictObject({ row: z.number().int(), words: z.string() })

export const ImportFile = Import.extend({
  /** "UTF-8", "Windows-1252" */
  encoding: z.string(),
  /** "comma", "semicolon" */
  delimiter: z.string(),
  columns: z.array(
    z.strictObject({ header: z.string(), field: ImportColumns.element, examples: z.array(z.string()) }),
  ),
  feeEarnerId: UserId.nullable(),
  /** The first rows that would be imported. */
  fresh: z.array(Line),
  /** The first rows that can't be imported, with the reason. */
  faults: z.array(Line),
  /**
   * The first rows that are already here and differ from what the portal holds, with the columns, as far as the reader
   * may open the client and the case. Nothing is overwritten.
   */
  changed: newInOutput(z.array(Line), []),
  /**
   * The first records that an undo left in place, with the reason, as far as the user may know of them, and whether they
   * may open their pages: whoever runs imports need not work with these clients.
   */
  kept: z.array(
    z.strictObject({
      row: z.number().int(),
      client: z.strictObject({ id: UserId, name: z.string(), canOpen: newInOutput(z.boolean(), true) }),
      matter: z
        .strictObject({ id: MatterId, name: z.string(), canOpen: newInOutput(z.boolean(), true) })
        .nullable(),
      words: z.string(),
    }),
  ),
})
export type ImportFile = z.infer<typeof ImportFile>

const byId = z.strictObject({ id: ImportId })

export const imports = {
  list: read('/api/firm/imports', {
    output: z.array(Import),
    audience: 'firm',
    action: 'imports.run',
    summary: 'The latest imports, newest first',
  }),
  upload: upload('/api/firm/imports', {
    output: ImportFile,
    audience: 'firm',
    action: 'imports.run',
    summary: 'Takes a CSV file of clients and cases, and guesses its columns; nothing is imported yet',
  }),
  one: read('/api/firm/imports/:id', {
    input: byId,
    output: ImportFile,
    audience: 'firm',
    action: 'imports.run',
    summary: 'One import: its columns, what would happen or has happened, and what could not be imported',
  }),
  saveColumns: replace('/api/firm/imports/:id/columns', {
    input: byId.extend({
      columns: ImportColumns,
      /** The person responsible for clients whose row names nobody. */
      feeEarnerId: UserId.nullable(),
    }),
    output: ImportFile,
    audience: 'firm',
    action: 'imports.run',
    summary: 'Says what each column is, and answers what would happen; nothing is imported yet',
  }),
  start: command('/api/firm/imports/:id/start', {
    input: byId.extend({ isInviting: z.boolean() }),
    output: ImportFile,
    audience: 'firm',
    action: 'imports.run',
    summary: 'Imports the rows that are right; new clients are emailed only if that is asked for',
  }),
  undo: command('/api/firm/imports/:id/undo', {
    input: byId,
    output: ImportFile,
    audience: 'firm',
    action: 'imports.run',
    summary: 'Takes out what an import of the last day has added, as far as nobody has touched it since',
  }),
  invite: command('/api/firm/imports/:id/invitations', {
    input: byId,
    output: z.strictObject({ invited: z.number().int() }),
    audience: 'firm',
    action: 'imports.run',
    summary: 'Invites the clients of an import who have not been invited and cannot sign in yet',
  }),
  discard: remove('/api/firm/imports/:id', {
    input: byId,
    audience: 'firm',
    action: 'imports.run',
    summary: 'Throws away an import that has not been run',
  }),
  wrongRows: file('/api/firm/imports/:id/wrong-rows.csv', {
    input: byId,
    audience: 'firm',
    action: 'imports.run',
    summary:
      'The rows that could not be imported, with the reason for each, as a CSV file that no spreadsheet executes',
  }),
}
