import { randomUUID } from 'node:crypto'
import type { api } from '#contract/api.ts'
import {
  administrators,
  all,
  firmFacts,
  firms,
  nobodys,
  overseers,
  type RowsOf,
} from '#server/testing/authorization.ts'

const nobodysKey = 'n'.repeat(43)

export const rows: RowsOf<
  Pick<
    typeof api,
    | 'firm'
    | 'clientInvitations'
    | 'lists'
    | 'caseTabs'
    | 'bulk'
    | 'handOver'
    | 'people'
    | 'teams'
    | 'absences'
    | 'setup'
  >
> = {
  'firm.clients': { answers: firms() },
  'firm.client': { ask: ({ clientId }) => ({ id: clientId }), answers: overseers() },
  'firm.reach': { ask: ({ clientId }) => ({ id: clientId }), answers: overseers() },
  'clientInvitations.send': {
    // Each call invites a different address, because a second invitation to the same one is refused.
    ask: () => ({
      clients: [
        { firstName: 'New', lastName: 'Client', email: `invited-${randomUUID()}@example.com`, phone: '' },
      ],
    }),
    answers: firms(201),
  },
  // This client has been here already, so 409 shows that the user is authorised.
  'clientInvitations.resend': {
    ask: ({ clientId, email }) => ({ id: clientId, email }),
    answers: overseers(409),
  },
  'lists.clients': { answers: firms() },
  'lists.matters': { answers: firms() },
  'lists.clientsFile': { answers: firms() },
  'lists.mattersFile': { answers: firms() },
  'lists.people': { answers: firms() },
  'lists.views': { ask: () => ({ list: 'clients' }), answers: firms() },
  'lists.saveView': {
    ask: () => ({ list: 'clients', name: 'Mine', isShared: false, filter: {}, columns: [] }),
    answers: firms(201),
  },
  'lists.removeView': { ask: () => ({ id: nobodys }), answers: overseers(404) },
  // Rows that the user may not see are refused one by one, so the request itself succeeds.
  'bulk.assignClients': {
    ask: ({ clientId }) => ({ ids: [clientId], isPreview: true, feeEarnerId: clientId }),
    answers: administrators(),
  },
  'bulk.requestDocuments': {
    ask: ({ clientId }) => ({ ids: [clientId], isPreview: true, title: 'Payslips' }),
    answers: firms(),
  },
  'bulk.remindClients': {
    ask: ({ clientId }) => ({ ids: [clientId], isPreview: true }),
    answers: firms(),
  },
  'bulk.assignMatters': {
    ask: ({ matterId, adviserId }) => ({ ids: [matterId], isPreview: true, feeEarnerId: adviserId }),
    answers: firms(),
  },
  'bulk.closeMatters': { ask: ({ matterId }) => ({ ids: [matterId], isPreview: true }), answers: firms() },
  'caseTabs.summary': { ask: ({ matterId }) => ({ id: matterId }), answers: overseers() },
  'caseTabs.tasks': { ask: ({ matterId }) => ({ id: matterId }), answers: overseers() },
  'caseTabs.documents': { ask: ({ matterId }) => ({ id: matterId }), answers: overseers() },
  'caseTabs.payments': { ask: ({ matterId }) => ({ id: matterId }), answers: overseers() },
  'caseTabs.contacts': { ask: ({ matterId }) => ({ id: matterId }), answers: overseers() },
  'caseTabs.activity': { ask: ({ matterId }) => ({ id: matterId }), answers: overseers() },
  'caseTabs.requestDocument': {
    ask: ({ matterId, clientId }) => ({ id: matterId, clientId, title: 'Payslips' }),
    answers: overseers(201),
    // The same is asked for once.
    spends: true,
  },
  'handOver.show': { ask: ({ matterId }) => ({ id: matterId }), answers: overseers() },
  'handOver.hand': {
    ask: ({ matterId, adviserId }) => ({
      id: matterId,
      fromId: null,
      toId: adviserId,
      note: '',
      isClientTold: true,
    }),
    answers: overseers(),
    spends: true,
  },
  // Of somebody who isn't at the firm, nobody runs anything.
  'handOver.held': { ask: () => ({ id: nobodys }), answers: firms() },
  'handOver.unread': { ask: () => ({ id: nobodys }), answers: administrators() },
  'firm.colleagues': { answers: administrators() },
  'firm.assign': {
    // A client cannot be responsible, so 422 shows that the user is authorised.
    ask: ({ clientId }) => ({ id: clientId, feeEarnerId: clientId, memberIds: [] }),
    answers: administrators(422),
    colleagues: { unassignedAdministrator: 404 },
  },
  // No client has this address, so 400 shows that the user is authorised.
  'firm.joinTeam': { ask: () => ({ email: 'no-client@example.com' }), answers: administrators(400) },
  'people.list': { answers: administrators() },
  'people.inspection': { answers: firms() },
  'people.invite': {
    ask: ({ email }) => ({ email: `new-${email}`, roles: ['fee_earner'] }),
    answers: administrators(201),
  },
  'people.resend': { ask: () => ({ id: nobodys }), answers: administrators(404) },
  'people.withdraw': { ask: () => ({ id: nobodys }), answers: administrators(404) },
  // A client is not a person of the firm.
  'people.saveRoles': {
    ask: ({ clientId }) => ({ id: clientId, roles: ['administrator'] }),
    answers: administrators(404),
  },
  'people.deactivate': { ask: ({ clientId }) => ({ id: clientId }), answers: administrators(404) },
  'people.reactivate': { ask: ({ clientId }) => ({ id: clientId }), answers: administrators(404) },
  'teams.list': { answers: administrators() },
  'teams.create': {
    ask: ({ username }) => ({ name: `Team of ${username}`, memberIds: [] }),
    answers: { ...administrators(201) },
    spends: 'asker',
  },
  'teams.save': {
    ask: () => ({ id: nobodys, name: 'Property', memberIds: [] }),
    answers: administrators(404),
  },
  'teams.remove': { ask: () => ({ id: nobodys }), answers: administrators(404) },
  'absences.own': { answers: firms() },
  'absences.booked': {
    ask: ({ clientId }) => ({ id: clientId, from: '2026-11-09', backOn: '2026-11-20' }),
    answers: { ...overseers(), feeEarner: 403 },
  },
  // A client is not a person of the firm. Only an administrator may change somebody else's absence.
  'absences.save': {
    ask: ({ clientId }) => ({ id: clientId, from: '2026-11-09', backOn: '2026-11-20', coverId: clientId }),
    answers: { ...overseers(404), feeEarner: 403 },
  },
  'absences.end': {
    ask: ({ clientId }) => ({ id: clientId }),
    answers: { ...overseers(404), feeEarner: 403 },
  },
  // Access is by link, and nobody in the matrix has a valid one.
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
  // The demo is already set up, so these endpoints are closed.
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
