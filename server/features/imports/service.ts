import { Readable } from 'node:stream'
import { setImmediate as pause } from 'node:timers/promises'
import { guessColumns, rememberColumns } from '#contract/imports/columns.ts'
import {
  canUndo,
  type imports as contract,
  type ImportFile,
  type ImportId,
  undoHours,
} from '#contract/imports/imports.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { byteOrderMark, csvLine, withoutApostrophe, withoutHidden } from '#contract/kit/text.ts'
import { claimStaff, imported } from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, FileAnswer, MultiStepCtx, Staff, UploadCtx } from '#server/platform/ctx.ts'
import { uploadRate } from '#server/platform/http/limits.ts'
import { differencesIn } from './service/differences.ts'
import { judgeRow } from './service/judge-row.ts'
import { knownTo } from './service/known-records.ts'
import { readCsv } from './service/read-file.ts'
import { invalidateImports } from './service/run-import.ts'
import { columnsOf, fileOf, withCounts } from './service/show-import.ts'
import * as store from './store.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>

const listed = 20
/** How many earlier imports the column guesses are based on. */
const remembered = 10

export const listImports = async ({ db }: Ctx<Staff>) => withCounts(db, await store.listLatest(db, listed))

export const showImport = async (ctx: Ctx<Staff>, { id }: Requested<'one'>) =>
  fileOf(ctx, await store.get(ctx.db, id))

export const admitUpload = ({ ports, actor }: MultiStepCtx<Staff>) => ports.limits.count(uploadRate, actor.id)

/** Stores the rows of a file, but not the file itself. */
export async function takeFile(ctx: UploadCtx<Staff>): Promise<ImportFile> {
  const { bytes, filename } = ctx.upload
  const { rows, headers, encoding, delimiter } = readCsv(bytes)
  const earlier = await store.listMapped(ctx.read, remembered)
  const known = new Map(
    earlier.toReversed().flatMap((file) => [...rememberColumns(file.headers, columnsOf(file))]),
  )
  const row = {
    id: newId<ImportId>(),
    filename: withoutHidden(filename, ' ').trim().slice(0, 200) || 'import.csv',
    encoding,
    delimiter,
    headers,
    columns: guessColumns(headers, known).map((field) => field ?? ''),
    state: 'columns' as const,
    createdById: ctx.actor.id,
    createdAt: ctx.now,
  }
  return ctx.transaction(async (step) => {
    await store.insert(step.db, row, rows)
    await audit(step, 'import.uploaded', {
      subjectId: null,
      details: { importId: row.id, rows: String(rows.length) },
    })
    await invalidateImports(step)
    return fileOf(step, await store.get(step.db, row.id))
  })
}

/** How many rows are judged before other requests can run. */
const atOnce = 200

/**
 * Saves the field of each column and judges every row. Nothing is imported yet. Throws `already_started` once the
 * import has begun.
 */
export async function saveColumns(
  ctx: Ctx<Staff>,
  { id, columns, feeEarnerId }: Requested<'saveColumns'>,
): Promise<ImportFile> {
  const file = await store.claim(ctx.db, id)
  if (file.state !== 'columns' && file.state !== 'ready') throw begun()
  if (columns.length !== file.headers.length) throw new Problem('invalid', 'Please choose for each column.')
  await refuseAbsent(ctx, feeEarnerId)
  const fields = columns.map((field) => field ?? '')
  const rows = await store.listRows(ctx.db, id)
  const known = await knownTo(ctx, rows, fields)
  const decided = []
  for (const [at, row] of rows.entries()) {
    if (at % atOnce === 0) await pause()
    const judged = judgeRow(row, fields, known)
    const adds = judged.verdict === 'wrong' ? null : judged
    decided.push({
      row: row.row,
      verdict: judged.verdict,
      words: judged.words,
      addsClient: adds?.newClient != null,
      addsMatter: adds?.newMatter != null,
    })
  }
  await store.saveVerdicts(ctx.db, id, decided)
  await store.update(ctx.db, id, { columns: fields, feeEarnerId, state: 'ready' })
  return fileOf(ctx, await store.get(ctx.db, id))
}

async function refuseAbsent({ db }: Ctx, feeEarnerId: Requested<'saveColumns'>['feeEarnerId']) {
  if (feeEarnerId === null || (await claimStaff(db, [feeEarnerId])).length > 0) return
  const words = 'Please choose someone at the firm'
  throw new Problem('invalid', words, { fields: { feeEarnerId: words } })
}

