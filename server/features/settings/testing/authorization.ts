import type { api } from '#contract/api.ts'
import { administrators, all, firmFacts, type RowsOf } from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'settings'>> = {
  'settings.firm': { answers: all(200) },
  'settings.all': { answers: administrators() },
  'settings.save': {
    ask: () => ({
      ...firmFacts,
      vatNumber: '',
      expectedReply: 'within one working day',
      timeZone: 'Europe/London',
      holidays: 'scotland',
      supervisor: '',
      feesText: '',
      estimateText: '',
      isFaceComparisonOn: true,
      isOnSharedComputers: false,
      addressMonths: 3,
      identityMonths: 24,
    }),
    answers: administrators(),
  },
}
