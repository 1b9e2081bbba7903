// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { type Appointment, appointments } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { Problem } from '#contract/kit/problem.ts'
import { matters } from '#contract/matters/matters.ts'
import { queue } from '#contract/queue.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { appointmentOf } from '#web/features/appointments/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { FirmCommands } from './parts/firm-commands.tsx'
import { emptySummary, firmFileOf, matterOf } from './testing.ts'

const first = appointmentOf(801, '2036-12-03T10:00:00Z')
const booked = [
  first,
  appointmentOf(802, '2036-12-04T15:30:00Z'),
  appointmentOf(803, '2036-12-05T15:30:00Z', { status: 'cancelled' }),
]

async function openClosing(list: Appointment[], cancel: (id: string) => Appointment) {
  const file = firmFileOf(1)
  show(<FirmCommands file={file} isPrimary={false} />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(firmAppointments.list, ({ clientId }) => (clientId === file.client.id ? list : [])),
    answer(appointments.cancel, ({ id }) => cancel(id)),
    answer(matterTabs.tasks, () => []),
    answer(matterTabs.summary, () => emptySummary),
    answer(queue.list, () => ({ total: 0, items: [] })),
    answer(matters.firmClose, () => ({ ...matterOf(1), client: file.client })),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Close case' }))
}

test('closing a case names the appointments to come and that they stay, and cancels those that are ticked', async () => {
  const cancelled: string[] = []
  await openClosing(booked, (id) => {
    cancelled.push(id)
    return { ...first, status: 'cancelled' }
  })
  expect(await screen.findByText('2 appointments to come stay booked')).toBeVisible()
  expect(screen.getByText(/^Closing doesn’t cancel appointments/)).toBeVisible()
  expect(screen.queryByText(/Appointment 803/)).not.toBeInTheDocument()
  await userEvent.click(
    screen.getByRole('checkbox', { name: /^Wednesday 3 December 2036 at 10:00.*Appointment 801/ }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Close case' }))
  expect(await screen.findByText('Case closed')).toBeInTheDocument()
  expect(cancelled).toEqual([first.id])
})

test('an appointment that could not be cancelled with the case is named, with why', async () => {
  await openClosing(booked, () => {
    throw new Problem('conflict', 'This appointment has already been cancelled.')
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: /Appointment 802/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Close case' }))
  expect(await screen.findByText('Not every appointment is cancelled')).toBeInTheDocument()
  expect(screen.getByText(/4 December 2036.*already been cancelled/)).toBeInTheDocument()
})

test('closing a case without an appointment to come says nothing about them', async () => {
  await openClosing([], () => first)
  expect(await screen.findByText(/^This closes the case/)).toBeVisible()
  expect(screen.queryByText(/appointment/)).not.toBeInTheDocument()
})
