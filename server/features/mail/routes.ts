import { demoInbox, mail } from '#contract/mail.ts'
import { feature, multiStep } from '#server/platform/http/feature.ts'
import * as service from './service.ts'
import * as store from './store.ts'

export const mailRoutes = feature(
  mail,
  {
    list: ({ db }, { before }) => store.listOf(db, before),
    road: async ({ ports: { mail } }) => ({ kind: mail.kind, from: mail.from }),
    one: multiStep(service.showMail),
    html: multiStep(service.showHtml),
    sendAgain: service.sendAgain,
  },
  {
    personNotified: service.echoNotification,
    mailDue: (ctx, facts) => service.queueMail(ctx, facts),
    clientReset: async ({ db }, { clientId }) => {
      await store.removeAllOf(db, clientId)
    },
  },
)

/** Of the demo alone: elsewhere there is no such address. */
export const demoInboxRoutes = feature(demoInbox, { list: service.showInbox })
