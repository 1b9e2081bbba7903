import type { api } from '#contract/api.ts'
import { members, overseers, type RowsOf } from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'messages'>> = {
  'messages.contacts': { answers: members() },
  'messages.colleagues': {
    ask: ({ clientId }) => ({ id: clientId }),
    answers: overseers(),
  },
  // Nobody here has left the firm.
  'messages.settle': {
    ask: ({ clientId, adviserId }) => ({ id: clientId, memberId: adviserId }),
    answers: overseers(404),
  },
  // The adviser only works for owners. Everyone else here cannot write to them.
  'messages.list': {
    ask: ({ adviserId }) => ({ contactId: adviserId }),
    answers: { ...members(404), owner: 200 },
  },
  'messages.send': {
    ask: ({ adviserId }) => ({ receiverId: adviserId, content: 'Good morning' }),
    answers: { ...members(404), owner: 201 },
  },
  'messages.markRead': {
    ask: ({ letterId }) => ({ id: letterId }),
    answers: { ...members(404), owner: 200 },
  },
  'messages.typing': {
    ask: ({ adviserId }) => ({ receiverId: adviserId }),
    answers: { ...members(404), owner: 200 },
  },
  'messages.attachment': {
    ask: ({ letterId, documentId }) => ({ id: letterId, documentId }),
    answers: { ...members(404), owner: 200, administrator: 200 },
    // A colleague's messages with a client are private, even if both work for the client.
    colleagues: { assigned: 404 },
  },
}
