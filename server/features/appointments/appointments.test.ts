import { expect, test } from 'vitest'
import { appointments } from '#contract/appointments/appointments.ts'
import { dashboard, testUsername } from '#contract/dashboard/dashboard.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { saveFirm } from '#server/features/settings/service.ts'
import { days, hours, minutes } from '#server/platform/time/durations.ts'
import { bookAt, openOffice, timesOn, wish } from './testing.ts'

const { portal, priya } = await openOffice()

test('a client books an appointment, and both sides have it', async () => {
  const ana = await portal.client()
  const booked = await bookAt(ana, '2026-11-10T10:00:00Z', {
    description: 'Page 3 above all.',
    location: 'Virtual Meeting',
    meetingLink: 'https://meet.example.com/ana',
  })
  expect(booked).toMatchObject({
    title: 'Talk about the contract',
    description: 'Page 3 above all.',
    startTime: new Date('2026-11-10T10:00:00Z'),
    endTime: new Date('2026-11-10T10:30:00Z'),
    location: 'Virtual Meeting',
    meetingLink: 'https://meet.example.com/ana',
    status: 'scheduled',
    with: { id: priya.user.id },
    client: { id: ana.user.id },
    sequence: 0,
  })
  expect(await ana.ask(appointments.list, {})).toEqual([booked])
  const [notification] = await priya.ask(notifications.list, {})
  expect(notification).toMatchObject({
    topic: 'appointments',
    title: 'An appointment was booked',
    link: `/firm/appointments?appointment=${booked.id}`,
  })
  expect(notification?.body).toContain('Tuesday 10 November 2026 at 10:00 (London time)')
  expect(await ana.ask(notifications.list, {})).toEqual([])
})

test('a booked time is not offered to others, and is offered again once it is cancelled', async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  const { id } = await bookAt(ana, '2026-11-11T14:00:00Z')
  expect((await timesOn(ben, '2026-11-11')).times).not.toContain('14:00')
  await expect(bookAt(ben, '2026-11-11T14:00:00Z')).rejects.toMatchObject({
    code: 'conflict',
    reason: 'slot_taken',
    message: 'This time has just been taken. Still free that day: 09:00, 09:30, 10:00, 10:30 and later.',
  })
  await ana.ask(appointments.cancel, { id })
  expect((await timesOn(ben, '2026-11-11')).times).toContain('14:00')
  await bookAt(ben, '2026-11-11T14:00:00Z')
})

test('an appointment that is moved may overlap its own time, and counts its changes', async () => {
  const ana = await portal.client()
  const { id } = await bookAt(ana, '2026-11-12T14:00:00Z')
  expect((await timesOn(ana, '2026-11-12', { moving: id })).times).toContain('14:00')
  const longer = { ...wish('2026-11-12T14:00:00Z'), endTime: new Date('2026-11-12T15:00:00Z') }
  expect(await ana.ask(appointments.change, { id, ...longer })).toMatchObject({ sequence: 1 })
  const moved = await ana.ask(appointments.change, { id, ...wish('2026-11-13T09:00:00Z') })
  expect(moved).toMatchObject({ sequence: 2, startTime: new Date('2026-11-13T09:00:00Z') })
  expect((await timesOn(ana, '2026-11-12')).times).toContain('14:00')
})

test('a change based on an outdated version is refused', async () => {
  const ana = await portal.client()
  const { id, sequence } = await bookAt(ana, '2026-11-17T14:00:00Z')
  await priya.ask(appointments.change, { id, ...wish('2026-11-17T15:00:00Z'), sequence })
  await expect(
    ana.ask(appointments.change, { id, ...wish('2026-11-17T16:00:00Z'), sequence }),
  ).rejects.toMatchObject({ code: 'conflict', reason: 'changed_meanwhile' })
})

test('a started appointment cannot be moved, an ended one is completed, and a cancelled one stays cancelled', async () => {
  const ana = await portal.client()
  const { id } = await bookAt(ana, '2026-11-09T10:00:00Z')
  const off = await bookAt(ana, '2026-11-09T12:00:00Z')
  await ana.ask(appointments.cancel, { id: off.id })
  await expect(ana.ask(appointments.cancel, { id: off.id })).rejects.toMatchObject({ reason: 'cancelled' })
  await expect(
    ana.ask(appointments.change, { id: off.id, ...wish('2026-11-20T10:00:00Z') }),
  ).rejects.toMatchObject({ code: 'conflict', reason: 'cancelled' })

  portal.wait(hours(1) + minutes(5))
  await expect(ana.ask(appointments.change, { id, ...wish('2026-11-20T10:00:00Z') })).rejects.toMatchObject({
    code: 'conflict',
    reason: 'begun',
  })
  portal.wait(hours(1))
  const [, ended] = await ana.ask(appointments.list, {})
  expect(ended).toMatchObject({ id, status: 'completed' })
  await expect(ana.ask(appointments.cancel, { id })).rejects.toMatchObject({ code: 'conflict' })
  portal.wait(-(hours(2) + minutes(5)))
})

