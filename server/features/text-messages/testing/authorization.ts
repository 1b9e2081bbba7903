import type { api } from '#contract/api.ts'
import { administrators, members, nobodys, type RowsOf } from '#server/testing/authorization.ts'

const nothing = { accountSid: '', keySid: '', sender: '' }

export const rows: RowsOf<Pick<typeof api, 'textMessages' | 'textProvider'>> = {
  'textMessages.offer': { answers: members() },
  // Nobody has sent a text.
  'textMessages.standing': { ask: () => ({ id: nobodys }), answers: members(404) },
  'textMessages.list': { answers: administrators() },
  'textMessages.code': { ask: () => ({ id: nobodys }), answers: administrators(404) },
  'textProvider.show': { answers: administrators() },
  'textProvider.removeSecret': { ask: ({ password }) => ({ password }), answers: administrators() },
  'textProvider.save': { ask: () => ({ isOn: false, ...nothing }), answers: administrators() },
  // There is no connection to test.
  'textProvider.test': { ask: () => ({ ...nothing, mobile: '07700 900123' }), answers: administrators(400) },
}
