import type { CaseStatus } from '#contract/case-states.ts'
import type { Case } from '#contract/cases.ts'

export type StatusFilter = 'all' | 'open' | 'pending' | 'closed'
export type CaseTab = StatusFilter

export interface Wanted {
  search: string
  status: StatusFilter
}

const isOf = (status: CaseStatus, wanted: StatusFilter) => wanted === 'all' || status === wanted

/** The cases in whose title, reference, type or description all words of the search stand. */
export const findCases = <C extends Case>(
  all: readonly C[],
  { search, status }: Wanted,
  textOf: (one: C) => string = () => '',
): C[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter((one) => {
    const text = [one.title, one.reference, one.type, one.description, textOf(one)].join('\n').toLowerCase()
    return isOf(one.status, status) && words.every((word) => text.includes(word))
  })
}

export const inTab = <C extends Case>(all: readonly C[], tab: CaseTab): C[] =>
  all.filter(({ status }) => isOf(status, tab))
