// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { accounts, type User } from '#contract/accounts/accounts.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { now } from '#web/platform/clock.ts'
import { sessionBegan, sessionFlag } from '#web/platform/session.ts'
import { answer } from '#web/testing.tsx'
import { openPages, unauthenticated } from './testing.tsx'

// Imports the page's chunks once, so that no test waits for them to compile.
beforeAll(async () => {
  await Promise.all([import('./frame.tsx'), import('./settings-page.tsx')])
})

/** Opens the settings beside another tab. The portal ends the session of both when `end` is called. */
const openTwoTabs = async () => {
  let user: User | null = personOf()
  openPages('/settings', { user, answers: [answer(accounts.current, () => user ?? unauthenticated())] })
  sessionBegan.write(now().getTime())
  const city = await screen.findByLabelText(/^City/)
  const end = () => {
    user = null
  }
  return { city, end }
}

/** What a tab hears when another one has noticed the end of the session first. */
const hearOtherTab = () => {
  sessionFlag.clear()
  dispatchEvent(new StorageEvent('storage', { key: sessionFlag.key, newValue: null }))
}

test('a session that the portal has ended is said to have ended in every tab, not only in the first to notice', async () => {
  const { end } = await openTwoTabs()
  end()
  hearOtherTab()
  await screen.findByRole('heading', { name: 'Sign in to your portal' })
  expect(await screen.findByText('Your session has ended')).toBeVisible()
  expect(screen.getByText(/when your password or your access changes/)).toBeVisible()
})

test('what was typed stays when another tab notices first that the portal has ended the session', async () => {
  const { city, end } = await openTwoTabs()
  await userEvent.type(city, 'Leeds')
  end()
  hearOtherTab()
  await screen.findByRole('dialog', { name: 'Please sign in again' })
  expect(city).toHaveValue('Leeds')
})

test('a sign-out in another tab is no session that ended', async () => {
  const { end } = await openTwoTabs()
  end()
  sessionBegan.clear()
  hearOtherTab()
  await screen.findByRole('heading', { name: 'Sign in to your portal' })
  expect(screen.queryByText('Your session has ended')).toBeNull()
})
