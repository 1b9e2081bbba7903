import type { api } from '#contract/api.ts'
import { all, type RowsOf } from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'help'>> = {
  'help.contents': { answers: all(200) },
  // A guide for administrators does not exist for anybody else.
  'help.guide': { ask: () => ({ id: 'operations' }), answers: { ...all(404), administrator: 200 } },
}
