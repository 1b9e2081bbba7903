import type { api } from '#contract/api.ts'
import { firms, type RowsOf } from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'home'>> = { 'home.show': { answers: firms() } }
