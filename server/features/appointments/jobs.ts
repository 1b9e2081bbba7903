import type { AppointmentId } from '#contract/appointments/appointments.ts'
import { fullName } from '#contract/kit/names.ts'
import { absences, namesOf } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { findMatterOfTask } from '#server/features/tasks/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import { doEach } from '#server/platform/jobs/each.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { before, days, hours } from '#server/platform/time/durations.ts'
import { dayIn } from '#server/platform/time/zone.ts'
import { readerOf, visibleToFirm } from './service/choose-attendee.ts'
import { factsFor } from './service/notifications.ts'
import type { AppointmentRow } from './store.ts'
import * as store from './store.ts'

declare module '#server/platform/jobs/queue.ts' {
  interface JobPayloads {
    remindOfAppointments: Record<string, never>
  }
}

export const appointmentsJobs = (jobContext: JobContext): JobTable => ({
  remindOfAppointments: { schedule: '*/5 * * * *', run: () => remindAll(jobContext) },
})

/** Returns the reminder times, a day and an hour before. A time that has already passed is left out. */
export const remindersOf = (startTime: Date, now: Date) => {
  const [dayReminderAt, hourReminderAt] = [before(startTime, days(1)), before(startTime, hours(1))]
  return {
    dayReminderAt: dayReminderAt > now ? dayReminderAt : null,
    hourReminderAt: hourReminderAt > now ? hourReminderAt : null,
  }
}

/** Reminds both sides of what is due, once: the reminder is cleared in the transaction that sends it. */
const remindAll = async ({ read, clock, transaction }: JobContext) =>
  doEach(await store.listDue(read, clock()), (id) => transaction((ctx) => remindBoth(ctx, id)))

async function remindBoth(ctx: Ctx, id: AppointmentId) {
  const row = await store.claimDue(ctx.db, id, ctx.now)
  if (row === null) return
  for (const side of ['client', 'person'] as const) await remind(ctx, row, side)
  await remindCover(ctx, row)
  await store.update(ctx.db, id, {
    dayReminderAt: null,
    // If both reminders are due because the portal was down, only one is sent.
    ...(isDue(row.hourReminderAt, ctx.now) && { hourReminderAt: null }),
  })
}

const isDue = (at: Date | null, now: Date) => at !== null && at <= now

async function remind(ctx: Ctx, row: AppointmentRow, side: 'client' | 'person') {
  const { to, other, when, link } = await factsFor(ctx, row, side)
  // Names the day: the notice stays under the bell, and an email may arrive after midnight.
  await notify(ctx, to, {
    topic: 'appointments',
    inMail: `Reminder: your appointment is on ${when}.`,
    matterId: await findMatterOfTask(ctx.db, row.taskId),
    title: `Your appointment is on ${when}`,
    body: `With ${other}.`,
    link,
  })
}

/**
 * Reminds whoever covers for the person of the firm, who would not read it while away. Leaves out an appointment that
 * the cover may not see, such as one of a restricted case.
 */
async function remindCover(ctx: Ctx, row: AppointmentRow) {
  const absence = (await absences.list(ctx.db)).find(({ personId }) => personId === row.withId)
  if (!absence?.actingId) return
  const cover = await readerOf(ctx.db, absence.actingId)
  if (!(await store.isVisible(ctx.db, visibleToFirm(ctx.db, cover), row.id))) return
  const { other, when, link, zone } = await factsFor(ctx, row, 'person')
  const day = dayIn(zone, row.startTime)
  if (day < absence.fromDay || absence.backOn <= day) return
  const away = (await namesOf(ctx.db, [row.withId])).get(row.withId)
  await notify(ctx, cover.id, {
    topic: 'appointments',
    inMail: 'Nobody is there for an appointment of the colleague you cover for.',
    matterId: await findMatterOfTask(ctx.db, row.taskId),
    title: `${away ? fullName(away) : 'Your colleague'} is away for this appointment`,
    body: `${when}, with ${other}. Please take it over or move it.`,
    link,
  })
}
