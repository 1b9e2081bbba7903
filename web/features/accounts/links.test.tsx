// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { accounts } from '#contract/accounts/accounts.ts'
import { Problem } from '#contract/kit/problem.ts'
import { settings } from '#contract/settings.ts'
import { firmOf } from '#web/features/settings/testing.ts'
import { refresh } from '#web/platform/queries.ts'
import { ownKey, stored } from '#web/platform/storage.ts'
import { type Answer, answer, show } from '#web/testing.tsx'
import { ConfirmEmailPage } from './confirm-email-page.tsx'
import { EmailNotice } from './hooks.tsx'
import { ResetPasswordPage } from './reset-page.tsx'
import { personOf } from './testing.ts'

const token = 'a'.repeat(43)
const Place = () => <output>{useLocation().pathname}</output>
const over = () => {
  throw new Problem('unprocessable', 'This link was used already.', { reason: 'link_over' })
}
const visit = (page: React.ReactNode, at: string, ...answers: Answer[]) => {
  history.replaceState(null, '', at)
  return show(
    <>
      {page}
      <Place />
    </>,
    answers,
    { at },
  )
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const success = () => ({ success: true as const })
const works = answer(accounts.lookAtReset, success)

beforeEach(() => history.replaceState(null, '', '/'))

test('a link to a new password is asked for, and what is said then does not tell who has an account', async () => {
  const addresses: string[] = []
  const note = answer(accounts.askReset, ({ email }) => {
    addresses.push(email)
    return success()
  })
  visit(<ResetPasswordPage />, '/reset-password', note)
  await press('Send the link')
  expect(await screen.findByText('Please enter a valid email address')).toBeInTheDocument()
  await userEvent.type(screen.getByLabelText('Email'), 'amara@example.com{Enter}')
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeInTheDocument()
  expect(screen.getByText(/If there is an account with/)).toBeInTheDocument()
  expect(addresses).toEqual(['amara@example.com'])
})

test('without a mail server no link is promised: the page says that no email is sent, and whom to call', async () => {
  visit(
    <ResetPasswordPage />,
    '/reset-password',
    answer(settings.firm, () => firmOf({ isDemo: false })),
  )
  expect(await screen.findByText(/This portal sends no email yet/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Send the link' })).toBeNull()
  expect(screen.getByText(/Need to talk to someone/)).toBeInTheDocument()
})

test('the link of the mail takes the new password, and leads to the sign-in', async () => {
  localStorage.setItem('auth_session_active', 'true')
  const kept = stored(ownKey(personOf().id, 'a draft'), z.string())
  kept.write('typed')
  const sent: unknown[] = []
  const save = answer(accounts.resetPassword, (input) => {
    sent.push(input)
    return success()
  })
  visit(<ResetPasswordPage />, `/reset-password?token=${token}`, works, save)
  await screen.findByLabelText('New password')
  // The token is removed from the address, so that nobody can read it over a shoulder.
  await waitFor(() => expect(location.search).toBe(''))
  await userEvent.type(screen.getByLabelText('New password'), 'another horse')
  await userEvent.type(screen.getByLabelText('Confirm new password'), 'another house')
  await press('Save new password')
  expect(await screen.findByText("Passwords don't match")).toBeInTheDocument()
  await userEvent.clear(screen.getByLabelText('Confirm new password'))
  await userEvent.type(screen.getByLabelText('Confirm new password'), 'another horse')
  await press('Save new password')
  await screen.findByText('Password updated')
  await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('/auth'))
  expect(sent).toEqual([{ token, newPassword: 'another horse', confirmPassword: 'another horse' }])
  expect(localStorage.getItem('auth_session_active')).toBeNull()
  expect(kept.read()).toBeUndefined()
})

test('a link that is over says so before anything is typed', async () => {
  visit(<ResetPasswordPage />, `/reset-password?token=${token}&first=1`, answer(accounts.lookAtReset, over))
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeInTheDocument()
  expect(screen.getByText(/If you've chosen a password already, please sign in/)).toBeInTheDocument()
})

test('a link that could not be looked up may be tried, and looking again leaves what was typed', async () => {
  let looks = 0
  const away = answer(accounts.lookAtReset, () => {
    looks += 1
    if (looks === 1) throw new Problem('unavailable', 'We couldn’t reach the portal.')
    return new Promise<ReturnType<typeof success>>(() => {})
  })
  const { cache } = visit(<ResetPasswordPage />, `/reset-password?token=${token}`, away)
  const field = await screen.findByLabelText('New password')
  await userEvent.type(field, 'another horse')
  act(() => void refresh(cache, [accounts.lookAtReset]))
  await waitFor(() => expect(looks).toBe(2))
  expect(screen.getByLabelText('New password')).toHaveValue('another horse')
})

test('a link that is used up while the page is open says so and shows the way to a new one', async () => {
  visit(<ResetPasswordPage />, `/reset-password?token=${token}`, works, answer(accounts.resetPassword, over))
  await screen.findByLabelText('New password')
  for (const label of ['New password', 'Confirm new password'])
    await userEvent.type(screen.getByLabelText(label), 'another horse')
  await press('Save new password')
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/reset-password')
})

test('an address is confirmed by a press, not by the link being opened', async () => {
  let confirmed = 0
  const confirm = answer(accounts.confirmEmail, () => {
    confirmed += 1
    return success()
  })
  visit(<ConfirmEmailPage />, `/confirm-email?token=${token}`, confirm)
  await screen.findByRole('heading', { name: 'Confirm your email address' })
  expect(confirmed).toBe(0)
  await press('Confirm my email address')
  expect(await screen.findByText('Your email address is confirmed.')).toBeInTheDocument()
  expect(confirmed).toBe(1)
})

test('a confirmation that is over says that it may have been done already, and leads to the settings', async () => {
  visit(<ConfirmEmailPage />, `/confirm-email?token=${token}`, answer(accounts.confirmEmail, over))
  await press('Confirm my email address')
  expect(await screen.findByText(/If you've confirmed your email address already/)).toBeInTheDocument()
  const link = await screen.findByRole('link', { name: 'Open my settings' })
  expect(link).toHaveAttribute('href', '/settings?tab=profile')
})

for (const [part, at] of [
  ['no token', '/confirm-email'],
  ['half a token', '/confirm-email?token=aaaa'],
] as const)
  test(`a link with ${part} to confirm an address is incomplete, not said to be used or expired`, async () => {
    visit(<ConfirmEmailPage />, at)
    expect(await screen.findByRole('heading', { name: 'This link is incomplete' })).toBeVisible()
    expect(screen.queryByText(/expired/)).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Confirm my email address' })).not.toBeInTheDocument()
  })

test('a confirmation that could not be looked up for a moment is not said to have ended, and can be pressed again', async () => {
  let isDown = true
  const confirm = answer(accounts.confirmEmail, () => {
    if (isDown) throw new Problem('unavailable', 'Please try again in a moment.')
    return success()
  })
  visit(<ConfirmEmailPage />, `/confirm-email?token=${token}`, confirm)
  await press('Confirm my email address')
  expect(await screen.findByText('Please try again in a moment.')).toBeVisible()
  isDown = false
  await press('Confirm my email address')
  expect(await screen.findByText('Your email address is confirmed.')).toBeVisible()
})

test('half a link to a new password is incomplete, not said to work no longer', async () => {
  visit(<ResetPasswordPage />, '/reset-password?token=aaaa')
  expect(await screen.findByRole('heading', { name: 'This link is incomplete' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/reset-password')
  expect(screen.queryByLabelText('New password')).not.toBeInTheDocument()
})

test('while an address is unconfirmed the settings say so, and send the link again', async () => {
  const whoIs = (isEmailConfirmed: boolean) => answer(accounts.current, () => personOf({ isEmailConfirmed }))
  visit(<EmailNotice />, '/settings', answer(accounts.sendConfirmation, success), whoIs(false))
  await screen.findByText('Please confirm your email address')
  await press('Send again')
  expect(await screen.findByText('Sent again')).toBeInTheDocument()
})

test('a confirmed address is not spoken of', async () => {
  visit(
    <EmailNotice />,
    '/settings',
    answer(accounts.current, () => personOf()),
  )
  await waitFor(() => expect(document.querySelector('output')).toBeInTheDocument())
  expect(screen.queryByText('Please confirm your email address')).not.toBeInTheDocument()
})
