import { type Case, moveWords } from '#contract/cases.ts'
import { pages } from '#contract/pages.ts'
import { dayOf } from './days.ts'
import type { OwnFile } from './file.ts'
import { noCase } from './nothing-yet.ts'
import type { Report } from './report.ts'

/** Whose move it is in each open case, since when, and what comes next. */
export async function reportCases(file: OwnFile): Promise<Report> {
  const cases = await file.cases()
  const current = cases.filter(({ status }) => status === 'open' || status === 'pending')
  const label = 'Your cases'
  const actions = [{ label: 'Open Cases', path: pages.cases }]
  if (current.length > 0) return { label, actions, content: current.map(stateOf).join('\n') }
  const content =
    cases.length === 0 ? noCase : 'You have no open cases at the moment. Closed ones are under Cases.'
  return { label, actions, content }
}

const stateOf = ({ title, reference, status, move, createdAt }: Case) => {
  const name = `- ${title} (${reference})`
  if (status === 'pending' || move === null)
    return `${name}: you asked for it on ${dayOf(createdAt)}, and someone at the firm will look at it.`
  return `${name}: ${moveWords(move)} since ${dayOf(move.since)}. Next step: ${move.nextStep}`
}
