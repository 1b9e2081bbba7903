// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Appointment, appointments } from '#contract/appointments/appointments.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { ownClock } from '#web/platform/days.ts'
import { answer, asksBeforeUnload, show } from '#web/testing.tsx'
import { AppointmentsPage } from './page.tsx'
import { appointmentOf, portalWith } from './testing.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-09T09:00:00Z'), toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

const open = (list: Appointment[], more: Parameters<typeof show>[1] = [], at = '/appointments') => {
  show(<AppointmentsPage />, [...more, ...portalWith({ list, slots })], { at })
  return userEvent.setup()
}
const slots = [
  { day: '2026-11-12', times: ['09:00', '10:00'].map((at) => new Date(`2026-11-12T${at}:00Z`)), note: null },
  { day: '2026-11-13', times: [], note: 'Fully booked' },
]
const titlesIn = (region: HTMLElement) =>
  within(region)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)

test('upcoming appointments come first, the next one on top, then the last four past ones', async () => {
  const past = ['05', '04', '03', '02', '01'].map((day, at) =>
    appointmentOf(10 + at, `2026-11-${day}T10:00:00Z`),
  )
  open([
    appointmentOf(1, '2026-11-12T10:00:00Z'),
    appointmentOf(2, '2026-11-10T10:00:00Z'),
    appointmentOf(3, '2026-11-11T10:00:00Z', { status: 'cancelled' }),
    ...past.map((appointment) => ({ ...appointment, status: 'completed' as const })),
  ])
  const coming = await screen.findByRole('region', { name: 'Upcoming Appointments' })
  expect(titlesIn(coming)).toEqual(['Appointment 2', 'Appointment 1'])
  const over = screen.getByRole('region', { name: 'Past Appointments' })
  expect(titlesIn(over)).toEqual(['Appointment 10', 'Appointment 11', 'Appointment 12', 'Appointment 13'])
  expect(screen.queryByText('Appointment 3')).not.toBeInTheDocument()
})

test('without appointments the page says so', async () => {
  open([])
  expect(await screen.findByText('No Appointments')).toBeInTheDocument()
  expect(screen.getByText("You don't have any appointments scheduled yet.")).toBeInTheDocument()
})

test('a list that cannot be loaded says what failed, and can be loaded again', async () => {
  let isDown = true
  const failing = answer(appointments.list, () => {
    if (isDown) throw new Problem('unavailable', 'The portal is busy. Please try again in a moment.')
    return []
  })
  const user = open([], [failing])
  expect(await screen.findByText('Failed to fetch appointments')).toBeInTheDocument()
  expect(screen.getByText('The portal is busy. Please try again in a moment.')).toBeInTheDocument()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No Appointments')).toBeInTheDocument()
})

test('only what is still to come is edited, and only what is scheduled is cancelled', async () => {
  const user = open([
    appointmentOf(1, '2026-11-12T10:00:00Z'),
    appointmentOf(2, '2026-11-05T10:00:00Z', { status: 'completed' }),
  ])
  await user.click(await screen.findByRole('button', { name: 'Actions for Appointment 1' }))
  expect(screen.getByRole('menuitem', { name: 'Edit' })).not.toHaveAttribute('aria-disabled')
  expect(screen.getByRole('menuitem', { name: 'Cancel' })).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Actions for Appointment 2' }))
  expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.queryByRole('menuitem', { name: 'Cancel' })).not.toBeInTheDocument()
})

