import type { api } from '#contract/api.ts'
import { all, clients, nobodys, overseers, owners, type RowsOf } from '#server/testing/authorization.ts'

const nobodysKey = 'n'.repeat(43)
const partner = { name: 'Ben Okafor', email: 'ben.okafor@example.com' }

export const rows: RowsOf<Pick<typeof api, 'jointClients'>> = {
  'jointClients.list': {
    ask: ({ matterId }) => ({ id: matterId }),
    answers: owners(),
    beside: { jointClient: 200 },
  },
  'jointClients.invite': {
    ask: ({ matterId }) => ({ id: matterId, ...partner }),
    answers: owners(201),
    beside: { jointClient: 201 },
    spends: 'asker',
  },
  'jointClients.accepted': { ask: () => ({}), answers: clients() },
  // Nobody has been invited to the matter in the matrix.
  'jointClients.withdraw': {
    ask: ({ matterId }) => ({ id: matterId, invitationId: nobodys }),
    answers: owners(404),
  },
  'jointClients.firmList': { ask: ({ matterId }) => ({ id: matterId }), answers: overseers() },
  'jointClients.agree': {
    ask: ({ matterId }) => ({ id: matterId, invitationId: nobodys }),
    answers: overseers(404),
  },
  'jointClients.firmWithdraw': {
    ask: ({ matterId }) => ({ id: matterId, invitationId: nobodys }),
    answers: overseers(404),
  },
  // Access is by link, and nobody in the matrix has a valid one.
  'jointClients.look': { ask: () => ({ token: nobodysKey }), answers: all(404) },
  'jointClients.decline': { ask: () => ({ token: nobodysKey }), answers: all(404) },
  'jointClients.accept': { ask: () => ({ token: nobodysKey }), answers: clients(404) },
}
