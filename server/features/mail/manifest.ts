import { demoInbox, mail } from '#contract/mail.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { mailJobs } from './jobs.ts'
import { personalData } from './schema.ts'
import { echoNotification, queueMail } from './service/queue-mail.ts'
import { showTransport } from './service/transport.ts'
import { tryAllNow, tryNow, tryWaiting } from './service/try-now.ts'
import * as service from './service.ts'
import * as store from './store.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    mail: 'mail.sent_again' | 'mail.tried_now' | 'mail.all_tried_now' | 'mail.key_read'
  }
}

export const mailFeature = feature({
  rank: 'workflow',
  routes: [
    routesOf(mail, {
      list: service.listMails,
      transport: showTransport,
      one: multiStep(service.showMail),
      html: multiStep(service.showHtml),
      sendAgain: service.sendAgain,
      tryNow,
      tryAllNow,
    }),
    routesOf(demoInbox, { list: service.showInbox }, { isDemoOnly: true }),
  ],
  eventHandlers: {
    personNotified: echoNotification,
    mailDue: (ctx, facts) => queueMail(ctx, facts),
    connectionAnswered: tryWaiting,
    clientReset: async ({ db }, { clientId }) => {
      await store.removeAllOf(db, clientId)
    },
  },
  jobs: mailJobs,
  personalData,
})
