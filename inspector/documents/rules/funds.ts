import type { Purpose } from '../expectation.ts'
import { type Finding, notChecked, passed, verification } from '../finding.ts'
import type { ShownSum } from '../funds.ts'

/** What it shows of the client's means. Whether that is enough is for a person: nothing is compared. */
export const fundsRule = (sums: ShownSum[], purpose: Purpose): Finding[] => {
  if (purpose !== 'funds') return []
  const words = { rule: 'sums_shown', title: 'Amounts shown', source: verification }
  if (sums.length === 0) return [notChecked(words)]
  const read = sums.map(({ label, money }) => `${label} ${money.printed}`).join(', ')
  return [passed({ ...words, read })]
}
