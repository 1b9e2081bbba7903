import type { MergedDetail } from '#contract/accounts/personal-details.ts'

/** What a client told us in a record that was merged into another, where the kept record had told us nothing. */
export interface MergedDetails {
  mergeId: string
  /** The details as they were, which an undo restores. Absent once the merge can't be undone any more. */
  row?: Record<string, unknown>
  /** What still applies, because the client has not given it in the kept record. */
  applies: MergedDetail[]
  /** Whether they have told us anything in the kept record since. */
  isDeclaredSince: boolean
}

/** Leaves what the client has now given themselves. */
export const withoutDeclared = (
  { applies, ...merged }: MergedDetails,
  declared: Partial<Record<MergedDetail, unknown>>,
): MergedDetails => ({
  ...merged,
  applies: applies.filter((name) => declared[name] === undefined),
  isDeclaredSince: true,
})
