import type { UserId } from '#contract/accounts/accounts.ts'
import type { TeamId } from '#contract/firm/firm.ts'
import type { ImportField } from '#contract/imports/columns.ts'
import { formatPounds, penceOf } from '#contract/kit/money.ts'
import { fullName } from '#contract/kit/names.ts'
import { fold } from '#contract/kit/text.ts'
import { dateName, type KeyDate, Scope } from '#contract/matters/facts.ts'
import { MatterPriority } from '#contract/matters/matters.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import { dayText } from '#server/platform/time/zone.ts'
import { type RowValues, readRow } from './read-row.ts'

/** A client whom a row can match: an existing one, or one from an earlier row of the same file. */
export interface KnownClient {
  /** A new client gets the id before being imported. */
  id: UserId
  firstName: string
  lastName: string
  emailKey: string
  /** The row of the file that adds the client. Null for an existing one. */
  row: number | null
}

interface KnownMatter {
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
}

export interface NewClient {
  firstName: string
  lastName: string
  email: string
  phone: string | null
  address: string | null
  city: string | null
  postalCode: string | null
  country: string | null
  feeEarnerId: UserId | null
}

export interface NewMatter {
  reference: string
  title: string
  type: string
  description: string
  /** A calendar day. Null if the file has none. */
  openedOn: string | null
  priority: MatterPriority
  supervisorId: UserId | null
  teamId: TeamId | null
  /** In pence, like the costs. */
  value: number | null
  costsEstimate: number | null
  costsSoFar: number | null
  /** Not shared with the client until somebody changes that. */
  dates: KeyDate[]
  scope: Scope
  scopeReason: string
}

export type Judged =
  | { verdict: 'wrong'; words: string }
  | {
      verdict: 'new' | 'known'
      words: string
      client: KnownClient
      newClient: NewClient | null
      newMatter: NewMatter | null
      feeEarnerId: UserId | null
      clientReference: string | null
    }

const wrong = (words: string): Judged => ({ verdict: 'wrong', words })

/** Decides what happens to one row, after those before it. */
export function judgeRow(
  { row, cells }: { row: number; cells: readonly string[] },
  columns: readonly (ImportField | '')[],
  known: Known,
): Judged {
  const read = readRow(cells, columns)
  if ('fault' in read) return wrong(read.fault)
  const { values } = read
  const feeEarner = personOf('Fee earner', values.feeEarner, known)
  if ('fault' in feeEarner) return wrong(feeEarner.fault)
  const feeEarnerId = feeEarner.id
  const found = clientOf(values, row, known)
  if ('fault' in found) return wrong(found.fault)
  const matter = matterOf(values, found.client, known)
  if (matter && 'fault' in matter) return wrong(matter.fault)
  const { client, isNew } = found
  keep(values, client, { row, isNew, newMatter: matter, known })
  const newClient = isNew ? detailsOf(values, client, feeEarnerId) : null
  const parts = [isNew && 'New client', matter && (isNew ? 'and case' : 'New case')].filter(Boolean).join(' ')
  const about = [
    fullName(client),
    matter && `${matter.title} (${matter.reference})`,
    ...(matter ? factsIn(matter) : []),
  ].filter(Boolean)
  return {
    verdict: newClient || matter ? 'new' : 'known',
    words: parts ? `${parts}: ${about.join(', ')}` : 'Already here',
    client,
    newClient,
    newMatter: matter,
    feeEarnerId,
    clientReference: values.clientReference ?? null,
  }
}

/** Finds a person by name or email address. The id is null if the cell is empty. */
function personOf(
  as: string,
  named: string | undefined,
  known: Known,
): { id: UserId | null } | { fault: string } {
  if (!named) return { id: null }
  const id = known.feeEarners.get(fold(named))
  if (id === undefined)
    return { fault: `${as}: nobody called “${named}” can be responsible for clients here.` }
  return id === null
    ? { fault: `${as}: two people are called “${named}”. Please use their email address.` }
    : { id }
}

const at = (row: number | null) => (row === null ? 'is already used here' : `is also in row ${row}`)

type Found = { client: KnownClient; isNew: boolean } | { fault: string }

/** Finds the client of a row: by the firm's own reference, then by email address. */
function clientOf(values: RowValues, row: number, known: Known): Found {
  const { clientReference, email, firstName, lastName } = values
  const emailKey = email ? fold(email) : ''
  const byReference = clientReference && known.byReference.get(fold(clientReference))
  const byEmail = emailKey ? known.byEmail.get(emailKey) : undefined
  if (emailKey && known.staffEmails.has(emailKey))
    return { fault: 'Email: this is the address of someone at the firm, who can’t be a client too.' }
  if (byReference && byEmail && byReference !== byEmail)
    return { fault: 'The client reference is one client’s, and the email address another’s.' }
  if (byReference) {
    if (byReference.row !== null && emailKey && byReference.emailKey !== emailKey)
      return { fault: `Client reference: row ${byReference.row} has it with another email address.` }
    return { client: byReference, isNew: false }
  }
  if (byEmail) {
    if (!isSamePerson(byEmail, values))
      return {
        fault: `Email: this address ${at(byEmail.row)}, for ${fullName(byEmail)}. Each client needs their own.`,
      }
    return { client: byEmail, isNew: false }
  }
  if (!email)
    return {
      fault: clientReference
        ? 'No client with this reference is here yet, and a new one needs an email address to sign in with.'
        : 'Email: missing. A client needs one to sign in with.',
    }
  if (!firstName || !lastName) return { fault: `${firstName ? 'Last name' : 'First name'}: missing.` }
  return { client: { id: newId<UserId>(), firstName, lastName, emailKey, row }, isNew: true }
}

