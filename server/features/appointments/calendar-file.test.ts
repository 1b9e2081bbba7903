import { expect, test } from 'vitest'
import { appointments } from '#contract/appointments/appointments.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import type { Client } from '#server/testing/portal.ts'
import { invitation } from './service/calendar-file.ts'
import * as store from './store.ts'
import { bookAt, openOffice, readCalendar, wish } from './testing.ts'

const { portal, priya } = await openOffice()

const invited = async (
  client: Client,
  id: Awaited<ReturnType<typeof bookAt>>['id'],
  method: 'REQUEST' | 'CANCEL',
) => {
  const row = await store.getVisible(portal.db, client.user.id, id)
  const text = await invitation(portal, row, method)
  return { text, ...readCalendar(text) }
}

test('an invitation, its update and its cancellation are one event to a calendar', async () => {
  const ana = await portal.client()
  const { id } = await bookAt(ana, '2026-11-10T10:00:00Z', { location: 'Virtual Meeting' })
  const first = await invited(ana, id, 'REQUEST')
  expect(first).toMatchObject({
    method: 'REQUEST',
    sequence: 0,
    status: 'CONFIRMED',
    start: new Date('2026-11-10T10:00:00Z'),
    end: new Date('2026-11-10T10:30:00Z'),
    location: 'Virtual Meeting',
    stamp: '2026-11-09T09:00:00Z',
  })
  expect(first.attendees).toEqual([ana.user.email, priya.user.email].sort())
  expect(first.organizer).toMatch(/.@./)
  expect(first.text).toContain('DTSTART:20261110T100000Z')

  portal.wait(60_000)
  await ana.ask(appointments.change, { id, ...wish('2026-11-12T10:00:00Z') })
  const moved = await invited(ana, id, 'REQUEST')
  expect(moved).toMatchObject({ uid: first.uid, sequence: 1, start: new Date('2026-11-12T10:00:00Z') })
  expect(moved.stamp).toBe('2026-11-09T09:01:00Z')

  await ana.ask(appointments.cancel, { id })
  expect(await invited(ana, id, 'CANCEL')).toMatchObject({
    method: 'CANCEL',
    uid: first.uid,
    sequence: 2,
    status: 'CANCELLED',
  })
})

test('a calendar file that is emailed contains neither the topic nor the link for joining', async () => {
  const ana = await portal.client()
  const { id } = await bookAt(ana, '2026-11-11T10:00:00Z', {
    title: 'My divorce',
    description: 'The house in Leeds',
    location: 'Virtual Meeting',
    meetingLink: 'https://meet.example.com/secret-room',
  })
  const { text } = await invited(ana, id, 'REQUEST')
  for (const secret of ['divorce', 'Leeds', 'secret-room']) expect(text).not.toContain(secret)
})

const download = async (client: Client, id: Awaited<ReturnType<typeof bookAt>>['id']) =>
  portal.app.inject({
    method: 'GET',
    url: urlOf(appointments.calendarFile, { id }),
    headers: cookieOf(client.jar),
  })

test('a signed-in user downloads a calendar file with all details, whatever was typed', async () => {
  const ana = await portal.client()
  const title =
    'Offer; "two", one\\half – καλημέρα 🏠 and more, until the line is far too long for one line of a file'
  const description = 'First line\nSecond; line, with \\ and : signs\nBEGIN:VALARM'
  const { id } = await bookAt(ana, '2026-11-17T10:00:00Z', {
    title,
    description,
    location: 'Virtual Meeting',
    meetingLink: 'https://meet.example.com/room?a=1&b=2',
  })
  const reply = await download(ana, id)
  expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(reply.headers['content-disposition']).toContain('attachment; filename="appointment.ics"')
  const read = readCalendar(reply.body)
  expect(read).toMatchObject({ method: 'PUBLISH', uid: id, summary: title })
  expect(read.description).toContain(description)
  expect(read.description).toContain('Join: https://meet.example.com/room?a=1&b=2')
  for (const line of reply.body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(reply.body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})
