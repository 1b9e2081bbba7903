import { expect, test } from 'vitest'
import { appointments } from '#contract/appointments/appointments.ts'
import { mailsTo } from '#server/features/mail/testing.ts'
import { bookAt, openOffice, readCalendar, wish } from './testing.ts'

const { portal, priya } = await openOffice()

const invitations = async (address: string) => {
  const mails = await mailsTo(portal, address)
  return mails
    .filter(({ attachments }) => attachments.length > 0)
    .map(({ subject, paragraphs, action, attachments: [file] }) => ({
      subject,
      text: paragraphs.join(' '),
      path: action?.path,
      type: file?.type,
      ...readCalendar(file?.content ?? ''),
    }))
}

test('each booking, change and cancellation sends both sides one email with its calendar file', async () => {
  const ana = await portal.client()
  const { id } = await bookAt(ana, '2026-11-12T10:00:00Z', { title: 'My divorce' })
  await priya.ask(appointments.change, { id, ...wish('2026-11-13T14:30:00Z') })
  await ana.ask(appointments.cancel, { id })
  for (const { email, path } of [
    { email: ana.user.email, path: `/appointments?appointment=${id}` },
    { email: priya.user.email, path: `/firm/appointments?appointment=${id}` },
  ])
    expect(await invitations(email)).toMatchObject([
      {
        subject: 'Your appointment is booked: Thursday 12 November 2026 at 10:00 (London time)',
        type: 'text/calendar; charset=utf-8; method=REQUEST',
        path,
        method: 'REQUEST',
        uid: id,
        sequence: 0,
        start: new Date('2026-11-12T10:00:00Z'),
      },
      {
        subject: 'Your appointment has moved: Friday 13 November 2026 at 14:30 (London time)',
        method: 'REQUEST',
        uid: id,
        sequence: 1,
        start: new Date('2026-11-13T14:30:00Z'),
      },
      {
        subject: 'Your appointment is cancelled: Friday 13 November 2026 at 14:30 (London time)',
        type: 'text/calendar; charset=utf-8; method=CANCEL',
        method: 'CANCEL',
        uid: id,
        sequence: 2,
        status: 'CANCELLED',
      },
    ])
  const all = JSON.stringify([await mailsTo(portal, ana.user.email), await mailsTo(portal, priya.user.email)])
  expect(all).not.toContain('divorce')
})

test('an event of an appointment is emailed once, and its notification is not emailed again', async () => {
  const ana = await portal.client()
  const before = (await mailsTo(portal, ana.user.email)).length
  const { id } = await bookAt(ana, '2026-11-16T10:00:00Z')
  await priya.ask(appointments.cancel, { id })
  expect(await mailsTo(portal, ana.user.email)).toHaveLength(before + 2)
})
