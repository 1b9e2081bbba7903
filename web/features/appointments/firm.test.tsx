// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { type Appointment, AppointmentId, appointments } from '#contract/appointments/appointments.ts'
import { type Diary, firmAppointments } from '#contract/appointments/diary.ts'
import { DaysOffId, usualHours } from '#contract/appointments/working-hours.ts'
import { Problem } from '#contract/kit/problem.ts'
import { settings } from '#contract/settings.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { firmOf } from '#web/features/settings/testing.ts'
import { type Answer, answer, idOf, show } from '#web/testing.tsx'
import { FirmAppointmentsPage } from './firm-page.tsx'
import { appointmentOf } from './testing.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-09T09:00:00Z'), toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

const priya = { id: UserId.parse(idOf(901)), firstName: 'Priya', lastName: 'Raman' }
const omar = { id: UserId.parse(idOf(902)), firstName: 'Omar', lastName: 'Haddad' }

const open = (list: Appointment[], more: Answer[] = [], at = '/firm/appointments') => {
  show(
    <FirmAppointmentsPage />,
    [
      ...more,
      answer(accounts.current, () => personOf({ ...priya, role: 'fee_earner' })),
      answer(settings.firm, () => firmOf()),
      answer(firmAppointments.clients, () => []),
      answer(firmAppointments.list, () => list),
    ],
    { at },
  )
  return userEvent.setup()
}

describe('the appointments of a fee earner', () => {
  test('are their own first, and those of colleagues with the same clients by one press', async () => {
    const user = open([
      appointmentOf(1, '2026-11-12T10:00:00Z'),
      appointmentOf(2, '2026-11-13T10:00:00Z', { with: omar }),
    ])
    expect(await screen.findByRole('heading', { name: 'Appointment 1' })).toBeInTheDocument()
    expect(screen.queryByRole('heading', { name: 'Appointment 2' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'All of my clients' }))
    expect(await screen.findByRole('heading', { name: 'Appointment 2' })).toBeInTheDocument()
    expect(screen.getByText('Amara Okafor, with Omar Haddad')).toBeInTheDocument()
  })

  test('say so where none is booked', async () => {
    open([])
    expect(await screen.findByText('Nothing is booked with your clients.')).toBeInTheDocument()
  })

  test('show one that a notification leads to, also a colleague’s', async () => {
    open(
      [appointmentOf(2, '2026-11-13T10:00:00Z', { with: omar })],
      [],
      `/firm/appointments?appointment=${idOf(2)}`,
    )
    expect((await screen.findAllByRole('heading', { name: 'Appointment 2' })).length).toBeGreaterThan(0)
  })

  test('say where a notification leads to one that is not theirs any more', async () => {
    open([], [], `/firm/appointments?appointment=${idOf(77)}`)
    expect(await screen.findByText('Its client may be with someone else now.')).toBeInTheDocument()
  })
})

