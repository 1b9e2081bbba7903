import { and, asc, count, desc, eq, gt, inArray, isNotNull, lt, ne, not, or, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { ImportId } from '#contract/imports/imports.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { Db } from '#server/platform/db/database.ts'
import { audit } from '#server/platform/db/schema.ts'
import { importedReferences, importRows, imports, type RowVerdict } from './schema.ts'

export type ImportRow = typeof imports.$inferSelect
export type FileRow = typeof importRows.$inferSelect

export const insert = async (
  db: Db,
  row: typeof imports.$inferInsert,
  rows: { row: number; cells: string[] }[],
) => {
  await db.insert(imports).values(row)
  for (let from = 0; from < rows.length; from += 500)
    await db.insert(importRows).values(
      rows.slice(from, from + 500).map((importRow) => ({
        ...importRow,
        importId: row.id,
        verdict: 'unread' as const,
        words: '',
      })),
    )
}

export const get = async (db: Db, id: ImportId) => {
  const [found] = await db.select().from(imports).where(eq(imports.id, id))
  return found ?? notFound('import')
}

/** Locks the row for the rest of the transaction, so that of two concurrent clicks one has to wait. */
export const claim = async (db: Db, id: ImportId) => {
  const [found] = await db.select().from(imports).where(eq(imports.id, id)).for('update')
  return found ?? notFound('import')
}

export const update = (db: Db, id: ImportId, change: Partial<typeof imports.$inferInsert>) =>
  db.update(imports).set(change).where(eq(imports.id, id))

export const remove = (db: Db, id: ImportId) => db.delete(imports).where(eq(imports.id, id))

export const listLatest = (db: Db, limit: number) =>
  db.select().from(imports).orderBy(desc(imports.createdAt), desc(imports.id)).limit(limit)

/** Lists the imports whose columns were mapped, newest first. */
export const listMapped = (db: Db, limit: number) =>
  db
    .select({ headers: imports.headers, columns: imports.columns })
    .from(imports)
    .where(ne(imports.state, 'columns'))
    .orderBy(desc(imports.createdAt))
    .limit(limit)

const whenever = (condition: ReturnType<typeof sql>) =>
  sql<number>`count(*) filter (where ${condition})`.mapWith(Number)

/** Counts the rows of these imports by verdict and state. */
export const countsOf = async (db: Db, ids: readonly ImportId[]) => {
  const { importId, verdict, addsClient, addsMatter, isDone, client, matter } = importRows
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({
            importId,
            rows: count(),
            done: whenever(sql`${isDone}`),
            newClients: whenever(sql`${addsClient}`),
            newCases: whenever(sql`${addsMatter}`),
            known: whenever(sql`${verdict} = 'known'`),
            wrong: whenever(sql`${verdict} = 'wrong'`),
            made: whenever(sql`${client} is not null or ${matter} is not null`),
            left: whenever(sql`${client} = 'made' or ${matter} = 'made'`),
            removedClients: whenever(sql`${client} = 'removed'`),
            removedCases: whenever(sql`${matter} = 'removed'`),
          })
          .from(importRows)
          .where(inArray(importId, [...ids]))
          .groupBy(importId)
  return new Map(rows.map((row) => [row.importId, row]))
}

const ofImport = (id: ImportId) => eq(importRows.importId, id)

export const listRows = (db: Db, id: ImportId) =>
  db.select().from(importRows).where(ofImport(id)).orderBy(asc(importRows.row))

/** The first rows of a file as uploaded, to show examples of each column. */
export const listExamples = (db: Db, id: ImportId) =>
  db
    .select({ cells: importRows.cells })
    .from(importRows)
    .where(and(ofImport(id), ne(importRows.cells, sql`'{}'::text[]`)))
    .orderBy(asc(importRows.row))
    .limit(20)

export const listWords = (db: Db, id: ImportId, verdict: RowVerdict, limit: number) =>
  db
    .select({ row: importRows.row, words: importRows.words })
    .from(importRows)
    .where(and(ofImport(id), eq(importRows.verdict, verdict)))
    .orderBy(asc(importRows.row))
    .limit(limit)

/** Lists rows with these verdicts whose cells are still there, page by page. */
export const listWithCells = (
  db: Db,
  id: ImportId,
  { verdicts, after, limit }: { verdicts: RowVerdict[]; after: number; limit: number },
) => {
  const { row, words, cells, verdict } = importRows
  return db
    .select({ row, words, cells, verdict })
    .from(importRows)
    .where(and(ofImport(id), inArray(verdict, verdicts), ne(cells, sql`'{}'::text[]`), gt(row, after)))
    .orderBy(asc(row))
    .limit(limit)
}

export const listKept = (db: Db, id: ImportId) =>
  db
    .select()
    .from(importRows)
    .where(and(ofImport(id), or(eq(importRows.client, 'kept'), eq(importRows.matter, 'kept'))))
    .orderBy(asc(importRows.row))

export const listWaiting = (db: Db, id: ImportId, limit: number) =>
  db
    .select()
    .from(importRows)
    .where(and(ofImport(id), eq(importRows.isDone, false)))
    .orderBy(asc(importRows.row))
    .limit(limit)

/** Rows whose case, or whose client, still exists. */
export const listMade = (db: Db, id: ImportId, thing: 'client' | 'matter', limit: number) =>
  db
    .select()
    .from(importRows)
    .where(and(ofImport(id), eq(importRows[thing], 'made')))
    .orderBy(asc(importRows.row))
    .limit(limit)

/** The clients that this import has added. */
export const listClientIds = async (db: Db, id: ImportId) => {
  const rows = await db
    .select({ clientId: importRows.clientId })
    .from(importRows)
    .where(and(ofImport(id), inArray(importRows.client, ['made', 'kept']), isNotNull(importRows.clientId)))
  return rows.flatMap(({ clientId }) => clientId ?? [])
}

type Change = Partial<typeof importRows.$inferInsert>
type Decided = Pick<FileRow, 'row' | 'verdict' | 'words' | 'addsClient' | 'addsMatter'>

export const updateRow = (db: Db, id: ImportId, { row, ...change }: Change & { row: number }) =>
  db
    .update(importRows)
    .set(change)
    .where(and(ofImport(id), eq(importRows.row, row)))

export const updateRows = async (db: Db, id: ImportId, rows: readonly number[], change: Change) => {
  if (rows.length > 0)
    await db
      .update(importRows)
      .set(change)
      .where(and(ofImport(id), inArray(importRows.row, [...rows])))
}

/** Stores the verdicts of all rows in one statement. */
export const saveVerdicts = (db: Db, id: ImportId, decided: readonly Decided[]) =>
  db.execute(sql`
    update ${importRows} as kept set verdict = judged.verdict, words = judged.words,
      adds_client = judged."addsClient", adds_matter = judged."addsMatter"
    from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb)
      as judged("row" integer, verdict text, words text, "addsClient" boolean, "addsMatter" boolean)
    where kept.import_id = ${id} and kept.row = judged.row`)

type Settled = Decided &
  Pick<FileRow, 'clientId' | 'client' | 'matterId' | 'matter'> & {
    /** Whether the row can be downloaded with what was wrong with it, or what differs. */
    keepsCells: boolean
  }

/** Stores the outcome of rows. The cells of rows of which nothing is to be said any more are erased. */
export const saveOutcomes = (db: Db, id: ImportId, settled: readonly Settled[]) =>
  db.execute(sql`
    update ${importRows} as kept set verdict = judged.verdict, words = judged.words, is_done = true,
      adds_client = judged."addsClient", adds_matter = judged."addsMatter",
      client_id = judged."clientId", client = judged.client, matter_id = judged."matterId", matter = judged.matter,
      cells = case when judged."keepsCells" then kept.cells else '{}' end
    from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb)
      as judged("row" integer, verdict text, words text, "addsClient" boolean, "addsMatter" boolean,
        "clientId" uuid, client text, "matterId" uuid, matter text, "keepsCells" boolean)
    where kept.import_id = ${id} and kept.row = judged.row`)

/** Erases the cells of imported rows: they are no longer needed, and would preserve data that an undo removes. */
export const eraseCells = (db: Db, id: ImportId) =>
  db
    .update(importRows)
    .set({ cells: [], words: '' })
    .where(and(ofImport(id), eq(importRows.verdict, 'new')))

/** Deletes old imports that were never started, and erases the cells of all old rows. */
export const removeOld = async (db: Db, before: Date) => {
  const old = db.select({ id: imports.id }).from(imports).where(lt(imports.createdAt, before))
  await db
    .delete(imports)
    .where(and(lt(imports.createdAt, before), inArray(imports.state, ['columns', 'ready'])))
  await db
    .update(importRows)
    .set({ cells: [], words: '' })
    .where(and(inArray(importRows.importId, old), ne(importRows.cells, sql`'{}'::text[]`)))
}

type Kind = (typeof importedReferences.$inferSelect)['kind']

export const listReferences = (db: Db, kind: Kind, keys: readonly string[]) =>
  keys.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(importedReferences)
        .where(and(eq(importedReferences.kind, kind), inArray(importedReferences.key, [...keys])))

export const insertReferences = async (db: Db, rows: (typeof importedReferences.$inferInsert)[]) => {
  if (rows.length > 0) await db.insert(importedReferences).values(rows).onConflictDoNothing()
}

export const removeReferences = async (
  db: Db,
  { clientIds = [], matterIds = [] }: { clientIds?: readonly UserId[]; matterIds?: readonly MatterId[] },
) => {
  if (clientIds.length > 0)
    await db.delete(importedReferences).where(inArray(importedReferences.clientId, [...clientIds]))
  if (matterIds.length > 0)
    await db.delete(importedReferences).where(inArray(importedReferences.matterId, [...matterIds]))
}

/** When a demo account is reset, the references of the client's cases are deleted. The client's own reference stays. */
export const removeCaseReferences = (db: Db, clientId: UserId) =>
  db
    .delete(importedReferences)
    .where(and(eq(importedReferences.kind, 'case'), eq(importedReferences.clientId, clientId)))

/**
 * Returns the clients for whom the audit trail has later events that are not from this import. Sign-ins don't count.
 */
export const listTouched = async (
  db: Db,
  { id, startedAt, clientIds }: { id: ImportId; startedAt: Date; clientIds: readonly UserId[] },
) => {
  const signIn = sql`${audit.event} ~ '^(session|password|two_factor|second_step|recovery_code)'`
  const rows =
    clientIds.length === 0
      ? []
      : await db
          .selectDistinct({ id: audit.subjectId })
          .from(audit)
          .where(
            and(
              inArray(audit.subjectId, [...clientIds]),
              gt(audit.at, startedAt),
              sql`${audit.details} ->> 'importId' is distinct from ${id}`,
              not(signIn),
            ),
          )
  return rows.map((row) => row.id)
}
