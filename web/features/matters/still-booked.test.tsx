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
import { emptySummary, firmFileOf, firmMatterOf } from './testing.ts'

const file = firmFileOf(1)
const client = { id: file.client.id, firstName: 'Amara', lastName: 'Okafor' }
const first = appointmentOf(801, '2036-12-03T10:00:00Z', { client })
const booked = [
  first,
  appointmentOf(802, '2036-12-04T15:30:00Z', { client }),
  appointmentOf(803, '2036-12-05T15:30:00Z', { client, status: 'cancelled' }),
]

async function openClosing(list: Appointment[] | Problem, cancel: (id: string) => Appointment = () => first) {
  show(<FirmCommands file={file} isPrimary={false} />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(firmAppointments.list, ({ clientId }) => {
      if (list instanceof Problem) throw list
      return clientId === file.client.id ? list : []
    }),
    answer(appointments.cancel, ({ id }) => cancel(id)),
    answer(matterTabs.tasks, () => []),
    answer(matterTabs.summary, () => emptySummary),
    answer(queue.list, () => ({ total: 0, items: [] })),
    answer(matters.firmClose, () => firmMatterOf(1)),
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
  expect(screen.getByText(/may be for another case/)).toBeVisible()
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
  await openClosing([])
  expect(await screen.findByText(/^This closes the case/)).toBeVisible()
  expect(screen.queryByText(/appointment/)).not.toBeInTheDocument()
})

test('closing a case offers no appointment of another client, which an older node of the portal lists too', async () => {
  await openClosing([first, appointmentOf(804, '2036-12-06T10:00:00Z')])
  expect(await screen.findByText('1 appointment to come stays booked')).toBeVisible()
  expect(screen.queryByText(/Appointment 804/)).not.toBeInTheDocument()
})

test('closing a case says so when the appointments to come cannot be read', async () => {
  await openClosing(new Problem('not_found', 'Not here.'))
  expect(await screen.findByText('The appointments to come couldn’t be loaded')).toBeVisible()
})