describe('the calendar', () => {
  const calendar = async (list: Appointment[], more: Answer[] = []) => {
    const user = open(list, more)
    await user.click(await screen.findByRole('tab', { name: 'Calendar View' }))
    return { user, grid: await screen.findByRole('grid') }
  }
  const focusedDay = () => document.activeElement?.getAttribute('data-day')

  test('begins its weeks on Monday, marks today, and says what is in a day', async () => {
    const { grid } = await calendar([appointmentOf(1, '2026-11-12T10:00:00Z')])
    expect(grid).toHaveAccessibleName('November 2026')
    const days = within(grid).getAllByRole('button')
    expect(days[0]).toHaveAccessibleName('Monday 26 October 2026')
    expect(days).toHaveLength(42)
    expect(within(grid).getByRole('button', { current: 'date' })).toHaveAccessibleName(
      'Monday 9 November 2026',
    )
    expect(
      within(grid).getByRole('button', { name: 'Thursday 12 November 2026, 1 appointment' }),
    ).toBeInTheDocument()
  })

  test('is walked by the keyboard, out of its month too', async () => {
    const { user, grid } = await calendar([])
    within(grid).getByRole('button', { current: 'date' }).focus()
    const steps: [key: string, day: string][] = [
      ['{ArrowRight}', '2026-11-10'],
      ['{ArrowDown}', '2026-11-17'],
      ['{Home}', '2026-11-16'],
      ['{End}', '2026-11-22'],
      ['{ArrowDown}', '2026-11-29'],
      ['{ArrowRight}', '2026-11-30'],
      ['{ArrowRight}', '2026-12-01'],
      ['{PageDown}', '2027-01-01'],
      ['{PageUp}', '2026-12-01'],
      ['{Shift>}{PageDown}{/Shift}', '2027-12-01'],
      ['{Shift>}{PageUp}{/Shift}', '2026-12-01'],
    ]
    for (const [key, day] of steps) {
      await user.keyboard(key)
      await waitFor(() => expect(focusedDay(), key).toBe(day))
    }
    expect(screen.getByRole('grid')).toHaveAccessibleName('December 2026')
  })

  test('shows one week, and its arrows lead into the next', async () => {
    const { user } = await calendar([appointmentOf(1, '2026-11-12T10:00:00Z')])
    await user.click(screen.getByRole('button', { name: 'Week' }))
    const week = await screen.findByRole('grid', { name: '9 to 15 Nov 2026' })
    expect(within(week).getAllByRole('button')).toHaveLength(7)
    within(week).getByRole('button', { current: 'date' }).focus()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(focusedDay()).toBe('2026-11-16'))
    const next = await screen.findByRole('grid', { name: '16 to 22 Nov 2026' })
    await waitFor(() => expect(within(next).getAllByRole('button')).toHaveLength(7))
  })

  test('a day of the next month is chosen by one press', async () => {
    const { user, grid } = await calendar([appointmentOf(1, '2026-12-01T10:00:00Z')])
    await user.click(within(grid).getByRole('button', { name: /^Tuesday 1 December 2026/ }))
    expect(await screen.findByRole('heading', { name: 'Tuesday 1 December 2026' })).toBeInTheDocument()
    expect(await screen.findByRole('heading', { name: 'Appointment 1' })).toBeInTheDocument()
    expect(screen.getByRole('grid')).toHaveAccessibleName('December 2026')
  })

  test('asks for the days that it shows', async () => {
    const requests: string[] = []
    const list = answer(firmAppointments.list, ({ from, to }) => {
      requests.push(`${from} to ${to}`)
      return []
    })
    const { user } = await calendar([], [list])
    await user.click(screen.getByRole('button', { name: 'Next month' }))
    await waitFor(() => expect(requests.at(-1)).toBe('2026-11-30 to 2027-01-03'))
  })
})

