import type { UserId } from '#contract/accounts/accounts.ts'
import { taskParameter } from '#contract/dashboard/dashboard.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { pages } from '#contract/kit/pages.ts'
import type { MailId } from '#contract/mail.ts'
import { isFinished } from '#contract/tasks.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import {
  hasNothingDue,
  isHeldTask,
  listOpenedSince,
  listTaskRowsReachedBy,
} from '#server/features/tasks/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import { doEach } from '#server/platform/jobs/each.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { before, days } from '#server/platform/time/durations.ts'
import { wordsFor } from './service/compose-mail.ts'
import { daysSince, isQuiet, lastMorning } from './service/keep-quiet-hours.ts'
import { queueMail } from './service/queue-mail.ts'
import { sendMail } from './service/send-mail.ts'
import * as store from './store.ts'

declare module '#server/platform/jobs/queue.ts' {
  interface JobPayloads {
    sendMail: { mailId: MailId }
    sendMails: Record<string, never>
    sendDigests: Record<string, never>
    remindClients: Record<string, never>
    eraseMails: Record<string, never>
  }
}

// After three failures to reach it, the mail server counts as down, and the other mails wait a minute.
const enough = 3
/** For as long as someone may ask whether a mail was ever sent. */
const kept = days(365)

export const mailJobs = (jobContext: JobContext): JobTable => ({
  sendMail: {
    run: async ({ mailId }) => {
      await sendMail(jobContext, mailId)
    },
  },
  sendMails: { schedule: '* * * * *', run: () => sendDue(jobContext) },
  sendDigests: { schedule: '*/10 * * * *', run: () => sendDigests(jobContext) },
  remindClients: { schedule: '*/15 * * * *', run: () => remindClients(jobContext) },
  eraseMails: {
    schedule: '41 3 * * *',
    run: async () => {
      await store.removeSettledBefore(jobContext.read, before(jobContext.clock(), kept))
    },
  },
})

/** Sends mails that wait for their time, were interrupted, or could not be delivered before. */
async function sendDue(jobContext: JobContext) {
  let unreached = 0
  const due = await store.listDue(jobContext.read, jobContext.clock())
  await doEach(
    due,
    async (id) => {
      const delivery = await sendMail(jobContext, id)
      if (delivery?.status === 'unreached') unreached += 1
    },
    () => unreached >= enough,
  )
  // After an outage, hundreds may be due, and none of them waits for the next minute.
  if (due.length === pageSize && unreached < enough)
    await jobContext.transaction((ctx) => ctx.enqueue('sendMails', {}, { key: 'sendMails' }))
}

/** Sends at eight in the morning what was put off until then: one mail per person, however often this runs. */
export async function sendDigests({ read, clock, transaction }: JobContext) {
  const { timeZone } = await findFirm(read)
  const until = lastMorning(clock(), timeZone)
  await doEach(await store.listGatherers(read, until), (userId) =>
    transaction((ctx) => sendDigest(ctx, userId, until)),
  )
}

async function sendDigest(ctx: Ctx, userId: UserId, until: Date) {
  const [first, ...others] = await store.removeDigestEntries(ctx.db, userId, until)
  if (!first) return
  const { role } = await getAccount(ctx.db, userId)
  const news = await stillTrue(ctx, userId, [first, ...others])
  if (news.length === 0) return
  const lines = news.map(({ topic, sentence }) => sentence ?? wordsFor(role, topic).sentence)
  const mail = {
    to: userId,
    subject: 'Your daily summary',
    paragraphs: ["Here's what's new since yesterday:", counted(lines).join('\n')],
    action: { label: 'Open the portal', path: role === 'client' ? pages.dashboard : pages.firm },
    event: `digest:${first.id}`,
    matterIds: [...new Set(news.flatMap(({ matterId }) => matterId ?? []))],
  }
  await queueMail(ctx, mail, { dueAt: ctx.now, isChosen: true })
}

type DigestEntries = Awaited<ReturnType<typeof store.removeDigestEntries>>

/** Leaves out the reminder of someone who has nothing left to do. */
const stillTrue = async (ctx: Ctx, userId: UserId, rows: DigestEntries) => {
  const hasReminder = rows.some(({ topic }) => topic === 'tasks')
  const isDone = hasReminder && (await hasNothingDue(ctx.db, userId))
  return isDone ? rows.filter(({ topic }) => topic !== 'tasks') : rows
}

/** Returns each line once, with its number of occurrences. */
const counted = (lines: string[]) => {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts].map(([line, count]) => `• ${line}${count > 1 ? ` (${count} times)` : ''}`)
}

/** In days after a task was opened: when the client registered, or when the firm asked for it again. */
export const reminderDays = [1, 3, 7, 14, 30]
/** In days. A reminder is left out if a portal that was down could not send it in this time. */
const lateness = 2

type Open = Awaited<ReturnType<typeof listOpenedSince>>[number]
type Due = Open & { days: number[] }

/**
 * Reminds clients of open tasks, in one mail a day for all that is due. It can run at any time without reminding twice.
 */
export async function remindClients({ read, clock, transaction }: JobContext) {
  const now = clock()
  const { timeZone } = await findFirm(read)
  if (isQuiet(now, timeZone)) return
  const oldest = Math.max(...reminderDays) + lateness + 1
  const open = await listOpenedSince(read, before(now, days(oldest)))
  const due = open.flatMap((task) => dueOf(task, daysSince(task.openedAt, { now, timeZone })))
  await doEach(
    Map.groupBy(due, (task) => task.clientId),
    async ([clientId, ofClient]) => {
      const had = new Set((await store.listRemindersOf(read, clientId)).map(keyOf))
      const isNew = rowsOf(ofClient, now).some((row) => !had.has(keyOf(row)))
      if (isNew) await transaction((ctx) => remind(ctx, clientId, ofClient))
    },
  )
}

/** Returns a task of this age in days with the reminders that are due now. Empty if none is. */
function dueOf(task: Open, age: number): Due[] {
  const now = (task.reminders ?? reminderDays).filter((day) => day <= age && age - day <= lateness)
  return now.length > 0 ? [{ ...task, days: now }] : []
}

const rowsOf = (due: Due[], createdAt: Date) =>
  due.flatMap(({ id: taskId, clientId, openedAt, days }) =>
    days.map((day) => ({ clientId, taskId, openedAt, day, createdAt })),
  )

const keyOf = ({
  taskId,
  openedAt,
  day,
}: Pick<ReturnType<typeof rowsOf>[number], 'taskId' | 'openedAt' | 'day'>) =>
  `${taskId} ${openedAt.getTime()} ${day}`

async function remind(ctx: Ctx, clientId: UserId, due: Due[]) {
  const isNew = new Set(
    (await store.insertReminders(ctx.db, rowsOf(due, ctx.now))).map(({ taskId }) => taskId),
  )
  const open = (await listTaskRowsReachedBy(ctx.db, clientId)).filter(
    (task) => !isFinished(task) && !isHeldTask(task),
  )
  const next = open.find(({ id }) => isNew.has(id))
  if (!next) return
  const count = open.length === 1 ? 'One task is' : `${open.length} tasks are`
  await notify(ctx, clientId, {
    topic: 'tasks',
    title: `${count} still open`,
    body: `Next: ${next.title}. You can stop at any time and carry on later.`,
    link: `${pages.dashboard}?${taskParameter}=${next.id}`,
    inMail: `${count} still open in the portal.`,
    matterIds: [...new Set(open.flatMap(({ matterId }) => matterId ?? []))],
  })
}
