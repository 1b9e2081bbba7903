// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { settings } from '#contract/settings.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { keptSettings } from '#web/features/setup/testing.ts'
import { answer } from '#web/testing.tsx'
import { openPages } from './testing.tsx'

const administrator = personOf({ role: 'administrator', roles: ['administrator'], hasSecondFactor: true })

// Imports the page's chunks once, so that no test waits for them to compile.
beforeAll(async () => {
  await Promise.all([import('./frame.tsx'), import('./settings-page.tsx')])
})

/** Opens the firm's settings from the account settings, and types what it charges. */
const typeFees = async () => {
  openPages('/settings', {
    user: administrator,
    isInBrowser: true,
    answers: [
      answer(settings.all, () => keptSettings),
      answer(settings.save, ({ basedOn: _, ...saved }) => ({ ...keptSettings, ...saved })),
      answer(accounts.logout, () => ({ success: true as const })),
    ],
  })
  await accountSettings()
  await userEvent.click(await screen.findByRole('button', { name: 'Set-up' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Firm settings' }))
  await userEvent.type(await fees(), 'By the hour.')
}

const fees = () => screen.findByLabelText(/^How you charge/)
const accountSettings = () => screen.findByRole('heading', { name: 'Account Settings' })
const question = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' })
const answerWith = async (name: string) =>
  userEvent.click(within(await question()).getByRole('button', { name }))
const openAccount = () => userEvent.click(screen.getByRole('link', { name: 'Account Settings' }))

test.each([
  ['a link of the menu', openAccount],
  ['Back', async () => act(() => history.back())],
])('what was typed is not lost by %s without being asked', async (_, leave) => {
  await typeFees()
  await leave()
  await answerWith('Keep editing')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(await fees()).toHaveValue('By the hour.')
  expect(location.pathname).toBe('/firm/settings')
  await leave()
  await answerWith('Discard changes')
  await accountSettings()
  expect(location.pathname).toBe('/settings')
})

test('once it is saved, a page is left without a question', async () => {
  await typeFees()
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  await screen.findByText('Settings saved')
  await openAccount()
  await accountSettings()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a page on which nothing was typed is left and come back to without a question', async () => {
  openPages('/settings', { user: administrator, isInBrowser: true })
  await accountSettings()
  const [help] = screen.getAllByRole('link', { name: 'Help' })
  if (help) await userEvent.click(help)
  await screen.findByRole('heading', { level: 1, name: /Help/ })
  act(() => history.back())
  await accountSettings()
  act(() => history.forward())
  await screen.findByRole('heading', { level: 1, name: /Help/ })
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('what was typed into the profile is not lost by another tab of the settings without being asked', async () => {
  openPages('/settings', { user: personOf(), isInBrowser: true })
  await userEvent.type(await screen.findByLabelText(/^City/), 'Leeds')
  await userEvent.click(screen.getByRole('tab', { name: 'Notifications' }))
  await answerWith('Keep editing')
  expect(screen.getByLabelText(/^City/)).toHaveValue('Leeds')
})

test('a sign-out asks before what was typed is lost, and only once', async () => {
  await typeFees()
  await userEvent.click(screen.getByRole('button', { name: /Amara Okafor/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  const logOutQuestion = await screen.findByRole('alertdialog', { name: 'Log out without saving?' })
  expect(logOutQuestion).toHaveTextContent(
    'What you changed on this page isn’t saved yet, and logging out discards it.',
  )
  await userEvent.click(within(logOutQuestion).getByRole('button', { name: 'Log out' }))
  await screen.findByRole('heading', { name: 'Sign in to your portal' })
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
