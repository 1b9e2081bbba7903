import type { WantedInspection } from '#contract/firm/people.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { InspectionScope } from '#server/features/accounts/service.ts'
import { listMattersByReference } from '#server/features/matters/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/**
 * Finds the cases of an inspection by their references, also those that the user has nothing to do with. A restricted
 * case is only for the people named on it. Throws `invalid` with the references that no other case has.
 */
export async function findInspected(
  { db }: Ctx,
  { until, references }: WantedInspection,
): Promise<InspectionScope> {
  const found = await listMattersByReference(db, references)
  const isMissing = (reference: string) => !found.some((matter) => isSame(matter.reference, reference))
  const missing = references.filter(isMissing)
  if (missing.length > 0) throw noSuchCase(missing)
  return { until, matterIds: found.map(({ id }) => id) }
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

const noSuchCase = (missing: readonly string[]) => {
  const listed = new Intl.ListFormat('en-GB').format(missing.slice(0, 5))
  const words = `You can’t give access to ${listed}: no case has that reference, or it is restricted.`
  return new Problem('invalid', words, {
    fields: { 'inspection.references': words },
    reason: 'no_such_case',
  })
}