test('what was changed about an appointment is not lost without a question', async () => {
  const user = open([appointmentOf(1, '2026-11-12T10:00:00Z')])
  await user.click(await screen.findByRole('button', { name: 'Actions for Appointment 1' }))
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }))
  const title = await screen.findByLabelText(/^Title/)
  await user.type(title, ' at the office')
  await user.keyboard('{Escape}')
  await screen.findByRole('alertdialog', { name: 'Discard what you entered?' })
  await user.click(screen.getByRole('button', { name: 'Keep editing' }))
  expect(title).toHaveValue('Appointment 1 at the office')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('a cancellation that fails says so, and the appointment stays', async () => {
  const failing = answer(appointments.cancel, () => {
    throw new Problem('conflict', 'This appointment has already been cancelled.')
  })
  const user = open([appointmentOf(1, '2026-11-10T08:00:00Z')], [failing])
  await user.click(await screen.findByRole('button', { name: 'Actions for Appointment 1' }))
  await user.click(screen.getByRole('menuitem', { name: 'Cancel' }))
  expect(screen.getByText(/It's in less than 24 hours/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Cancel appointment' }))
  expect(await screen.findByText('Failed to cancel appointment')).toBeInTheDocument()
  expect(screen.getByText('Appointment 1')).toBeInTheDocument()
})

test('what a client has typed for an appointment stays through a reload, and its time is chosen anew', async () => {
  const first = open([])
  await first.click(await screen.findByRole('button', { name: 'Schedule Appointment' }))
  await first.type(await screen.findByLabelText(/^Title/), 'My lease')
  await first.click(await screen.findByRole('button', { name: /12 November 2026, 2 slots free/ }))
  await first.type(screen.getByLabelText(/^Description/), 'The landlord wants me out.')
  expect(asksBeforeUnload()).toBe(false)
  cleanup()
  const second = open([])
  await second.click(await screen.findByRole('button', { name: 'Schedule Appointment' }))
  expect(await screen.findByLabelText(/^Title/)).toHaveValue('My lease')
  expect(screen.getByLabelText(/^Description/)).toHaveValue('The landlord wants me out.')
  await screen.findByRole('button', { name: /12 November 2026, 2 slots free/ })
  expect(screen.queryByRole('radio', { name: '09:00', checked: true })).not.toBeInTheDocument()
})