/**
 * The same person may be written in several ways, such as "Amara N. Okafor" and "A. Okafor". A couple with one address
 * are two people: one would read the other's case. So an initial is not enough where the row has a client reference that
 * nobody has yet.
 */
const isSamePerson = (client: KnownClient, { firstName, lastName, clientReference }: RowValues) => {
  if (!firstName || !lastName) return true
  const [known, given] = [firstWordOf(client.firstName), firstWordOf(firstName)]
  const isInitial = known.length === 1 || given.length === 1
  const isAlike = isInitial ? !clientReference && known.charAt(0) === given.charAt(0) : known === given
  return fold(client.lastName) === fold(lastName) && isAlike
}

const firstWordOf = (name: string) => fold(name).split(/[\s.]+/)[0] ?? ''

/** Returns the case that a row adds, or null if it has none or the case already exists. */
function matterOf(
  values: RowValues,
  client: KnownClient,
  known: Known,
): NewMatter | null | { fault: string } {
  const { caseReference, caseTitle, caseType, caseDescription, caseOpened } = values
  if (!caseReference && !caseTitle) return null
  if (!caseReference) return { fault: 'Case reference: missing. It keeps a case from going in twice.' }
  const there = known.matters.get(fold(caseReference))
  if (there) {
    if (there.isHidden || there.clients.includes(client)) return null
    return {
      fault:
        there.row === null
          ? 'Case reference: this case is already here, for another client.'
          : `Case reference: row ${there.row} has it for another client. Please add joint clients on the case’s own page.`,
    }
  }
  if (!caseTitle) return { fault: 'Case title: missing.' }
  const facts = factsOf(values, known)
  if ('fault' in facts) return facts
  return {
    ...facts,
    reference: caseReference,
    title: caseTitle,
    type: caseType ?? 'Other',
    description: caseDescription ?? '',
    openedOn: caseOpened ?? null,
  }
}

const pence = (text: string | undefined) => (text ? penceOf(text) : null)

/** Returns the other data of a case, besides its title, type and description. */
function factsOf(
  values: RowValues,
  known: Known,
): Omit<NewMatter, 'reference' | 'title' | 'type' | 'description' | 'openedOn'> | { fault: string } {
  const supervisor = personOf('Supervisor', values.caseSupervisor, known)
  if ('fault' in supervisor) return supervisor
  const teamId = values.caseTeam ? known.teams.get(fold(values.caseTeam)) : null
  if (teamId === undefined) return { fault: `Team: there is no team called “${values.caseTeam}”.` }
  const { caseScope = 'undecided', caseScopeReason = '' } = values
  if (caseScope !== 'undecided' && caseScopeReason === '')
    return { fault: 'Why in or out of scope: missing.' }
  const dates = [
    { kind: 'target_exchange', on: values.caseTargetExchange },
    { kind: 'completion', on: values.caseCompletion },
    { kind: 'limitation', on: values.caseLimitation },
  ] as const
  return {
    priority: MatterPriority.catch('medium').parse(values.casePriority),
    supervisorId: supervisor.id,
    teamId,
    value: pence(values.caseValue),
    costsEstimate: pence(values.caseCostsEstimate),
    costsSoFar: pence(values.caseCostsSoFar),
    dates: dates.flatMap(({ kind, on }) => (on ? [{ kind, on, words: '', isShared: false }] : [])),
    scope: Scope.parse(caseScope),
    scopeReason: caseScopeReason,
  }
}

/** The same as text for the preview. */
const factsIn = ({ value, costsEstimate, costsSoFar, dates }: NewMatter) => [
  ...[
    ['value', value] as const,
    ['estimate', costsEstimate] as const,
    ['costs so far', costsSoFar] as const,
  ].flatMap(([name, amount]) => (amount === null ? [] : [`${name} ${formatPounds(amount)}`])),
  ...dates.map((date) => `${dateName(date).toLowerCase()} ${dayText(date.on)}`),
]

interface Keeping {
  row: number
  isNew: boolean
  newMatter: NewMatter | null
  known: Known
}

const keep = (
  { clientReference }: RowValues,
  client: KnownClient,
  { row, isNew, newMatter, known }: Keeping,
) => {
  if (isNew) known.byEmail.set(client.emailKey, client)
  if (clientReference) known.byReference.set(fold(clientReference), client)
  if (newMatter) known.matters.set(fold(newMatter.reference), { clients: [client], row, isHidden: false })
}

const detailsOf = (values: RowValues, { firstName, lastName }: KnownClient, feeEarnerId: UserId | null) => ({
  firstName,
  lastName,
  email: values.email ?? '',
  phone: values.phone ?? null,
  address: values.address ?? null,
  city: values.city ?? null,
  postalCode: values.postalCode ?? null,
  country: values.country ?? null,
  feeEarnerId,
})
