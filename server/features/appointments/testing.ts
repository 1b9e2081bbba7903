import ICAL from 'ical.js'
import { appointments } from '#contract/appointments/appointments.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { matters } from '#contract/matters/matters.ts'
import { jobContextOf } from '#server/features/mail/testing.ts'
import { addTask } from '#server/features/tasks/service.ts'
import { queueJob } from '#server/platform/jobs/queue.ts'
import { after, minutes } from '#server/platform/time/durations.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { type Client, openPortal, type Portal } from '#server/testing/portal.ts'

/** Opens a portal with Priya, who is responsible for every client that registers after her. */
export async function openOffice(options: Parameters<typeof openPortal>[0] = {}) {
  const portal = await openPortal(options)
  return { portal, priya: await portal.staff('fee_earner') }
}

/** A booking of thirty minutes from this time, with default values that a test can override. */
export const wish = (start: string, facts: Partial<Input<typeof appointments.book>> = {}) => {
  const startTime = new Date(start)
  return {
    title: 'Talk about the contract',
    startTime,
    endTime: after(startTime, minutes(30)),
    ...facts,
  }
}

export const bookAt = (client: Pick<Client, 'ask'>, start: string, facts?: Parameters<typeof wish>[1]) =>
  client.ask(appointments.book, wish(start, facts))

/** Starts a divorce in which its client is asked for an appointment. */
export async function startDivorce(portal: Portal, { opener, client }: { opener: Client; client: Client }) {
  const { id: matterId } = await opener.ask(matters.start, {
    clientId: client.user.id,
    title: 'Divorce',
    type: 'Family',
    priority: 'low',
    description: 'Her divorce',
    whose: 'firm',
    nextStep: 'We draft the petition',
  })
  await jobContextOf(portal).transaction((ctx) =>
    addTask(ctx, {
      clientId: client.user.id,
      kind: 'appointment',
      category: 'documents',
      title: 'Book an appointment',
      description: 'To talk about it',
      dueOn: null,
      matterId,
    }),
  )
  return matterId
}

/** Returns the times offered on a day, in London time. */
export const timesOn = async (client: Pick<Client, 'ask'>, from: string, facts: object = {}) => {
  const [day] = await client.ask(appointments.slots, { from, ...facts })
  return { times: (day?.times ?? []).map(londonClock), note: day?.note ?? null }
}

const londonClock = (time: Date) =>
  time.toLocaleTimeString('en-GB', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' })

/** Reads the tested parts of a calendar file with an independent library. */
export const readCalendar = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const part = calendar.getFirstSubcomponent('vevent')
  if (!part) throw new Error('The file holds no event')
  const event = new ICAL.Event(part)
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    status: part.getFirstPropertyValue('status'),
    stamp: part.getFirstPropertyValue('dtstamp')?.toString(),
    start: event.startDate.toJSDate(),
    end: event.endDate.toJSDate(),
    summary: event.summary,
    description: event.description,
    location: event.location,
    organizer: addressOf(event.organizer),
    attendees: event.attendees.map((attendee) => addressOf(String(attendee.getFirstValue()))).sort(),
  }
}

// The scheme of a URI is not case-sensitive (RFC 3986 §3.1).
const addressOf = (text: string) => text.replace(/^mailto:/i, '')

/** Runs the reminder job, as its schedule does every five minutes, and waits until it is done. */
export async function remind(portal: Portal) {
  await queueJob(portal.db)('remindOfAppointments', {})
  await expectDone(portal, 'remindOfAppointments')
}
