import type { api } from '#contract/api.ts'
import { firms, type RowsOf } from '#server/testing/authorization.ts'

const period = { from: '2026-11-01', to: '2026-11-30' }

export const rows: RowsOf<Pick<typeof api, 'numbers'>> = {
  'numbers.show': { ask: () => period, answers: firms() },
  'numbers.tableFile': { ask: () => ({ ...period, table: 'load' }), answers: firms() },
}
