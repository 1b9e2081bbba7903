import type { api } from '#contract/api.ts'
import { administrators, all, firms, members, nobodys, type RowsOf } from '#server/testing/authorization.ts'

const [empty, type] = ['', 'public-key']
const notMade = {
  id: empty,
  rawId: empty,
  type,
  response: { clientDataJSON: empty, attestationObject: empty },
}
const notShown = {
  id: empty,
  rawId: empty,
  type,
  response: { clientDataJSON: empty, authenticatorData: empty, signature: empty },
}

export const rows: RowsOf<Pick<typeof api, 'accounts' | 'secondFactor' | 'passkeys' | 'photographs'>> = {
  'photographs.own': { answers: firms() },
  // The upload is a PDF.
  'photographs.upload': { answers: firms(415) },
  'photographs.remove': { answers: firms(404) },
  'photographs.one': { ask: () => ({ id: nobodys }), answers: members(404) },
  'passkeys.list': { answers: members() },
  'passkeys.begin': { ask: ({ password }) => ({ password }), answers: members() },
  // An answer that no device made, to a challenge that nobody asked for.
  'passkeys.add': { ask: () => ({ name: 'Phone', made: notMade }), answers: members(422) },
  'passkeys.remove': { ask: ({ password }) => ({ id: nobodys, password }), answers: members(404) },
  'passkeys.ask': { answers: all(200) },
  'passkeys.signIn': { ask: () => ({ shown: notShown }), answers: all(422) },
  'accounts.current': { answers: members() },
  'accounts.register': {
    ask: ({ username, email, password }) => ({
      firstName: 'A',
      lastName: 'B',
      username: `${username}-2`,
      email: `2-${email}`,
      password,
      confirmPassword: password,
    }),
    answers: all(201),
    spends: true,
  },
  'accounts.login': {
    ask: ({ username, password }) => ({ username, password }),
    answers: all(200),
    spends: 'asker',
  },
  'accounts.logout': { answers: all(200), spends: 'asker' },
  'accounts.saveProfile': {
    // Without the password the address has to stay the same, and only the owner's is the same.
    ask: ({ email }) => ({ firstName: 'A', lastName: 'B', email }),
    answers: { ...members(403), owner: 200 },
    spends: true,
  },
  'accounts.changePassword': {
    ask: ({ password }) => ({
      currentPassword: password,
      newPassword: 'another one',
      confirmPassword: 'another one',
    }),
    answers: members(),
    spends: 'asker',
  },
  'accounts.sessions': { answers: members() },
  'accounts.endSession': {
    ask: ({ sessionId }) => ({ id: sessionId }),
    answers: { ...members(404), owner: 204 },
    spends: true,
  },
  'accounts.endOtherSessions': { answers: members(204), spends: 'asker' },
  'accounts.askReset': { ask: ({ email }) => ({ email }), answers: all(200) },
  // A link that was never sent.
  'accounts.lookAtReset': { ask: () => ({ token: 'x'.repeat(43) }), answers: all(422) },
  'accounts.resetPassword': {
    ask: () => ({ token: 'x'.repeat(43), newPassword: 'another horse', confirmPassword: 'another horse' }),
    answers: all(422),
  },
  'accounts.confirmEmail': { ask: () => ({ token: 'x'.repeat(43) }), answers: all(422) },
  'accounts.sendConfirmation': { answers: members() },
  'secondFactor.show': { answers: members() },
  'secondFactor.enable': { answers: members(), spends: 'asker' },
  // Nobody has started enrolment, and nobody has codes.
  'secondFactor.confirm': { ask: () => ({ code: '123456' }), answers: members(409) },
  'secondFactor.renewCodes': { ask: ({ password }) => ({ password }), answers: members(409) },
  'secondFactor.showOf': { ask: ({ clientId }) => ({ id: clientId }), answers: administrators() },
  // Two-factor authentication is off.
  'secondFactor.endFor': {
    ask: ({ clientId, password }) => ({ id: clientId, password }),
    answers: administrators(409),
  },
  // Nobody has entered their password in this browser before.
  'secondFactor.signIn': { ask: () => ({ code: '123456' }), answers: all(401) },
}
