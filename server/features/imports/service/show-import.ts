import type { ImportColumns, ImportField } from '#contract/imports/columns.ts'
import { type Import, type ImportFile, type ImportId, shownRows } from '#contract/imports/imports.ts'
import { fullName } from '#contract/kit/names.ts'
import { namesOf, seenClients } from '#server/features/accounts/service.ts'
import { importedMatters } from '#server/features/matters/service.ts'
import { type Ctx, type Staff, withRolesFor } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ImportRow } from '../store.ts'
import * as store from '../store.ts'
import { differencesIn } from './differences.ts'

export const columnsOf = ({ columns }: { columns: (ImportField | '')[] }): ImportColumns =>
  columns.map((field) => (field === '' ? null : field))

/** Returns imports with what has become of their rows. */
export async function withCounts(db: Db, files: ImportRow[]): Promise<Import[]> {
  const counts = await store.countsOf(
    db,
    files.map(({ id }) => id),
  )
  const people = await namesOf(
    db,
    files.map(({ createdById }) => createdById),
  )
  return files.map((file) => {
    const { id, filename, state, createdAt, finishedAt, isInviting } = file
    const count = counts.get(id)
    const person = people.get(file.createdById)
    const isUndo = state === 'undoing' || state === 'undone'
    return {
      id,
      filename,
      state,
      createdAt,
      createdBy: person ? fullName(person) : null,
      finishedAt,
      isInviting,
      rows: count?.rows ?? 0,
      processed: isUndo ? (count?.rows ?? 0) - (count?.left ?? 0) : (count?.done ?? 0),
      newClients: count?.newClients ?? 0,
      newCases: count?.newCases ?? 0,
      known: count?.known ?? 0,
      wrong: count?.wrong ?? 0,
      removedClients: count?.removedClients ?? 0,
      removedCases: count?.removedCases ?? 0,
    }
  })
}

const examplesShown = 3
/** Rows to be imported are shown as a sample. Wrong rows are all meant to be read. */
const freshRows = 8

/** Returns an import as the page shows it. */
export async function fileOf(
  ctx: Pick<Ctx<Staff>, 'db' | 'actor' | 'now'>,
  file: ImportRow,
): Promise<ImportFile> {
  const { id, encoding, delimiter, headers, feeEarnerId, state } = file
  const [summary] = await withCounts(ctx.db, [file])
  const isBefore = state === 'columns' || state === 'ready'
  const examples = isBefore ? await store.listExamples(ctx.db, id) : []
  const columns = columnsOf(file)
  return {
    ...(summary as Import),
    encoding,
    delimiter,
    feeEarnerId,
    columns: headers.map((header, at) => ({
      header,
      field: columns[at] ?? null,
      examples: [...new Set(examples.map(({ cells }) => (cells[at] ?? '').trim().slice(0, 60)))]
        .filter(Boolean)
        .slice(0, examplesShown),
    })),
    fresh: state === 'ready' ? await store.listWords(ctx.db, id, 'new', freshRows) : [],
    faults: await store.listWords(ctx.db, id, 'wrong', shownRows),
    changed: state === 'ready' || state === 'done' ? await changedIn(ctx, file) : [],
    kept: state === 'undone' ? await keptOf(ctx, id) : [],
  }
}

const rowsRead = 500

/** Returns the first rows that are already here and differ, with the columns. */
async function changedIn(ctx: Pick<Ctx<Staff>, 'db' | 'actor' | 'now'>, file: ImportRow) {
  const changed: ImportFile['changed'] = []
  for (let after = 0; changed.length < shownRows; ) {
    const page = { verdicts: ['known' as const], after, limit: rowsRead }
    const rows = await store.listWithCells(ctx.db, file.id, page)
    for (const [row, words] of await differencesIn(ctx, { columns: file.columns, rows }))
      changed.push({ row, words })
    after = rows.at(-1)?.row ?? 0
    if (rows.length < rowsRead) break
  }
  return changed.slice(0, shownRows)
}

/** Lists what an undo has left, without cases that are hidden from the user. */
async function keptOf(ctx: Pick<Ctx<Staff>, 'db' | 'actor'>, id: ImportId): Promise<ImportFile['kept']> {
  const rows = await store.listKept(ctx.db, id)
  const clientIds = rows.flatMap(({ clientId }) => clientId ?? [])
  const people = await namesOf(ctx.db, clientIds)
  // An import concerns every client, but their files are open to whoever works with them.
  const seen = await seenClients(ctx.db, withRolesFor(ctx.actor, 'clients.read'), clientIds)
  const matterIds = rows.flatMap(({ matterId, matter }) => (matter === 'kept' && matterId ? [matterId] : []))
  const cases = await importedMatters.namesOfVisible(ctx, matterIds)
  const own = await importedMatters.namesOfVisible(
    { ...ctx, actor: withRolesFor(ctx.actor, 'matters.read') },
    matterIds,
  )
  return rows.flatMap(({ row, words, clientId, client, matterId, matter }) => {
    const person = clientId && people.get(clientId)
    const name = matter === 'kept' && matterId ? cases.get(matterId) : undefined
    if (!person || (client !== 'kept' && name === undefined)) return []
    return [
      {
        row,
        words,
        client: { id: person.id, name: fullName(person), canOpen: seen.has(person.id) },
        matter: matterId && name !== undefined ? { id: matterId, name, canOpen: own.has(matterId) } : null,
      },
    ]
  })
}
