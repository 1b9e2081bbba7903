import type { MailId } from '#contract/mail.ts'
import type { Backstage } from '#server/platform/backstage.ts'
import { before, days, minutes } from '#server/platform/durations.ts'
import type { JobTable } from '#server/platform/jobs.ts'
import { sendDigests } from './digest.ts'
import { remindClients } from './reminding.ts'
import { sendMail } from './sending.ts'
import * as store from './store.ts'

// A mail server that was not reached three times is down: the others wait a minute.
const enough = 3
const longest = minutes(1)
/** As long as somebody may ask whether a mail was ever sent. */
const kept = days(365)

export const mailJobs = (backstage: Backstage): JobTable => ({
  sendMail: async ({ mailId }) => {
    await sendMail(backstage, mailId as MailId)
  },
  // What waits for its time, was interrupted, or could not be delivered before.
  sendMails: async () => {
    const end = performance.now() + longest
    let unreached = 0
    for (const id of await store.listDue(backstage.read, backstage.clock())) {
      const delivery = await sendMail(backstage, id)
      if (delivery?.status === 'unreached') unreached += 1
      if (unreached >= enough || performance.now() > end) return
    }
  },
  sendDigests: () => sendDigests(backstage),
  remindClients: () => remindClients(backstage),
  forgetMails: async () => {
    await store.removeSettledBefore(backstage.read, before(backstage.clock(), kept))
  },
})