test('an appointment with a colleague who is away says so, and is taken over from its menu', async () => {
  const amara = { id: UserId.parse(idOf(900)), firstName: 'Amara', lastName: 'Okafor' }
  const theirs = appointmentOf(1, '2026-11-12T10:00:00Z', { with: omar, client: amara, isAway: true })
  const sent: unknown[] = []
  const user = open(
    [theirs],
    [
      answer(appointments.change, (input) => {
        sent.push([input.id, input.withId, input.startTime])
        return { ...theirs, with: priya, isAway: false }
      }),
    ],
    `/firm/appointments?appointment=${theirs.id}`,
  )
  expect(await screen.findByText(/^Omar Haddad is due to be away then/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: `Actions for ${theirs.title}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Take over' }))
  expect(await screen.findByText("You've taken this over")).toBeInTheDocument()
  expect(sent).toEqual([[theirs.id, priya.id, theirs.startTime]])
})

const bookedThen = {
  id: AppointmentId.parse(idOf(6)),
  startTime: new Date('2026-11-16T10:00:00Z'),
  client: 'Amara Okafor',
}

describe('working hours', () => {
  const diaryOf = (facts: Partial<Diary> = {}): Diary => ({
    hours: usualHours,
    isUsual: true,
    daysOff: [],
    ...facts,
  })
  const hours = async (diary: Diary, ...more: Answer[]) => {
    const user = open([], [...more, answer(firmAppointments.diary, () => diary)])
    await user.click(await screen.findByRole('tab', { name: 'Working Hours' }))
    await screen.findByRole('heading', { name: 'Monday' })
    return user
  }

  test('are changed by weekday and saved as one', async () => {
    const saved: Diary['hours'][] = []
    const save = answer(firmAppointments.saveHours, ({ hours }) => {
      saved.push(hours)
      return diaryOf({ hours, isUsual: false })
    })
    const user = await hours(diaryOf(), save)
    expect(screen.getByText(/These are the firm's usual hours/)).toBeInTheDocument()
    await user.selectOptions(screen.getByLabelText('Monday, to'), '12:30')
    await user.click(screen.getByRole('button', { name: /^Add hours.*Monday/ }))
    await user.click(screen.getByRole('button', { name: 'Remove 09:00 to 17:30 on Friday' }))
    await user.click(screen.getByRole('button', { name: 'Save working hours' }))
    expect(await screen.findByText('Working hours saved')).toBeInTheDocument()
    expect(saved[0]?.[1]).toEqual([
      { from: '09:00', to: '12:30' },
      { from: '13:30', to: '17:30' },
    ])
    expect(saved[0]?.[5]).toEqual([])
  })

  test('that overlap are said at their day, and not sent', async () => {
    const sent: unknown[] = []
    const save = answer(firmAppointments.saveHours, (input) => {
      sent.push(input)
      return diaryOf()
    })
    const user = await hours(diaryOf(), save)
    await user.click(screen.getByRole('button', { name: /^Add hours.*Tuesday/ }))
    const froms = screen.getAllByLabelText('Tuesday, from')
    await user.selectOptions(froms[1] ?? document.body, '10:00')
    await user.click(screen.getByRole('button', { name: 'Save working hours' }))
    expect(await screen.findByText('These times overlap')).toBeInTheDocument()
    expect(sent).toEqual([])
  })

  test('that the portal refuses are told, and stay as they were typed', async () => {
    const refuse = answer(firmAppointments.saveHours, () => {
      throw new Problem('unavailable', 'Please try again in a moment.')
    })
    const user = await hours(diaryOf(), refuse)
    await user.selectOptions(screen.getByLabelText('Monday, to'), '12:30')
    await user.click(screen.getByRole('button', { name: 'Save working hours' }))
    expect(await screen.findByText('Working hours were not saved')).toBeInTheDocument()
    expect(screen.getByLabelText('Monday, to')).toHaveValue('12:30')
  })

  test('leave out days off, which are added and removed', async () => {
    const diary = diaryOf()
    const add = answer(firmAppointments.addDaysOff, ({ firstDay, lastDay, note = null }) => {
      diary.daysOff = [{ id: DaysOffId.parse(idOf(5)), firstDay, lastDay, note, booked: [bookedThen] }]
      return diary
    })
    const remove = answer(firmAppointments.removeDaysOff, () => {
      diary.daysOff = []
      return undefined
    })
    const user = await hours(diary, add, remove)
    expect(screen.getByText('None planned.')).toBeInTheDocument()
    const first = within(screen.getByRole('group', { name: /^First day/ }))
    await user.type(first.getByLabelText('Day'), '16')
    await user.type(first.getByLabelText('Month'), '11')
    await user.type(first.getByLabelText('Year'), '2026')
    const last = within(screen.getByRole('group', { name: /^Last day/ }))
    expect(last.getByLabelText('Year'), 'one day off is the usual case').toHaveValue('2026')
    await user.type(screen.getByLabelText(/^Note/), 'Training')
    await user.click(screen.getByRole('button', { name: 'Add days off' }))
    expect(await screen.findByText('Days off saved')).toBeInTheDocument()
    expect(await screen.findByText('1 appointment still booked on these days.')).toBeInTheDocument()
    expect(
      await screen.findByRole('link', { name: 'Amara Okafor, Monday 16 November 2026 at 10:00' }),
    ).toHaveAttribute('href', `/firm/appointments?appointment=${bookedThen.id}`)
    await user.click(await screen.findByRole('button', { name: 'Remove Monday 16 November 2026' }))
    expect(await screen.findByText('None planned.')).toBeInTheDocument()
  })
})
