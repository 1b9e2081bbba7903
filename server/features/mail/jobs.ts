import type { MailId } from '#contract/mail.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { before, days, minutes } from '#server/platform/time/durations.ts'
import { sendDigests } from './digest.ts'
import { remindClients } from './reminders.ts'
import { sendMail } from './send-mail.ts'
import * as store from './store.ts'

// A mail server that was not reached three times is down: the others wait a minute.
const enough = 3
const longest = minutes(1)
/** As long as somebody may ask whether a mail was ever sent. */
const kept = days(365)

export const mailJobs = (jobContext: JobContext): JobTable => ({
  sendMail: async ({ mailId }) => {
    await sendMail(jobContext, mailId as MailId)
  },
  // What waits for its time, was interrupted, or could not be delivered before.
  sendMails: async () => {
    const end = performance.now() + longest
    let unreached = 0
    for (const id of await store.listDue(jobContext.read, jobContext.clock())) {
      const delivery = await sendMail(jobContext, id)
      if (delivery?.status === 'unreached') unreached += 1
      if (unreached >= enough || performance.now() > end) return
    }
  },
  sendDigests: () => sendDigests(jobContext),
  remindClients: () => remindClients(jobContext),
  eraseMails: async () => {
    await store.removeSettledBefore(jobContext.read, before(jobContext.clock(), kept))
  },
})
