import { everythingOn } from '#contract/notification-choices.ts'
import { administrators, all, clients, firms, members, owners, type Row } from './row.ts'

const nobodys = '0197a4a0-0000-7000-8000-000000000000'
const firmFacts = {
  name: 'Hartley & Rowe',
  regulator: 'Authorised by the SRA',
  telephone: '020 7946 0123',
  hours: 'Monday to Friday',
  email: 'hello@example.com',
  postalAddress: '12 Garden Court, London',
  complaintsTo: 'complaints@example.com',
}

export const accountsRows: Record<string, Row> = {
  'portal.health': { answers: all(200) },
  'portal.events': { answers: members() },
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
    // Without the password an address can only stay as it is, which is true of the owner alone.
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
  // A link that nobody was sent.
  'accounts.resetPassword': {
    ask: () => ({ token: 'x', newPassword: 'another horse', confirmPassword: 'another horse' }),
    answers: all(422),
  },
  'accounts.confirmEmail': { ask: () => ({ token: 'x' }), answers: all(422) },
  'accounts.sendConfirmation': { answers: members() },
  'secondFactor.show': { answers: members() },
  'secondFactor.enable': { answers: members(), spends: 'asker' },
  // Nobody has begun, and nobody has codes.
  'secondFactor.confirm': { ask: () => ({ code: '123456' }), answers: members(409) },
  'secondFactor.renewCodes': { ask: ({ password }) => ({ password }), answers: members(409) },
  // Only who has just shown a password may show a code.
  'secondFactor.showOf': { ask: ({ clientId }) => ({ id: clientId }), answers: administrators() },
  // It is off.
  'secondFactor.endFor': {
    ask: ({ clientId, password }) => ({ id: clientId, password }),
    answers: administrators(409),
  },
  'secondFactor.signIn': { ask: () => ({ code: '123456' }), answers: all(401) },
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
    }),
    answers: administrators(),
  },
  'notifications.list': { answers: members() },
  'notifications.markRead': { answers: members() },
  'notifications.choices': { answers: members() },
  'notifications.saveChoices': { ask: () => everythingOn, answers: members() },
  'mail.list': { answers: administrators() },
  'mail.road': { answers: administrators() },
  'mail.one': { ask: () => ({ id: nobodys }), answers: administrators(404) },
  'mail.html': { ask: () => ({ id: nobodys }), answers: administrators(404) },
  'mail.sendAgain': { ask: () => ({ id: nobodys }), answers: administrators(404) },
  // The password is the owner's own, and so is everybody else's here.
  'privacy.prepareExport': {
    ask: ({ password }) => ({ currentPassword: password }),
    answers: clients(201),
  },
  'privacy.export': { ask: ({ exportId }) => ({ id: exportId }), answers: owners(), spends: true },
  'privacy.requests': { answers: clients() },
  'privacy.askErasure': { answers: clients(201), spends: true },
  'privacy.complain': { ask: () => ({ words: 'Nobody calls me back.' }), answers: clients(201) },
  'privacy.firmRequests': { answers: firms() },
  'privacy.answer': {
    ask: ({ requestId }) => ({ id: requestId, answer: 'We are sorry.' }),
    answers: administrators(),
    spends: true,
  },
}
