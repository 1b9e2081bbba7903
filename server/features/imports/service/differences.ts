import type { UserId } from '#contract/accounts/accounts.ts'
import { ImportField, importFieldNames } from '#contract/imports/columns.ts'
import { dayText } from '#contract/kit/day.ts'
import { londonDay } from '#contract/kit/london.ts'
import { formatPounds, penceOf } from '#contract/kit/money.ts'
import { fullName } from '#contract/kit/names.ts'
import { dialled } from '#contract/kit/telephone.ts'
import { fold } from '#contract/kit/text.ts'
import { MatterPriority, priorityNames, Scope, scopeNames } from '#contract/matters/facts.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { teams as firmTeams, imported, namesOf } from '#server/features/accounts/service.ts'
import { importedMatters } from '#server/features/matters/service.ts'
import { type Ctx, type Staff, withRolesFor } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { FileRow, ImportRow } from '../store.ts'
import { clientOf } from './judge-client.ts'
import { typeOf } from './judge-matter.ts'
import { type Known, type KnownClient, knownTo } from './known-records.ts'
import { amounts, days, type RowValues, readRow } from './read-row.ts'

type Reading = Pick<Ctx<Staff>, 'db' | 'actor' | 'now'>
/** A value in words, with a key that is equal however it is written. */
interface Value {
  key: string
  text: string
}
/** Null where the portal has none. A field that is absent is not compared. */
type Values = Partial<Record<ImportField, Value | null>>

/** Whose sight of clients and of cases counts. */
interface Readers {
  clients: Staff
  matters: Staff
}

/** An import concerns every client, but their files are open to whoever works with them. */
const readersFor = (actor: Staff): Readers => ({
  clients: withRolesFor(actor, 'clients.read'),
  matters: withRolesFor(actor, 'matters.read'),
})

interface Compared {
  columns: ImportRow['columns']
  rows: readonly Pick<FileRow, 'row' | 'cells'>[]
  readers?: Readers
}

/** What a row says, and what it finds in the portal. */
interface Found {
  row: number
  values: RowValues
  client: KnownClient
  matterId: MatterId | null
}

/**
 * Says of rows that are already here which columns differ from what the portal holds, in words by row number. Rows
 * without a difference are left out, and so is everything about clients and cases that the reader may not open.
 */
export async function differencesIn(
  ctx: Reading,
  { columns, rows, readers = readersFor(ctx.actor) }: Compared,
): Promise<Map<number, string>> {
  const known = await knownTo(ctx, rows, columns)
  const found = rows.flatMap((row) => findIn(row, columns, known))
  const held = await heldFor(ctx.db, { found, known, readers })
  return new Map(
    found.flatMap((place) => {
      const client = held.clients.get(place.client.id)
      // A case says nothing to whoever may not open its client.
      if (client === undefined) return []
      const matter = place.matterId ? held.matters.get(place.matterId) : undefined
      const sentences = sentencesFor(place, { ...client, ...matter }, known)
      return sentences.length === 0 ? [] : [[place.row, `Already here. ${sentences.join(' ')}`] as const]
    }),
  )
}

function findIn(
  { row, cells }: Pick<FileRow, 'row' | 'cells'>,
  columns: ImportRow['columns'],
  known: Known,
): Found[] {
  const read = readRow(cells, columns)
  const found = 'fault' in read ? read : clientOf(read.values, row, known)
  if ('fault' in read || 'fault' in found || found.isNew) return []
  const { caseReference } = read.values
  const matter = caseReference ? known.matters.get(fold(caseReference)) : undefined
  const matterId = matter?.clients.includes(found.client) ? matter.id : null
  return [{ row, values: read.values, client: found.client, matterId }]
}

/** Loads what the portal holds, as far as the reader may open it. */
async function heldFor(
  db: Db,
  { found, known, readers }: { found: readonly Found[]; known: Known; readers: Readers },
) {
  const clients = await imported.listDetailsOpenTo(db, readers.clients, [
    ...new Set(found.map(({ client }) => client.id)),
  ])
  const matters = await importedMatters.listImportedFacts({ db, actor: readers.matters }, [
    ...new Set(found.flatMap(({ matterId }) => matterId ?? [])),
  ])
  const ids = [...clients.map(({ feeEarnerId }) => feeEarnerId), ...matters.map((row) => row.supervisorId)]
  const people = await namesOf(db, [...new Set(ids.flatMap((id) => id ?? []))])
  const personOf = (id: UserId | null): Value | null => {
    const person = id && people.get(id)
    return id && person ? { key: id, text: fullName(person) } : null
  }
  const teams = await firmTeams.namesOf(
    db,
    matters.flatMap(({ teamId }) => teamId ?? []),
  )
  return {
    clients: new Map(clients.map((row) => [row.id, detailsOf(row, personOf(row.feeEarnerId), known)])),
    matters: new Map(
      matters.map((row) => {
        const team = row.teamId && teams.get(row.teamId)
        const caseTeam = row.teamId && team ? { key: row.teamId, text: team } : null
        return [row.id, { ...factsOf(row, known), caseSupervisor: personOf(row.supervisorId), caseTeam }]
      }),
    ),
  }
}

