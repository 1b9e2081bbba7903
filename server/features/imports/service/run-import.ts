import type { ImportId } from '#contract/imports/imports.ts'
import { fold } from '#contract/kit/text.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import {
  type AccountDependencies,
  inviteClients,
  listAdministrators,
  listEverybody,
  openImportedClients,
} from '#server/features/accounts/service.ts'
import { importedMatters } from '#server/features/matters/service.ts'
import { audit, auditEach } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { sqlState } from '#server/platform/db/database.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import { seconds } from '#server/platform/time/durations.ts'
import { edgeAt } from '#server/platform/time/zone.ts'
import type { FileRow, ImportRow } from '../store.ts'
import * as store from '../store.ts'
import { differencesIn } from './differences.ts'
import { type Judged, judgeRow } from './judge-row.ts'
import { knownTo } from './known-records.ts'

export type Dependencies = Pick<AccountDependencies, 'findFirm'>

/** After this time the rest is queued again, so that an import does not block other jobs. */
const longest = seconds(45)
const rowsAtOnce = 100

/** The same context, with the user who started the import as the actor. */
export const actingFor = (step: Ctx, { createdById }: ImportRow): Ctx<Staff> => ({
  ...step,
  actor: {
    id: createdById,
    role: 'administrator',
    roles: ['administrator'],
    opensAll: true,
    sessionId: null,
  },
})

/**
 * Imports the rows in batches of one transaction each: after a crash, whole rows are left and the next run continues
 * after them. If a batch fails, its rows are tried one by one.
 */
export async function runImport(jobContext: JobContext, id: ImportId, dependencies: Dependencies) {
  const end = performance.now() + longest
  let alone = 0
  for (;;) {
    const limit = alone > 0 ? 1 : rowsAtOnce
    try {
      const isLeft = await jobContext.transaction((step) => importSome(step, id, { ...dependencies, limit }))
      if (!isLeft) return
      alone = Math.max(0, alone - 1)
    } catch (error) {
      // Without an SQL state the database is unreachable, and the rows are not at fault.
      if (sqlState(error) === undefined) throw error
      if (limit === 1) await jobContext.transaction((step) => giveUpNext(step, id))
      else alone = rowsAtOnce
    }
    if (performance.now() > end) {
      await jobContext.transaction((step) => step.enqueue('runImport', { id }, { key: `import:${id}` }))
      return
    }
  }
}

async function importSome(
  step: Ctx,
  id: ImportId,
  { limit, ...dependencies }: Dependencies & { limit: number },
): Promise<boolean> {
  const file = await store.claim(step.db, id)
  if (file.state !== 'running') return false
  const ctx = actingFor(step, file)
  const rows = await store.listWaiting(step.db, id, limit)
  if (rows.length === 0) {
    await finish(ctx, file)
    return false
  }
  const known = await knownTo(ctx, rows, file.columns)
  const judged = rows.map((row) => ({
    row: row.row,
    cells: row.cells,
    ...judgeRow(row, file.columns, known),
  }))
  await bringIn(ctx, file, judged, dependencies)
  await invalidateImports(ctx)
  return true
}

type Placed = Pick<FileRow, 'row' | 'cells'>
type Right = Exclude<Judged, { verdict: 'wrong' }> & Placed

async function bringIn(
  ctx: Ctx<Staff>,
  file: ImportRow,
  judged: readonly (Judged & Placed)[],
  dependencies: Dependencies,
) {
  const right = judged.filter((judgedRow): judgedRow is Right => judgedRow.verdict !== 'wrong')
  // Kept for whoever may read what differs, even if that is not whoever has started the import.
  const differing = await differencesIn(ctx, {
    columns: file.columns,
    rows: judged.filter(({ verdict }) => verdict === 'known'),
    readers: { clients: ctx.actor, matters: ctx.actor },
  })
  await bringClientsIn(ctx, file, right, dependencies)
  const matterIds = await bringMattersIn(ctx, file, right)
  await store.saveOutcomes(
    ctx.db,
    file.id,
    judged.map((judgedRow) => {
      const { row, verdict, words } = judgedRow
      if (judgedRow.verdict === 'wrong') return { row, verdict, words, ...nothing, keepsCells: true }
      const matterId = matterIds.get(row) ?? null
      return {
        row,
        verdict,
        words,
        addsClient: judgedRow.newClient !== null,
        addsMatter: matterId !== null,
        clientId: judgedRow.client.id,
        client: judgedRow.newClient && ('made' as const),
        matterId,
        matter: matterId && ('made' as const),
        keepsCells: differing.has(row),
      }
    }),
  )
}

