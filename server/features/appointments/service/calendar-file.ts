import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import { type AppointmentId, virtualLocation } from '#contract/appointments/appointments.ts'
import { fullName } from '#contract/kit/names.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import type { Ctx, FileAnswer, Member } from '#server/platform/ctx.ts'
import type { AppointmentRow } from '../store.ts'
import * as store from '../store.ts'
import { visibleTo } from './choose-attendee.ts'

type Reading = Pick<Ctx, 'db'>

/**
 * Builds the calendar invitation for an email (RFC 5546 §3.2): one UID, an increasing SEQUENCE, times in UTC. Others
 * can read emails in transit, so the topic and the link for joining stay in the portal.
 */
export async function invitation({ db }: Reading, row: AppointmentRow, method: 'REQUEST' | 'CANCEL') {
  const firm = await findFirm(db)
  const [client, person] = [await getAccount(db, row.clientId), await getAccount(db, row.withId)]
  const sides = [client, person].map(({ firstName, lastName, email }) => ({
    name: fullName({ firstName, lastName }),
    email,
    rsvp: false,
    role: ICalAttendeeRole.REQ,
    status: ICalAttendeeStatus.ACCEPTED,
  }))
  return draw(row, {
    method: ICalCalendarMethod[method],
    summary: `Appointment with ${firm.name}`,
    description: 'The details are in your portal, under Appointments.',
    location: placeOf(row, firm),
    organizer: { name: firm.name, email: firm.email || person.email },
    attendees: sides,
  })
}

/** Returns the calendar file for a signed-in user, with all details of the appointment. */
export async function showCalendarFile(
  { db, actor }: Ctx<Member>,
  { id }: { id: AppointmentId },
): Promise<FileAnswer> {
  const row = await store.getVisible(db, visibleTo({ db, actor }), id)
  const firm = await findFirm(db)
  const [client, person] = [await getAccount(db, row.clientId), await getAccount(db, row.withId)]
  const other = actor.role === 'client' ? person : client
  const lines = [`With ${fullName(other)}`, row.description, row.meetingLink && `Join: ${row.meetingLink}`]
  const text = draw(row, {
    method: ICalCalendarMethod.PUBLISH,
    summary: row.title,
    description: lines.filter(Boolean).join('\n'),
    location: placeOf(row, firm),
    url: row.meetingLink,
    organizer: { name: firm.name, email: firm.email || person.email },
  })
  return {
    make: async () => Buffer.from(text),
    type: 'text/calendar; charset=utf-8',
    filename: 'appointment.ics',
    isAttachment: true,
    tag: `${row.id}-${row.sequence}-${actor.role}`,
  }
}

const placeOf = ({ location }: AppointmentRow, { postalAddress }: { postalAddress: string }) =>
  location === virtualLocation ? virtualLocation : location || postalAddress

interface Words {
  method: ICalCalendarMethod
  summary: string
  description: string
  location: string
  url?: string | null
  organizer: { name: string; email: string }
  attendees?: {
    name: string
    email: string
    rsvp: boolean
    role: ICalAttendeeRole
    status: ICalAttendeeStatus
  }[]
}

const draw = (row: AppointmentRow, { method, ...words }: Words) => {
  const calendar = ical({ prodId: { company: 'Portico', product: 'Appointments', language: 'EN' }, method })
  calendar.createEvent({
    ...words,
    id: row.id,
    sequence: row.sequence,
    start: row.startTime,
    end: row.endTime,
    stamp: row.changedAt,
    created: row.createdAt,
    lastModified: row.changedAt,
    status: row.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  return calendar.toString()
}
