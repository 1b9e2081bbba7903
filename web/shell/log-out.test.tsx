// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { accounts } from '#contract/accounts/accounts.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { stored, unsavedKey } from '#web/platform/storage.ts'
import { answer } from '#web/testing.tsx'
import { openPages } from './testing.tsx'

test('a sign-out that would delete what could not be saved asks first', async () => {
  const user = personOf()
  openPages('/settings', { user, answers: [answer(accounts.logout, () => ({ success: true as const }))] })
  await screen.findByRole('heading', { name: 'Account Settings' })
  const unsaved = stored(unsavedKey(user.id, 'a form'), z.string())
  unsaved.write('typed')
  const logOut = async () => {
    await userEvent.click(screen.getByRole('button', { name: /Amara Okafor/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  }
  await logOut()
  await screen.findByRole('alertdialog', { name: 'Log out without saving?' })
  await userEvent.click(screen.getByRole('button', { name: 'Stay logged in' }))
  expect(unsaved.read()).toBe('typed')
  await logOut()
  await userEvent.click(await screen.findByRole('button', { name: 'Log out' }))
  await screen.findByText('Logged out')
  expect(unsaved.read()).toBeUndefined()
})
