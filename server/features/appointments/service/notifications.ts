import type { UserId } from '#contract/accounts/accounts.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import {
  getAccount,
  invalidateFirmPagesOf,
  invalidateFirmPagesOfEach,
} from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { findMatterOfTask } from '#server/features/tasks/service.ts'
import { actorIdOf, type Ctx } from '#server/platform/ctx.ts'
import { whenWords } from '#server/platform/time/zone.ts'
import type { AppointmentRow } from '../store.ts'
import { invitation } from './calendar-file.ts'

type News = 'booked' | 'moved' | 'changed' | 'cancelled'
export type Side = 'client' | 'person'

/** Notifies both sides: in the app unless they made the change themselves, by email, and by refreshing open pages. */
export async function notifyBoth(ctx: Ctx, row: AppointmentRow, news: News) {
  for (const side of ['client', 'person'] as const) await notifySide(ctx, row, { side, news })
  await invalidateAppointment(ctx, row)
}

/** Notifies one side that the appointment is cancelled, because the other side now meets somebody else. */
export async function notifyOfCancellation(ctx: Ctx, row: AppointmentRow, side: Side) {
  await notifySide(ctx, row, { side, news: 'cancelled' })
  await invalidateAppointment(ctx, row)
}

type Met = Pick<AppointmentRow, 'clientId' | 'withId' | 'taskId'>

/** Refreshes the pages of everybody who may see the appointment. */
export const invalidateAppointment = async (ctx: Ctx, row: Met) =>
  invalidateIn(ctx, row, await findMatterOfTask(ctx.db, row.taskId))

async function invalidateIn(ctx: Ctx, { clientId, withId }: Met, matterId: MatterId | null) {
  for (const person of new Set([clientId, withId])) await ctx.invalidate(person, 'appointments')
  await invalidateFirmPagesOf(ctx, { clientId, matterId }, 'appointments')
}

/** The same for many at once, such as all of an absence: those that belong to no case are refreshed together. */
export async function invalidateAppointments(ctx: Ctx, rows: readonly Met[]) {
  const together: Met[] = []
  for (const row of rows) {
    const matterId = await findMatterOfTask(ctx.db, row.taskId)
    if (matterId === null) together.push(row)
    else await invalidateIn(ctx, row, matterId)
  }
  const clients = [...new Set(together.map(({ clientId }) => clientId))]
  if (clients.length === 0) return
  for (const person of new Set(together.flatMap(({ clientId, withId }) => [clientId, withId])))
    await ctx.invalidate(person, 'appointments')
  await invalidateFirmPagesOfEach(ctx, clients, 'appointments')
}

/** Returns the time, the other person and the link, as one side is told. */
export async function factsFor(ctx: Pick<Ctx, 'db'>, row: AppointmentRow, side: Side) {
  const { timeZone, name } = await findFirm(ctx.db)
  const other = await getAccount(ctx.db, side === 'client' ? row.withId : row.clientId)
  const called = fullName(other)
  return {
    to: side === 'client' ? row.clientId : row.withId,
    when: whenWords(timeZone, row.startTime),
    other: side === 'client' ? `${called} of ${name}` : called,
    link: pathTo(side === 'client' ? pages.appointments : pages.firmAppointments, 'appointment', row.id),
    zone: timeZone,
  }
}

interface AppointmentNotice {
  side: Side
  news: News
}

async function notifySide(ctx: Ctx, row: AppointmentRow, { side, news }: AppointmentNotice) {
  const { to, when, other, link } = await factsFor(ctx, row, side)
  if (to !== actorIdOf(ctx.actor)) {
    const title = `An appointment was ${news}`
    await notify(ctx, to, {
      topic: 'appointments',
      title,
      body: `${when}, with ${other}.`,
      link,
      matterId: await findMatterOfTask(ctx.db, row.taskId),
      hasOwnMail: true,
    })
  }
  await mail(ctx, row, { to, news, when, link })
}

interface Letter {
  to: UserId
  news: News
  when: string
  link: string
}

async function mail(ctx: Ctx, row: AppointmentRow, { to, news, when, link }: Letter) {
  const method = news === 'cancelled' ? 'CANCEL' : 'REQUEST'
  const matterId = await findMatterOfTask(ctx.db, row.taskId)
  const isOff = method === 'CANCEL'
  await ctx.publish('mailDue', {
    to,
    subject: `${subjects[news]}: ${when}`,
    paragraphs: [`${subjects[news]}: ${when}.`, isOff ? takesOut : putsIn],
    action: { label: 'Open the appointment', path: link },
    attachments: [
      {
        filename: isOff ? 'cancelled.ics' : 'invitation.ics',
        type: `text/calendar; charset=utf-8; method=${method}`,
        content: await invitation(ctx, row, method),
      },
    ],
    event: `appointment ${row.id} ${row.sequence}`,
    matterIds: matterId === null ? [] : [matterId],
  })
}

const takesOut = 'Open the attached file to remove it from your calendar.'
const putsIn =
  'The details are in your portal. Open the attached file to add the appointment to your calendar, or to update it there.'

const subjects: Record<News, string> = {
  booked: 'Your appointment is booked',
  moved: 'Your appointment has moved',
  changed: 'Your appointment has changed',
  cancelled: 'Your appointment is cancelled',
}
