import type { api } from '#contract/api.ts'
import { members, type RowsOf } from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'documentSandbox'>> = {
  'documentSandbox.checkKey': { answers: members() },
  'documentSandbox.run': {
    ask: () => ({ documentType: 'bank_statement', imageData: 'data:application/pdf;base64,JVBERi0x' }),
    // In the demo everybody may try. The file is an incomplete PDF, so 422 shows that the checks were reached.
    answers: members(422),
  },
}
