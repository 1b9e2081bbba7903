import type { UserId } from '#contract/accounts/accounts.ts'
import type { TeamId } from '#contract/firm/firm.ts'
import { dayText } from '#contract/kit/day.ts'
import { formatPounds, penceOf } from '#contract/kit/money.ts'
import { fold } from '#contract/kit/text.ts'
import { dateName, type KeyDate, MatterPriority, Scope } from '#contract/matters/facts.ts'
import { stagedTypes } from '#contract/matters/stages.ts'
import type { Known, KnownClient } from './known-records.ts'
import type { RowValues } from './read-row.ts'

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

/** Finds a person by name or email address. The id is null if the cell is empty. */
export function personOf(
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

/** Returns the case that a row adds, or null if it has none or the case already exists. */
export function matterOf(
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
  if (caseOpened && caseOpened > known.today)
    return { fault: `Date opened: ${dayText(caseOpened)} is still to come.` }
  const facts = factsOf(values, known)
  if ('fault' in facts) return facts
  return {
    ...facts,
    reference: caseReference,
    title: caseTitle,
    type: typeOf(known.types, caseType),
    description: caseDescription ?? '',
    openedOn: caseOpened ?? null,
  }
}

/** Returns the type as it is written here, because its stages and its template are found by it. */
export const typeOf = (types: Known['types'], typed = 'Other') =>
  types.find((type) => fold(type) === fold(typed)) ??
  types.find((type) => typeKey(type) === typeKey(typed)) ??
  typed

/** Returns one key for a type with a hyphen or a space, of one or of several. */
const typeKey = (type: string) =>
  fold(fold(type).replace(/\p{Pd}/gu, ' ')).replace(/(?<=\p{L}{3})s(?!\p{L})/gu, '')

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
export const factsIn = ({ type, value, costsEstimate, costsSoFar, dates }: NewMatter) => [
  ...(type === 'Other' || stagedTypes.includes(type) ? [] : [`type “${type}”, with the general stages`]),
  ...[
    ['value', value] as const,
    ['estimate', costsEstimate] as const,
    ['costs so far', costsSoFar] as const,
  ].flatMap(([name, amount]) => (amount === null ? [] : [`${name} ${formatPounds(amount)}`])),
  ...dates.map((date) => `${dateName(date).toLowerCase()} ${dayText(date.on)}`),
]
