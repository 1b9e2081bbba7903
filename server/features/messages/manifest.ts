import type { Input } from '#contract/kit/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { clientsOf } from '#server/features/accounts/service.ts'
import type { Ctx, Member } from '#server/platform/ctx.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { listColleagues, listContacts, pairToRead, viewerOf } from './contacts.ts'
import { messagesJobs } from './jobs.ts'
import { keepUnanswered, settle } from './leavers.ts'
import { personalData } from './schema.ts'
import * as service from './service.ts'
import * as store from './store.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    messages: 'messages.settled'
  }
}

export const messagesFeature = feature<{ findDocuments: service.FindDocuments }>({
  rank: 'workflow',
  routes: ({ findDocuments }) => [
    routesOf(messages, {
      contacts: (ctx, { search }) => listContacts(ctx, search),
      colleagues: (ctx, { id }) => listColleagues(ctx, id),
      settle,
      list: listMessages,
      send: multiStep((ctx, input) => service.send(ctx, input, findDocuments)),
      markRead: service.markRead,
      typing: service.broadcastTyping,
      attachment: service.showAttachment,
    }),
  ],
  eventHandlers: {
    documentRemoved: service.dropAttachment,
    supportAsked: service.writeForSupport,
    clientReset: service.eraseMessages,
    staffDeparted: keepUnanswered,
  },
  jobs: messagesJobs,
  personalData,
})

async function listMessages(ctx: Ctx<Member>, { contactId, memberId, before }: Input<typeof messages.list>) {
  const { db, actor } = ctx
  if (contactId !== undefined) {
    const pair = await pairToRead(ctx, { contactId, memberId })
    return store.listOf(db, viewerOf(ctx), { pair, before })
  }
  if (actor.role === 'client') return store.listOfClient(db, actor.id, before)
  return store.listOfMember(db, actor.id, { clients: clientsOf(db, actor), before })
}