test('a time that is never offered is refused with the reason and what is free instead', async () => {
  const ana = await portal.client()
  const expectRefused = (start: string, refusal: object) =>
    expect(bookAt(ana, start)).rejects.toMatchObject(refusal)
  await expectRefused('2026-11-08T10:00:00Z', { code: 'unprocessable', reason: 'in_the_past' })
  await expectRefused('2026-11-16T10:10:00Z', {
    code: 'unprocessable',
    reason: 'not_offered',
    message: expect.stringContaining('Still free that day: 09:00'),
  })
  await expectRefused('2026-12-25T10:00:00Z', {
    message: expect.stringContaining('bank holiday: christmas day'),
  })
  await expectRefused('2026-11-16T03:00:00Z', { reason: 'not_offered' })
  await expectRefused('2031-11-10T10:00:00Z', { message: expect.stringContaining('too far ahead') })
})

test("invalid input has an error at its field, in the form's words", async () => {
  const ana = await portal.client()
  const fields = async (change: object) => {
    const body = { title: 'x', startTime: '2026-11-16T10:00:00Z', endTime: '2026-11-16T10:30:00Z', ...change }
    const reply = await ana.send('POST', appointments.book.path, body, {})
    return { status: reply.status, fields: (reply.body as { fields: object }).fields }
  }
  expect(await fields({ title: ' ' })).toEqual({ status: 400, fields: { title: 'Title is required' } })
  expect(await fields({ endTime: '2026-11-16T10:10:00Z' })).toEqual({
    status: 400,
    fields: { endTime: 'Minimum duration is 15 minutes' },
  })
  expect(await fields({ endTime: '2026-11-16T10:40:00Z' })).toMatchObject({ status: 400 })
  // The last day of the calendar that the database knows, and one before its first.
  for (const day of ['9999-12-31', '0000-01-01'])
    expect(await fields({ startTime: `${day}T10:00:00Z`, endTime: `${day}T10:30:00Z` })).toMatchObject({
      status: 400,
      fields: { startTime: 'Please check the year' },
    })
  expect(await fields({ status: 'completed' })).toMatchObject({ status: 400 })
  expect(await fields({ meetingLink: 'javascript:alert(1)' })).toMatchObject({ status: 400 })
  expect(await fields({ meetingLink: 'https://127.0.0.1/' })).toMatchObject({ status: 422 })
  expect(await fields({ meetingLink: 'https://user@meet.example.com/' })).toMatchObject({ status: 422 })
  expect(await fields({ meetingLink: '', description: '', location: '' })).toMatchObject({ status: 201 })
})

test('a client cannot see, move, cancel or download the appointment of another', async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  const { id } = await bookAt(ana, '2026-11-18T10:00:00Z')
  expect(await ben.ask(appointments.list, {})).toEqual([])
  const attempts = [
    ben.ask(appointments.change, { id, ...wish('2026-11-18T11:00:00Z') }),
    ben.ask(appointments.cancel, { id }),
    ben.ask(appointments.calendarFile, { id }),
    ben.ask(appointments.book, { ...wish('2026-11-18T12:00:00Z'), withId: ana.user.id }),
  ]
  for (const refusal of await Promise.allSettled(attempts))
    expect(refusal).toMatchObject({ reason: { code: 'not_found' } })
  expect(await ana.ask(appointments.list, {})).toMatchObject([{ id, status: 'scheduled', sequence: 0 }])
})

test('times follow the time zone of the firm', async () => {
  const firm = {
    name: 'Hartley & Rowe',
    regulator: '',
    telephone: '',
    hours: '',
    email: '',
    postalAddress: '',
    complaintsTo: '',
  }
  const ana = await portal.client()
  await saveFirm(portal.db, { ...firm, timeZone: 'America/New_York' })
  const [day] = await ana.ask(appointments.slots, { from: '2026-11-19' })
  expect(day?.times[0]).toEqual(new Date('2026-11-19T14:00:00Z'))
  await saveFirm(portal.db, { ...firm, timeZone: 'Europe/London' })
})

test('the offers of up to six weeks can be requested at once', async () => {
  const ana = await portal.client()
  expect(await ana.ask(appointments.slots, { from: '2026-11-02', to: '2026-12-13' })).toHaveLength(42)
  for (const to of ['2026-12-14', '2026-11-01', '2199-12-31'])
    await expect(ana.ask(appointments.slots, { from: '2026-11-02', to })).rejects.toMatchObject({
      code: 'invalid',
    })
})

test('a demo account that starts over has no appointments', async () => {
  const testuser = await portal.client({ username: testUsername })
  await bookAt(testuser, '2026-11-23T10:00:00Z')
  await testuser.ask(dashboard.resetTestUser, {})
  expect(await testuser.ask(appointments.list, {})).toEqual([])
  portal.wait(days(0))
})
