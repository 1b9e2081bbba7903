import type { UserId } from '#contract/accounts/accounts.ts'
import type { TeamId } from '#contract/firm/firm.ts'
import type { ImportField } from '#contract/imports/columns.ts'
import { londonDay } from '#contract/kit/london.ts'
import { fullName } from '#contract/kit/names.ts'
import { fold } from '#contract/kit/text.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { imported, teams } from '#server/features/accounts/service.ts'
import { importedMatters } from '#server/features/matters/service.ts'
import { listTypes } from '#server/features/templates/service.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import * as store from '../store.ts'

/** A client whom a row can match: an existing one, or one from an earlier row of the same file. */
export interface KnownClient {
  /** A new client gets the id before being imported. */
  id: UserId
  firstName: string
  lastName: string
  emailKey: string
  /** The row of the file that adds the client. Null for an existing one. */
  row: number | null
  /** Somebody registered with the address and has not shown that it is theirs. */
  isUnproven: boolean
  /** Names of records that were merged into this one. */
  mergedNames: { firstName: string; lastName: string }[]
}

interface KnownMatter {
  /** Null for a case that the file adds, and for one that is hidden. */
  id: MatterId | null
  clients: KnownClient[]
  row: number | null
  /**
   * It was imported before, and has since been restricted to people other than the user. Nothing about it may be
   * revealed.
   */
  isHidden: boolean
}

/** Everything that the rows of a file are compared with. Each row adds its own data. */
export interface Known {
  byEmail: Map<string, KnownClient>
  /** Email addresses of the firm's own people. */
  staffEmails: Set<string>
  byReference: Map<string, KnownClient>
  /** By reference: cases imported before, and those that the user may see. */
  matters: Map<string, KnownMatter>
  /** People who can be responsible, by name and by email address. Null for a name that two of them share. */
  feeEarners: Map<string, UserId | null>
  /** The firm's teams, by name. */
  teams: Map<string, TeamId>
  /** Types of cases: those with stages, those with a template of the firm, and those that clients choose. */
  types: string[]
  /** The calendar day in London. */
  today: string
}

type Asking = Pick<Ctx<Staff>, 'db' | 'actor' | 'now'>

const unhidden = { row: null, isHidden: false }

/** Loads everything in the database that these rows are compared with. */
export async function knownTo(
  { db, actor, now }: Asking,
  rows: readonly { cells: readonly string[] }[],
  columns: readonly (ImportField | '')[],
): Promise<Known> {
  const emailKeys = valuesIn(rows, columns, 'email').map(fold)
  const caseReferences = valuesIn(rows, columns, 'caseReference')
  const clientRows = await store.listReferences(
    db,
    'client',
    valuesIn(rows, columns, 'clientReference').map(fold),
  )
  const caseRows = await store.listReferences(db, 'case', caseReferences.map(fold))
  const matters = await importedMatters.listForImport(
    { db, actor },
    { references: caseReferences, ids: importedMatterKeys(caseRows).map(({ id }) => id) },
  )
  const visible = matters.filter(({ isVisible }) => isVisible)
  const people = await imported.listByKeys(db, {
    emailKeys,
    ids: [
      ...new Set([
        ...clientRows.map(({ clientId }) => clientId),
        ...visible.flatMap(({ clientIds }) => clientIds),
      ]),
    ],
  })
  const ofClients = people.filter(({ role }) => role === 'client')
  const clientBy = findingBy(ofClients)
  const known: Known = {
    byEmail: new Map(
      ofClients.flatMap(({ id, emailKey }) => clientBy(id).map((client) => [emailKey, client] as const)),
    ),
    staffEmails: new Set(people.filter(({ role }) => role !== 'client').map(({ emailKey }) => emailKey)),
    byReference: new Map(
      clientRows.flatMap(({ key, clientId }) => clientBy(clientId).map((client) => [key, client] as const)),
    ),
    matters: new Map(),
    feeEarners: await feeEarnersBy(db),
    teams: new Map((await teams.list(db)).map(({ id, name }) => [fold(name), id])),
    types: (await listTypes({ db })).map(({ name }) => name),
    today: londonDay(now),
  }
  for (const { id, reference, clientIds } of visible)
    known.matters.set(fold(reference), { ...unhidden, id, clients: clientIds.flatMap(clientBy) })
  for (const { key, id } of importedMatterKeys(caseRows)) {
    const matter = visible.find((candidate) => candidate.id === id)
    // A case that is hidden from the user is reported like any row that was imported before.
    known.matters.set(key, {
      id: matter?.id ?? null,
      clients: matter?.clientIds.flatMap(clientBy) ?? [],
      row: null,
      isHidden: matter === undefined,
    })
  }
  return known
}

type Account = Awaited<ReturnType<typeof imported.listByKeys>>[number]

/**
 * Finds the client of an account, or none. A merged record is found by its own address and reference, and what is
 * imported belongs to the kept one.
 */
const findingBy = (ofClients: readonly Account[]) => {
  // Rows are compared by the client that they find, so there is one for each account.
  const kept = new Map<UserId, KnownClient>()
  const found = new Map<UserId, KnownClient>()
  for (const { id, firstName, lastName, account } of ofClients) {
    const client = kept.get(account.id) ?? { ...knownOf(account), row: null, mergedNames: [] }
    if (id !== account.id) {
      client.mergedNames.push({ firstName, lastName })
      // Whoever merged the two has looked at who they are.
      client.isUnproven = false
    }
    kept.set(account.id, client)
    found.set(id, client)
  }
  return (id: UserId) => {
    const client = found.get(id)
    return client ? [client] : []
  }
}

const knownOf = ({ id, firstName, lastName, emailKey, isUnproven }: Account['account']) => ({
  id,
  firstName,
  lastName,
  emailKey,
  isUnproven,
})

/** Everyone who can be responsible, by name and by email address. Null for a name that two of them share. */
async function feeEarnersBy(db: Asking['db']) {
  const staff = await imported.listResponsible(db)
  const found = new Map<string, UserId | null>()
  for (const person of staff) {
    const name = fold(fullName(person))
    found.set(name, found.has(name) ? null : person.id)
  }
  for (const { id, emailKey } of staff) found.set(emailKey, id)
  return found
}

/** Returns the distinct values of one column. */
const valuesIn = (
  rows: readonly { cells: readonly string[] }[],
  columns: readonly (ImportField | '')[],
  field: ImportField,
) => {
  const at = columns.indexOf(field)
  if (at < 0) return []
  return [...new Set(rows.map(({ cells }) => (cells[at] ?? '').trim()).filter((value) => value !== ''))]
}

/** The imported cases, by the firm's own references. */
const importedMatterKeys = (rows: readonly { key: string; matterId: MatterId | null }[]) =>
  rows.flatMap(({ key, matterId }) => (matterId ? [{ key, id: matterId }] : []))
