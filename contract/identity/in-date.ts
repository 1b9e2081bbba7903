import { dayText } from '../kit/day.ts'
import type { ReuseLimits } from '../settings.ts'
import type { Task, TaskKind } from '../tasks.ts'

/** What is known of a completed check. Days are London's, such as `2026-11-09`. */
export interface DoneCheck {
  kind: TaskKind
  completedOn: string
  /** The expiry date of an identity document, as it was read. */
  expiresOn: string | null
  /** The date of a proof of address, as it was read. */
  documentOn: string | null
}

/** Returns the last day on which a check can be reused for another case, or null if there is no limit. */
export function goodUntil({ kind, completedOn, expiresOn, documentOn }: DoneCheck, limits: ReuseLimits) {
  if (kind === 'proof_of_identity') return expiresOn
  if (kind === 'proof_of_address') return plusMonths(documentOn ?? completedOn, limits.addressMonths)
  return kind === 'identity_check' ? plusMonths(completedOn, limits.identityMonths) : null
}

export const isInDate = (check: DoneCheck, today: string, limits: ReuseLimits) => {
  const until = goodUntil(check, limits)
  return until === null || today <= until
}

/** Returns why a check is needed again, for the client. */
export const whyAgain = ({ kind }: Pick<DoneCheck, 'kind'>, limits: ReuseLimits) => {
  if (kind === 'proof_of_identity')
    return 'The identity document you showed us before has expired, so we need one that’s still valid.'
  return kind === 'proof_of_address'
    ? `The proof of address you sent before is more than ${monthsText(limits.addressMonths)} old, so we need a newer one.`
    : `Your last identity check was more than ${monthsText(limits.identityMonths)} ago, so we need another one.`
}

const monthsText = (count: number) => (count === 1 ? '1 month' : `${count} months`)

/** Returns that a task was completed before the case, for the client. Only a verified one is called checked. */
export function alreadyDone(
  { kind, title, outcome }: Pick<Task, 'kind' | 'title' | 'outcome'>,
  doneOn: string,
) {
  const [isChecked, day] = [outcome === 'verified', dayText(doneOn)]
  const sent = sentWords[kind]
  if (sent) return `We already ${isChecked ? 'checked' : 'have'} ${sent} on ${day}. There’s nothing to send.`
  if (kind === 'identity_check')
    return `You did your identity check on ${day}${isChecked ? ', and we’ve confirmed it' : ''}. There’s nothing to send.`
  return `You did “${title}” on ${day}, and it counts for this case too. There’s nothing to do.`
}

const sentWords: Partial<Record<TaskKind, string>> = {
  proof_of_identity: 'the identity document you sent',
  proof_of_address: 'the proof of address you sent',
  bank_check: 'the bank details you gave us',
}

/** Adds months: returns the same day of the month, or the last day of a shorter month. */
const plusMonths = (day: string, months: number) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}