test('nine o’clock is chosen with a day, virtual sends the link, and in person forgets it', async () => {
  const sent: Input<typeof appointments.book>[] = []
  const book = answer(appointments.book, (input) => {
    sent.push(input)
    return appointmentOf(1, '2026-11-12T09:00:00Z', { title: input.title })
  })
  const user = open([], [book])
  const schedule = async (type?: string) => {
    await user.click(await screen.findByRole('button', { name: 'Schedule Appointment' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Schedule New Appointment' }))
    await user.type(sheet.getByLabelText(/^Title/), 'Contract')
    await user.click(await sheet.findByRole('button', { name: /12 November 2026, 2 slots free/ }))
    expect(sheet.getByRole('radio', { name: '09:00' })).toBeChecked()
    await user.type(sheet.getByLabelText(/^Meeting link/), 'https://meet.example.com/room')
    if (type) await user.click(sheet.getByRole('radio', { name: new RegExp(type) }))
    await user.click(sheet.getByRole('button', { name: 'Schedule Appointment' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect((await screen.findAllByText('Appointment scheduled')).length).toBeGreaterThan(0)
  }
  await schedule()
  await schedule('In person')
  expect(sent).toMatchObject([
    {
      title: 'Contract',
      startTime: new Date('2026-11-12T09:00:00Z'),
      endTime: new Date('2026-11-12T09:30:00Z'),
      location: 'Virtual Meeting',
      meetingLink: 'https://meet.example.com/room',
    },
    { location: '' },
  ])
  expect(sent[1]).not.toHaveProperty('meetingLink')
})

test('a time that was taken meanwhile is said at its field, and stays said while the free times are renewed', async () => {
  const state = { list: [], slots }
  const words = 'This time has just been taken. Still free that day: 10:00.'
  const book = answer(appointments.book, () => {
    state.slots = [{ day: '2026-11-12', times: [new Date('2026-11-12T10:00:00Z')], note: null }]
    throw new Problem('conflict', words, { reason: 'slot_taken', fields: { startTime: words } })
  })
  show(<AppointmentsPage />, [book, ...portalWith(state)])
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Schedule Appointment' }))
  const sheet = within(await screen.findByRole('dialog'))
  await user.type(sheet.getByLabelText(/^Title/), 'Contract')
  await user.click(await sheet.findByRole('button', { name: /12 November 2026, 2 slots free/ }))
  await user.click(sheet.getByRole('button', { name: 'Schedule Appointment' }))
  expect(await screen.findByText('Failed to schedule appointment')).toBeInTheDocument()
  await waitFor(() => expect(sheet.queryByRole('radio', { name: '09:00' })).not.toBeInTheDocument())
  expect(sheet.getByRole('radio', { name: '10:00' })).not.toBeChecked()
  expect(sheet.getByText(words)).toBeInTheDocument()
  expect(sheet.getByLabelText(/^Title/)).toHaveValue('Contract')
})

test('a day without times can be read and not chosen', async () => {
  const user = open([])
  await user.click(await screen.findByRole('button', { name: 'Schedule Appointment' }))
  const day = await screen.findByRole('button', { name: 'Friday 13 November 2026, Fully booked' })
  expect(day).toHaveAttribute('aria-disabled', 'true')
  await user.click(day)
  expect(await screen.findByText('Fully booked')).toBeInTheDocument()
  expect(screen.getByText('Choose a day first.')).toBeInTheDocument()
})

test('on the last day of a month with nothing left to choose, the next month is shown, until another is turned to', async () => {
  vi.setSystemTime(new Date('2026-11-30T20:00:00Z'))
  const times = [new Date('2026-12-01T09:00:00Z')]
  const days = [
    { day: '2026-11-30', times: [], note: 'No times left' },
    { day: '2026-12-01', times, note: null },
  ]
  show(<AppointmentsPage />, portalWith({ list: [], slots: days }))
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Schedule Appointment' }))
  expect(await screen.findByRole('heading', { name: 'December 2026' })).toBeVisible()
  await screen.findByRole('button', { name: /1 December 2026, 1 slot free/ })
  await user.click(screen.getByRole('button', { name: 'Previous month' }))
  expect(await screen.findByRole('heading', { name: 'November 2026' })).toBeVisible()
})

test('the reader’s own clock is told where it shows another time, with its day where that differs', () => {
  const time = new Date('2026-11-12T16:30:00Z')
  expect(ownClock('Europe/London', time, 'Europe/London')).toBeNull()
  expect(ownClock('Europe/London', time, 'Africa/Abidjan')).toBeNull()
  expect(ownClock('Europe/London', time, 'Europe/Paris')).toBe('17:30')
  expect(ownClock('Europe/London', time, 'Asia/Tokyo')).toBe('01:30 Fri')
})

const linkTo = (appointment: Appointment) => `/appointments?appointment=${appointment.id}`
const [next, later] = [appointmentOf(1, '2026-11-10T10:00:00Z'), appointmentOf(2, '2026-11-12T10:00:00Z')]

test('a link leads to its appointment among the others, and the keyboard goes on from there', async () => {
  open([next, later], [], linkTo(later))
  const card = (await screen.findByRole('heading', { name: later.title })).closest('li')
  await waitFor(() => expect(card).toHaveFocus())
  expect(card?.getAttribute('aria-current')).toBe('true')
  expect(document.querySelectorAll('[aria-current=true]')).toHaveLength(1)
})

test('a link to a cancelled appointment still shows it', async () => {
  open([next, { ...later, status: 'cancelled' }], [], linkTo(later))
  const linked = await screen.findByRole('region', { name: 'From your notification' })
  expect(titlesIn(linked)).toEqual([later.title])
  within(linked).getByText('Cancelled')
})

test.each([linkTo(later), '/appointments?appointment=nonsense'])(
  'a link to an appointment that is not there (%s) says so, above the others',
  async (at) => {
    open([next], [], at)
    await screen.findByText("We couldn't find that appointment")
    expect(titlesIn(screen.getByRole('region', { name: 'Upcoming Appointments' }))).toEqual([next.title])
  },
)
