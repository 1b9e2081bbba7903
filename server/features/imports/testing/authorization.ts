import type { api } from '#contract/api.ts'
import { administrators, nobodys, type RowsOf } from '#server/testing/authorization.ts'

const ofNothing = { ask: () => ({ id: nobodys }), answers: administrators(404) }

export const rows: RowsOf<Pick<typeof api, 'imports'>> = {
  'imports.list': { answers: administrators() },
  // The matrix sends something that is not a CSV file.
  'imports.upload': { answers: administrators(415) },
  'imports.one': ofNothing,
  'imports.saveColumns': {
    ask: () => ({ id: nobodys, columns: ['email'], feeEarnerId: null }),
    answers: administrators(404),
  },
  'imports.start': { ask: () => ({ id: nobodys, isInviting: false }), answers: administrators(404) },
  'imports.undo': ofNothing,
  'imports.invite': ofNothing,
  'imports.discard': ofNothing,
  'imports.wrongRows': ofNothing,
}
