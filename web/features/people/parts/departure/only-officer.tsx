import type { Person } from '#contract/firm/people.ts'
import { fullName } from '#contract/kit/names.ts'
import { Callout } from '#web/ui/feedback/callout.tsx'

/** Whether nobody else among the active staff can decide compliance items. */
export const isOnlyOfficer = ({ id, roles }: Person, colleagues: readonly Person[]) =>
  roles.includes('compliance_officer') &&
  !colleagues.some((other) => other.id !== id && other.roles.includes('compliance_officer'))

/** Says what stays undecided without a compliance officer. */
export const OnlyOfficer = ({ person }: { person: Person }) => (
  <Callout tone="warn" title={`${fullName(person)} is the only compliance officer`}>
    Until someone else has that role, nobody can decide risk answers and possible conflicts.
  </Callout>
)
