import type { api } from '#contract/api.ts'
import { administrators, clients, nobodys, type RowsOf } from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'mail' | 'demoInbox'>> = {
  'mail.list': { answers: administrators() },
  'mail.transport': { answers: administrators() },
  'mail.one': { ask: () => ({ id: nobodys }), answers: administrators(404) },
  'mail.html': { ask: () => ({ id: nobodys }), answers: administrators(404) },
  'mail.sendAgain': { ask: () => ({ id: nobodys }), answers: administrators(404) },
  'mail.tryNow': { ask: () => ({ id: nobodys }), answers: administrators(404) },
  // The portal of this test has no mail server.
  'mail.tryAllNow': { answers: administrators(409) },
  'demoInbox.list': { answers: clients() },
}