export async function startImport(
  ctx: Ctx<Staff>,
  { id, isInviting }: Requested<'start'>,
): Promise<ImportFile> {
  const file = await store.claim(ctx.db, id)
  if (file.state !== 'ready') throw begun()
  await store.update(ctx.db, id, {
    state: 'running',
    isInviting,
    startedAt: ctx.now,
    createdById: ctx.actor.id,
  })
  await audit(ctx, 'import.started', {
    subjectId: null,
    details: { importId: id, inviting: isInviting ? 'yes' : 'no' },
  })
  await ctx.enqueue('runImport', { id }, { key: `import:${id}` })
  await invalidateImports(ctx)
  return fileOf(ctx, await store.get(ctx.db, id))
}

const begun = () =>
  new Problem('conflict', 'This import has already been started.', { reason: 'already_started' })

export async function undoImport(ctx: Ctx<Staff>, { id }: Requested<'undo'>): Promise<ImportFile> {
  const file = await store.claim(ctx.db, id)
  if (!canUndo(file, ctx.now))
    throw new Problem('conflict', `An import can be undone once, within ${undoHours} hours.`, {
      reason: 'too_late',
    })
  await store.update(ctx.db, id, { state: 'undoing' })
  await audit(ctx, 'import.undo_started', { subjectId: null, details: { importId: id } })
  await ctx.enqueue('undoImport', { id }, { key: `undo:${id}` })
  await invalidateImports(ctx)
  return fileOf(ctx, await store.get(ctx.db, id))
}

/**
 * Queues the invitations, which are sent in batches later. Returns how many there will be. Throws `not_finished` before
 * the import is.
 */
export async function inviteImported(ctx: Ctx<Staff>, { id }: Requested<'invite'>) {
  const file = await store.claim(ctx.db, id)
  if (file.state !== 'done' && file.state !== 'undone')
    throw new Problem('conflict', 'Please wait until the import is finished.', { reason: 'not_finished' })
  const uninvited = await imported.listUninvited(ctx.db, await store.listClientIds(ctx.db, id))
  await ctx.enqueue('inviteImported', { id }, { key: `invite:${id}` })
  return { invited: uninvited.length }
}

export async function discardImport(ctx: Ctx<Staff>, { id }: Requested<'discard'>) {
  const { state } = await store.claim(ctx.db, id)
  if (state !== 'columns' && state !== 'ready') throw begun()
  await store.remove(ctx.db, id)
  await audit(ctx, 'import.discarded', { subjectId: null, details: { importId: id } })
  await invalidateImports(ctx)
  return undefined
}

const rowsOfFile = 500

/**
 * Returns the wrong rows as they were uploaded, each with its reason, so that they can be corrected and imported again,
 * and those that are already here, with what differs.
 */
export async function wrongRows(
  ctx: MultiStepCtx<Staff>,
  { id }: Requested<'wrongRows'>,
): Promise<FileAnswer> {
  const { headers, columns, filename } = await store.get(ctx.read, id)
  const verdicts: ['wrong', 'known'] = ['wrong', 'known']
  const reading = { db: ctx.read, actor: ctx.actor, now: ctx.now }
  await ctx.transaction((step) =>
    audit(step, 'import.wrong_rows_read', { subjectId: null, details: { importId: id } }),
  )
  async function* lines() {
    yield byteOrderMark + csvLine([...headers, 'Row in the file', 'Why it wasn’t imported'])
    for (let after = 0; ; ) {
      const rows = await store.listWithCells(ctx.read, id, { verdicts, after, limit: rowsOfFile })
      const differing = await differencesIn(reading, {
        columns,
        rows: rows.filter(({ verdict }) => verdict === 'known'),
      })
      yield rows
        .map(({ verdict, words, ...row }) => ({
          ...row,
          words: verdict === 'wrong' ? words : differing.get(row.row),
        }))
        .filter((row) => row.words !== undefined)
        .map(({ row, words = '', cells }) =>
          // The line gets its own apostrophes, and an import takes off one alone.
          csvLine([
            ...headers.map((_, at) => withoutApostrophe((cells[at] ?? '').trim())),
            String(row),
            words,
          ]),
        )
        .join('')
      after = rows.at(-1)?.row ?? 0
      if (rows.length < rowsOfFile) return
    }
  }
  return {
    type: 'text/csv; charset=utf-8',
    filename: `${filename.replace(/\.[a-z]{1,4}$/i, '')}-not-imported.csv`,
    isAttachment: true,
    tag: newId(),
    flow: async () => Readable.from(lines()),
  }
}
