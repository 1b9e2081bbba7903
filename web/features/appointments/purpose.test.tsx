// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { Problem } from '#contract/kit/problem.ts'
import { MatterId } from '#contract/matters/matters.ts'
import { settings } from '#contract/settings.ts'
import { TaskId } from '#contract/tasks.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { firmOf } from '#web/features/settings/testing.ts'
import { answer, asksBeforeUnload, idOf, show } from '#web/testing.tsx'
import { FirmAppointmentsPage } from './firm-page.tsx'
import { appointmentOf } from './testing.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-09T09:00:00Z'), toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

const amara = { id: UserId.parse(idOf(900)), firstName: 'Amara', lastName: 'Okafor' }
const signing = TaskId.parse(idOf(40))
const purpose = {
  taskId: signing,
  title: 'Meet us to sign',
  matters: [{ id: MatterId.parse(idOf(41)), reference: 'HR-2026-00012', title: 'Purchase' }],
}

/** What the portal answers when it is asked what a client has yet to book. */
type FindPurposes = () => (typeof purpose)[] | Promise<(typeof purpose)[]>

const open = (sent: unknown[], findPurposes: FindPurposes = () => [purpose]) => {
  const times = ['09:00', '10:00'].map((at) => new Date(`2026-11-12T${at}:00Z`))
  show(<FirmAppointmentsPage />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(settings.firm, () => firmOf()),
    answer(firmAppointments.list, () => []),
    answer(firmAppointments.clients, () => [amara]),
    answer(firmAppointments.slots, () => [{ day: '2026-11-12', times, note: null }]),
    answer(firmAppointments.purposes, findPurposes),
    answer(firmAppointments.book, ({ taskId }) => {
      sent.push(taskId)
      return appointmentOf(1, '2026-11-12T09:00:00Z')
    }),
  ])
  return userEvent.setup()
}

/** Opens the form and fills in all of it but what the appointment is for. */
async function fillIn(user: ReturnType<typeof open>) {
  await user.click(await screen.findByRole('button', { name: 'Schedule Appointment' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Schedule New Appointment' }))
  await user.selectOptions(await sheet.findByLabelText(/^Client/), 'Amara Okafor')
  await user.type(sheet.getByLabelText(/^Title/), 'Signing')
  await user.click(await sheet.findByRole('button', { name: /12 November 2026, 2 slots free/ }))
  const sendButton = () => sheet.findByRole('button', { name: 'Schedule Appointment' })
  return { ...sheet, sendButton, send: async () => user.click(await sendButton()) }
}

const untilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

test.each([
  ['which of the client’s tasks it is for', 'Meet us to sign · HR-2026-00012', signing],
  ['that it is for none of them', 'None of the client’s tasks', null],
])('an appointment that the firm books says %s', async (_, choice, taskId) => {
  const sent: unknown[] = []
  const user = open(sent)
  const sheet = await fillIn(user)
  const purposes = await sheet.findByLabelText(/^What it’s for/)
  await sheet.send()
  expect(await sheet.findByText('Please choose what it’s for')).toBeInTheDocument()
  await user.selectOptions(purposes, choice)
  await sheet.send()
  await untilClosed()
  expect(sent).toEqual([taskId])
})

test('as long as the client’s tasks are not known, nothing is booked, and then it is asked which', async () => {
  const sent: unknown[] = []
  const found = Promise.withResolvers<(typeof purpose)[]>()
  const user = open(sent, () => found.promise)
  const sheet = await fillIn(user)
  await sheet.send()
  expect(await sheet.findByRole('button', { name: 'One moment…' })).toBeInTheDocument()
  found.resolve([purpose])
  expect(await sheet.findByText('Please choose what it’s for')).toBeInTheDocument()
  expect(sent).toEqual([])
  await user.selectOptions(sheet.getByLabelText(/^What it’s for/), 'None of the client’s tasks')
  await sheet.send()
  await untilClosed()
  expect(sent).toEqual([null])
})

test('where the client’s tasks cannot be found, nothing is booked, and the next press looks again', async () => {
  const sent: unknown[] = []
  let isDown = true
  const user = open(sent, () => {
    if (isDown) throw new Problem('unavailable', 'The portal is busy.')
    return []
  })
  const sheet = await fillIn(user)
  await sheet.send()
  expect(await sheet.findByText('The portal is busy.')).toBeInTheDocument()
  expect(sent).toEqual([])
  // They were looked for once more after the refusal, in vain too.
  await sheet.sendButton()
  isDown = false
  await sheet.send()
  await untilClosed()
  expect(sent).toEqual([null])
})

test('the form of the next appointment is empty again, and one that was closed is kept', async () => {
  const user = open([], () => [])
  await fillIn(user)
  await user.keyboard('{Escape}')
  await untilClosed()
  await user.click(screen.getByRole('button', { name: 'Schedule Appointment' }))
  expect(await screen.findByLabelText(/^Title/)).toHaveValue('Signing')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Schedule Appointment' }))
  await untilClosed()
  await user.click(screen.getByRole('button', { name: 'Schedule Appointment' }))
  expect(await screen.findByLabelText(/^Title/)).toHaveValue('')
})

test('what a fee earner has typed for an appointment is not lost by a reload without being asked', async () => {
  const user = open([], () => [])
  await user.click(await screen.findByRole('button', { name: 'Schedule Appointment' }))
  await screen.findByLabelText(/^Title/)
  expect(asksBeforeUnload()).toBe(false)
  await user.keyboard('{Escape}')
  await untilClosed()
  expect(asksBeforeUnload()).toBe(false)
  await fillIn(user)
  expect(asksBeforeUnload()).toBe(true)
  // The closed form is kept on the page, and only there.
  await user.keyboard('{Escape}')
  await untilClosed()
  expect(asksBeforeUnload()).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Schedule Appointment' }))
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Schedule Appointment' }),
  )
  await untilClosed()
  expect(asksBeforeUnload()).toBe(false)
})