const nothing = {
  addsClient: false,
  addsMatter: false,
  clientId: null,
  client: null,
  matterId: null,
  matter: null,
}

async function bringClientsIn(
  ctx: Ctx<Staff>,
  file: ImportRow,
  right: readonly Right[],
  dependencies: Dependencies,
) {
  const details = { importId: file.id }
  const clients = right.flatMap(({ client: { id }, newClient }) =>
    newClient ? [{ ...newClient, id, feeEarnerId: newClient.feeEarnerId ?? file.feeEarnerId }] : [],
  )
  await openImportedClients(ctx, clients)
  await auditEach(
    ctx,
    'client.imported',
    clients.map(({ id: subjectId }) => ({ subjectId, details })),
  )
  await store.insertReferences(
    ctx.db,
    right.flatMap(({ client, clientReference }) =>
      clientReference ? [{ kind: 'client' as const, key: fold(clientReference), clientId: client.id }] : [],
    ),
  )
  const clientIds = clients.map(({ id }) => id)
  if (file.isInviting) await invite(ctx, { file, clientIds, dependencies })
}

const noon = 12 * 60

/** Opens the new cases. Returns them by row number. */
async function bringMattersIn(ctx: Ctx<Staff>, file: ImportRow, right: readonly Right[]) {
  const openedAt = (day: string | null) => {
    const opened = day === null ? ctx.now : edgeAt('Europe/London', { day, minutes: noon })
    return opened < ctx.now ? opened : ctx.now
  }
  const matters = right.flatMap(({ row, client, newMatter, feeEarnerId }) => {
    if (!newMatter) return []
    const { openedOn, ...facts } = newMatter
    return [
      { row, matter: { ...facts, id: newId<MatterId>(), client, feeEarnerId, openedAt: openedAt(openedOn) } },
    ]
  })
  const references = await importedMatters.openImportedMatters(
    ctx,
    matters.map(({ matter }) => matter),
  )
  await store.insertReferences(
    ctx.db,
    matters.map(({ matter: { id: matterId, client, reference } }) => ({
      kind: 'case' as const,
      key: fold(reference),
      clientId: client.id,
      matterId,
    })),
  )
  await auditEach(
    ctx,
    'case.imported',
    matters.map(({ matter: { id, client } }) => ({
      subjectId: client.id,
      details: { importId: file.id, reference: references.get(id) ?? '' },
    })),
  )
  return new Map(matters.map(({ row, matter }) => [row, matter.id]))
}

/** Sends clients of an import a link to choose a password, and records it in the audit trail. */
export async function invite(
  ctx: Ctx,
  {
    file,
    clientIds,
    dependencies,
  }: {
    file: ImportRow
    clientIds: Parameters<typeof inviteClients>[1]
    dependencies: Dependencies
  },
) {
  const invited = [...(await inviteClients(ctx, clientIds, dependencies)).keys()]
  const details = { importId: file.id }
  await auditEach(
    ctx,
    'client.invited',
    invited.map((subjectId) => ({ subjectId, details })),
  )
  return invited.length
}

/** Imported rows are erased from the import, because their data is now in the portal. */
async function finish(ctx: Ctx<Staff>, { id }: ImportRow) {
  await store.update(ctx.db, id, { state: 'done', finishedAt: ctx.now })
  await store.eraseCells(ctx.db, id)
  await audit(ctx, 'import.finished', { subjectId: null, details: { importId: id } })
  for (const person of await listEverybody(ctx.db)) await ctx.invalidate(person.id, 'clients', 'cases')
  await invalidateImports(ctx)
}

const failed = 'This row couldn’t be saved. Please try it again on its own, or add it by hand.'

async function giveUpNext(step: Ctx, id: ImportId) {
  const [next] = await store.listWaiting(step.db, id, 1)
  if (next)
    await store.updateRow(step.db, id, {
      row: next.row,
      verdict: 'wrong',
      words: failed,
      isDone: true,
      ...nothing,
    })
}

/** Refreshes the progress on the pages of everybody who may import. */
export async function invalidateImports(ctx: Ctx) {
  for (const person of await listAdministrators(ctx.db)) await ctx.invalidate(person, 'imports')
}
