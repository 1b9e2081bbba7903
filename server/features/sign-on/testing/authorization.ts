import type { api } from '#contract/api.ts'
import { administrators, all, nobodys, type RowsOf } from '#server/testing/authorization.ts'

// Nothing listens at this port of this machine.
const connection = { issuer: 'http://127.0.0.1:1', clientId: 'portal' }
const wanted = {
  ...connection,
  name: 'Provider',
  isOn: false,
  joining: 'invited',
  groupsClaim: 'groups',
  scopes: '',
  groupRoles: [],
  trustsEmail: false,
  trustsSecondFactor: false,
  acrValues: '',
}

export const rows: RowsOf<Pick<typeof api, 'signOn'>> = {
  'signOn.show': { answers: administrators() },
  'signOn.save': {
    ask: ({ password }) => ({ ...wanted, currentPassword: password }),
    answers: administrators(),
  },
  'signOn.test': { ask: () => connection, answers: administrators() },
  'signOn.removeSecret': { ask: ({ password }) => ({ password }), answers: administrators() },
  'signOn.unlink': { ask: () => ({ id: nobodys }), answers: administrators(404) },
  // There is no provider, and no sign-in has begun.
  'signOn.begin': { answers: all(404) },
  'signOn.enter': { ask: () => ({ query: 'code=x' }), answers: all(401) },
}
