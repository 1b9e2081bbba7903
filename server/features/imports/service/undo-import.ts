import type { UserId } from '#contract/accounts/accounts.ts'
import type { ImportId } from '#contract/imports/imports.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { imported, listEverybody } from '#server/features/accounts/service.ts'
import { listChanged, listWithMatters, lockMatters, removeMatters } from '#server/features/matters/service.ts'
import { lockTasksOf, removeTasksOf } from '#server/features/tasks/service.ts'
import { audit, auditEach } from '#server/platform/audit/audit.ts'
import type { PersonalDataSource } from '#server/platform/audit/personal-data.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import { seconds } from '#server/platform/time/durations.ts'
import type { FileRow, ImportRow } from '../store.ts'
import * as store from '../store.ts'
import { actingFor, invalidateImports } from './run-import.ts'

const longest = seconds(45)
const rowsAtOnce = 200

/** Tables that the import itself writes to, or that have rules of their own below. */
const ownTables = new Set([
  'users',
  'tasks',
  'matters',
  'matter_clients',
  'matter_events',
  'notifications',
  'mails',
  'audit',
  'refusals',
])

/** Removes what an import has added, cases first. What somebody has changed since stays, with the reason. */
export async function undoImport(
  jobContext: JobContext,
  id: ImportId,
  personalData: readonly PersonalDataSource[],
) {
  const others = personalData.filter(({ table }) => !ownTables.has(table))
  const end = performance.now() + longest
  while (await jobContext.transaction((step) => undoSome(step, id, others)))
    if (performance.now() > end) {
      await jobContext.transaction((step) => step.enqueue('undoImport', { id }, { key: `undo:${id}` }))
      return
    }
}

async function undoSome(step: Ctx, id: ImportId, others: readonly PersonalDataSource[]) {
  const file = await store.claim(step.db, id)
  if (file.state !== 'undoing') return false
  const ctx = actingFor(step, file)
  const cases = await store.listMade(ctx.db, id, 'matter', rowsAtOnce)
  if (cases.length > 0) await undoCases(ctx, file, cases, others)
  const clients = cases.length > 0 ? [] : await store.listMade(ctx.db, id, 'client', rowsAtOnce)
  if (clients.length > 0) await undoClients(ctx, file, clients, others)
  const isLeft = cases.length + clients.length > 0
  if (!isLeft) await finish(ctx, file)
  await invalidateImports(ctx)
  return isLeft
}

const changed = 'Something on this client’s file has changed since the import.'
const signedIn = 'The client has chosen a password or signed in since the import.'
const merged = 'The client’s record has been merged into another since the import.'

async function undoCases(ctx: Ctx, file: ImportRow, rows: FileRow[], others: readonly PersonalDataSource[]) {
  const ids = rows.flatMap(({ matterId }) => matterId ?? [])
  // What somebody is just saving on a case counts as a change. Removing the case later would remove that with it.
  await lockMatters(ctx.db, ids)
  const changedMatters = new Set<MatterId | null>(await listChanged(ctx.db, ids))
  const touched = await touchedClients(ctx, file, rows, others)
  const why = ({ matterId, clientId }: FileRow) =>
    touched.get(clientId) ?? (changedMatters.has(matterId) ? changed : null)
  const gone = rows.filter((row) => why(row) === null)
  const matterIds = gone.flatMap(({ matterId }) => matterId ?? [])
  await store.removeReferences(ctx.db, { matterIds })
  await removeMatters(ctx.db, matterIds)
  await store.updateRows(ctx.db, file.id, rowsOf(gone), { matter: 'removed' })
  await keep(ctx, file, { rows: rows.filter((row) => why(row) !== null), thing: 'matter', why })
}

async function undoClients(
  ctx: Ctx,
  file: ImportRow,
  rows: FileRow[],
  others: readonly PersonalDataSource[],
) {
  const ids = rows.flatMap(({ clientId }) => clientId ?? []).toSorted()
  // The same for what is just being saved on a client, or asked of them.
  await imported.lockClients(ctx.db, ids)
  for (const clientId of ids) await lockTasksOf(ctx.db, clientId)
  const touched = await touchedClients(ctx, file, rows, others)
  const onCases = new Set<UserId | null>(await listWithMatters(ctx.db, ids))
  const why = ({ clientId }: FileRow) => touched.get(clientId) ?? (onCases.has(clientId) ? changed : null)
  const gone = rows.filter((row) => why(row) === null)
  const clientIds = gone.flatMap(({ clientId }) => clientId ?? [])
  await store.removeReferences(ctx.db, { clientIds })
  if (clientIds.length > 0) await removeTasksOf(ctx.db, clientIds)
  await imported.removeClients(ctx.db, clientIds)
  const details = { importId: file.id }
  await auditEach(
    ctx,
    'client.import_undone',
    clientIds.map((subjectId) => ({ subjectId, details })),
  )
  await store.updateRows(ctx.db, file.id, rowsOf(gone), { client: 'removed' })
  await keep(ctx, file, { rows: rows.filter((row) => why(row) !== null), thing: 'client', why })
}

const rowsOf = (rows: readonly FileRow[]) => rows.map(({ row }) => row)

interface Keeping {
  rows: FileRow[]
  thing: 'client' | 'matter'
  why: (row: FileRow) => string | null
}

async function keep({ db }: Ctx, { id }: ImportRow, { rows, thing, why }: Keeping) {
  for (const [words, same] of Map.groupBy(rows, (row) => why(row) ?? ''))
    await store.updateRows(db, id, rowsOf(same), { [thing]: 'kept', words })
}

/**
 * Returns the clients whose file has been changed, with the reason. Changes are found in every table with data of a
 * client, and in the audit trail.
 */
async function touchedClients(
  { db }: Ctx,
  { id, startedAt, createdAt }: ImportRow,
  rows: readonly FileRow[],
  others: readonly PersonalDataSource[],
) {
  const clientIds = [...new Set(rows.flatMap(({ clientId }) => clientId ?? []))]
  const touched = new Map<UserId | null, string>()
  const add = (ids: readonly (UserId | null)[], words: string) => {
    for (const clientId of ids) if (clientId) touched.set(clientId, words)
  }
  add(await store.listTouched(db, { id, startedAt: startedAt ?? createdAt, clientIds }), changed)
  const own = new Set(await store.listClientIds(db, id))
  const made = clientIds.filter((clientId) => own.has(clientId))
  // Only for clients that the import added: one who existed before has data of their own.
  if (made.length > 0) for (const { ownersAmong } of others) add(await ownersAmong(db, made), changed)
  const neverSignedIn = new Set(await imported.listNeverSignedIn(db, made))
  add(
    made.filter((clientId) => !neverSignedIn.has(clientId)),
    signedIn,
  )
  add(await imported.listMerged(db, made), merged)
  return touched
}

async function finish(ctx: Ctx, { id }: ImportRow) {
  await store.update(ctx.db, id, { state: 'undone' })
  await audit(ctx, 'import.undone', { subjectId: null, details: { importId: id } })
  for (const person of await listEverybody(ctx.db)) await ctx.invalidate(person.id, 'clients', 'cases')
}