type Details = Awaited<ReturnType<typeof imported.listDetailsOpenTo>>[number]
type Facts = Awaited<ReturnType<typeof importedMatters.listImportedFacts>>[number]

const detailsOf = (row: Details, feeEarner: Value | null, known: Known): Values => {
  const { firstName, lastName, email, phone, address, city, postalCode, country } = row
  const typed = { firstName, lastName, email, phone, address, city, postalCode, country }
  return { ...valuesOf(typed, known), feeEarner }
}

const factsOf = (row: Facts, known: Known): Values => {
  const dayOf = (wanted: string) => row.dates.find(({ kind }) => kind === wanted)?.on ?? null
  const pounds = (pence: number | null) => (pence === null ? null : formatPounds(pence))
  return valuesOf(
    {
      caseTitle: row.title,
      caseType: row.type,
      caseDescription: row.description,
      caseOpened: londonDay(row.createdAt),
      casePriority: row.priority,
      caseValue: pounds(row.value),
      caseCostsEstimate: pounds(row.costsEstimate),
      caseCostsSoFar: pounds(row.costsSoFar),
      caseTargetExchange: dayOf('target_exchange'),
      caseCompletion: dayOf('completion'),
      caseLimitation: dayOf('limitation'),
      caseScope: row.scope,
      caseScopeReason: row.scopeReason,
    },
    known,
  )
}

const valuesOf = (texts: Partial<Record<ImportField, string | null>>, known: Known): Values =>
  Object.fromEntries(
    ImportField.options.flatMap((field) =>
      field in texts ? [[field, texts[field] ? valueOf(field, texts[field], known) : null] as const] : [],
    ),
  )

/** Returns a text of the file or of the portal, with a key that is equal however it is written. */
function valueOf(field: ImportField, text: string, known: Known): Value | null {
  if (field === 'feeEarner' || field === 'caseSupervisor')
    return keyed(known.feeEarners.get(fold(text)), text)
  if (field === 'caseTeam') return keyed(known.teams.get(fold(text)), text)
  if (field === 'phone') return { key: dialled(text), text }
  if (field === 'postalCode') return { key: fold(text).replace(/\s/g, ''), text }
  if (field === 'caseType') return { key: fold(typeOf(known.types, text)), text }
  if (field === 'casePriority') return { key: text, text: priorityNames[MatterPriority.parse(text)] }
  if (field === 'caseScope') return { key: text, text: scopeNames[Scope.parse(text)] }
  if (days.has(field)) return { key: text, text: dayText(text) }
  if (!amounts.has(field)) return { key: fold(text), text }
  const pence = penceOf(text) ?? 0
  return { key: String(pence), text: formatPounds(pence) }
}

const keyed = (key: string | null | undefined, text: string): Value | null => (key ? { key, text } : null)

/** Longer texts are not repeated. */
const longestShown = 60

/** Returns a sentence for each column in which a row differs. */
function sentencesFor({ values, client }: Found, held: Values, known: Known): string[] {
  return ImportField.options.flatMap((field) => {
    const typed = values[field]
    if (typed === undefined || !(field in held) || isOfMerged(field, typed, { client, known })) return []
    const file = valueOf(field, typed, known)
    const portal = held[field] ?? null
    if (file === null || file.key === portal?.key) return []
    const name = importFieldNames[field].replace(/ \(.*$/, '')
    if (portal === null) return [`${name}: the portal has none, the file does.`]
    if (file.text.length > longestShown || portal.text.length > longestShown)
      return [`${name}: the file’s text isn’t the portal’s.`]
    return [`${name}: the file says ${file.text}, the portal ${portal.text}.`]
  })
}

/** Whether a name or an address is that of a record which was merged into this client's. */
const isOfMerged = (
  field: ImportField,
  typed: string,
  { client, known }: { client: KnownClient; known: Known },
) => {
  if (field === 'email') return known.byEmail.get(fold(typed)) === client
  if (field !== 'firstName' && field !== 'lastName') return false
  return client.mergedNames.some((name) => fold(name[field]) === fold(typed))
}
