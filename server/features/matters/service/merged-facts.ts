import { Problem } from '#contract/kit/problem.ts'
import { quoted } from '#contract/kit/text.ts'
import type { MatterFacts } from '#contract/matters/facts.ts'
import { mergeChanges } from '#server/platform/concurrency/merge-changes.ts'

type Name = keyof MatterFacts

/** Each fact by its name on the page. Whether the rules apply, and why, only make sense together. */
const together: Record<string, readonly Name[]> = {
  Type: ['type'],
  'Fee earner': ['feeEarnerId'],
  Supervisor: ['supervisorId'],
  Team: ['teamId'],
  Value: ['value'],
  'Key dates': ['dates'],
  'In scope of the money laundering rules': ['scope', 'scopeReason'],
  'Estimate of our costs': ['costsEstimate'],
  'Costs so far': ['costsSoFar'],
}

interface Versions {
  /** What the person saw when they began. Absent from a request of the release before, which replaces all. */
  basedOn: MatterFacts | undefined
  stored: MatterFacts
  wanted: MatterFacts
}

/**
 * Returns the wanted facts, with what the person left as it was taken from the stored ones, so that nobody undoes what
 * a colleague has saved meanwhile. Throws `conflict` for each fact that both have changed.
 */
export function mergeFacts({ basedOn, stored, wanted }: Versions): MatterFacts {
  if (basedOn === undefined) return wanted
  const { merged, clashing } = mergeChanges({ basedOn, stored, wanted }, Object.values(together))
  if (clashing.length === 0) return merged
  const titles = Object.entries(together).filter(([_, names]) => clashing.includes(names))
  throw factsChanged(titles.map(([title]) => title))
}

const factsChanged = (titles: readonly string[]) =>
  new Problem(
    'conflict',
    `Someone has changed ${quoted(titles)} since you opened these details. Nothing was saved. Please make a note of your changes, close this and open the details again.`,
    { reason: 'facts_changed' },
  )
