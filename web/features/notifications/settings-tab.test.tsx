// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Problem } from '#contract/kit/problem.ts'
import {
  everythingOn,
  type NotificationChoices,
  notifications,
} from '#contract/notifications/notifications.ts'
import { type Answer, answer, show } from '#web/testing.tsx'
import { NotificationsTab } from './settings-tab.tsx'

const open = (save: Answer, saved = () => everythingOn) =>
  show(<NotificationsTab />, [answer(notifications.choices, saved), save])
const switchOf = (name: string) => screen.findByRole('switch', { name })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('everything is on until a person chooses otherwise, in the words of the specification', async () => {
  open(answer(notifications.saveChoices, (choices) => choices))
  await switchOf('Document updates')
  const inGroup = (name: string) =>
    within(screen.getByRole('group', { name }))
      .getAllByRole('switch')
      .map((choice) => choice.getAttribute('aria-checked'))
  expect(inGroup('Email')).toEqual(['true', 'true', 'true', 'true'])
  expect(inGroup('In-app')).toEqual(['true', 'true', 'true'])
  for (const name of [
    'Task reminders',
    'Appointment reminders',
    'Payment confirmations',
    'Messages',
    'Document status updates',
    'Case updates',
  ])
    expect(await switchOf(name)).toBeInTheDocument()
})

test('what is chosen is saved together, and says so', async () => {
  let kept: NotificationChoices = everythingOn
  const save = answer(notifications.saveChoices, (choices) => {
    kept = choices
    return choices
  })
  open(save, () => kept)
  await userEvent.click(await switchOf('Task reminders'))
  await userEvent.click(await switchOf('Messages'))
  await userEvent.click(screen.getByRole('radio', { name: /Once a day/ }))
  expect(screen.getByText('Not saved yet')).toBeInTheDocument()
  await press('Save preferences')

  await screen.findByText('Notification preferences updated')
  expect(kept).toEqual({
    email: { ...everythingOn.email, taskReminders: false },
    inApp: { ...everythingOn.inApp, messages: false },
    delivery: 'daily',
    isQuietAtNight: true,
  })
  await waitFor(() => expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument())
  expect(await switchOf('Task reminders')).toHaveAttribute('aria-checked', 'false')
})

test('what could not be saved stays as it was chosen, with the reason', async () => {
  const refuse = () => {
    throw new Problem('unavailable', 'The portal is busy.')
  }
  open(answer(notifications.saveChoices, refuse))
  await userEvent.click(await switchOf('Case updates'))
  await press('Save preferences')
  await screen.findByText('The portal is busy.')
  expect(await switchOf('Case updates')).toHaveAttribute('aria-checked', 'false')
})
