import { accountsRows } from './matrix/accounts.ts'
import { firmRows } from './matrix/firm.ts'
import { onboardingRows } from './matrix/onboarding.ts'
import type { Row } from './matrix/row.ts'
import { tasksRows } from './matrix/tasks.ts'
import { togetherRows } from './matrix/together.ts'

/** Who may ask what: the authorization of the whole portal. An endpoint that is not here fails the tests. */
export const matrix: Record<string, Row> = {
  ...accountsRows,
  ...tasksRows,
  ...onboardingRows,
  ...togetherRows,
  ...firmRows,
}
