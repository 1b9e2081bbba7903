import { administrators, all, firms, overseers, type Row } from './row.ts'

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
const nobodysKey = 'n'.repeat(43)

export const firmRows: Record<string, Row> = {
  'reviews.list': { answers: firms() },
  'reviews.ofClient': { ask: ({ clientId }) => ({ id: clientId }), answers: overseers() },
  'reviews.one': { ask: ({ documentId }) => ({ id: documentId }), answers: overseers() },
  'reviews.accept': { ask: ({ documentId }) => ({ id: documentId }), answers: overseers(), spends: true },
  'reviews.reject': {
    ask: ({ documentId }) => ({ id: documentId, reason: 'Please send a sharper photo.' }),
    answers: overseers(),
    spends: true,
  },
  // Nobody has decided yet.
  'reviews.reopen': { ask: ({ documentId }) => ({ id: documentId }), answers: overseers(409) },
  'reviews.file': { ask: ({ documentId }) => ({ id: documentId }), answers: overseers() },
  'reviews.download': { ask: ({ documentId }) => ({ id: documentId }), answers: overseers() },
  'reviews.preview': { ask: ({ documentId }) => ({ id: documentId }), answers: overseers() },
  'reviews.page': { ask: ({ documentId }) => ({ id: documentId, page: 1 }), answers: overseers() },
  'reviews.pageText': { ask: ({ documentId }) => ({ id: documentId, page: 1 }), answers: overseers() },
  'firm.clients': { answers: firms() },
  'firm.client': { ask: ({ clientId }) => ({ id: clientId }), answers: overseers() },
  'firm.colleagues': { answers: administrators() },
  'firm.assign': {
    // A client is nobody of the firm: what matters is who may ask.
    ask: ({ clientId }) => ({ id: clientId, feeEarnerId: clientId, memberIds: [] }),
    answers: administrators(422),
  },
  'people.list': { answers: administrators() },
  'people.invite': {
    ask: ({ email }) => ({ email: `new-${email}`, role: 'fee_earner' }),
    answers: administrators(201),
  },
  'people.resend': { ask: () => ({ id: nobodys }), answers: administrators(404) },
  'people.withdraw': { ask: () => ({ id: nobodys }), answers: administrators(404) },
  // A client is nobody of the firm.
  'people.changeRole': {
    ask: ({ clientId }) => ({ id: clientId, role: 'administrator' }),
    answers: administrators(404),
  },
  'people.deactivate': { ask: ({ clientId }) => ({ id: clientId }), answers: administrators(404) },
  'people.reactivate': { ask: ({ clientId }) => ({ id: clientId }), answers: administrators(404) },
  // The link is the key, and nobody has one that opens anything.
  'people.look': { ask: () => ({ token: nobodysKey }), answers: all(404) },
  'people.join': {
    ask: ({ username, password }) => ({
      token: nobodysKey,
      firstName: 'A',
      lastName: 'B',
      username: `${username}-3`,
      password,
      confirmPassword: password,
    }),
    answers: all(404),
  },
  // The demo is set up already, so that its address for that is closed.
  'setup.begin': {
    ask: () => ({ setupCode: 'ABCD', firmName: 'Hartley & Rowe', username: 'somebody' }),
    answers: all(404),
  },
  'setup.complete': {
    ask: ({ username, email, password }) => ({
      setupCode: 'ABCD',
      firm: firmFacts,
      administrator: {
        firstName: 'A',
        lastName: 'B',
        username: `${username}-4`,
        email: `4-${email}`,
        password,
        confirmPassword: password,
      },
      factor: { key: 'A'.repeat(32), code: '123456' },
    }),
    answers: all(404),
  },
}
