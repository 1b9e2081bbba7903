import { expect } from '@playwright/test'
import { accounts } from '#contract/accounts/accounts.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { newPerson } from '#server/process/testing/browser.ts'
import { answerWith, failures, foreign, noConnection, refusal } from './failed-answers.ts'
import { journeys } from './journey.ts'
import { chooseLogOut, register, signIn } from './page-actions/accounts.ts'
import { leaveChat, press } from './page-actions/chat.ts'
import { holdClock } from './page-actions/clock.ts'
import { expectHeading, expectPath, expectToast, toasts } from './page-actions/seen.ts'

const test = journeys()
const awaited = failures

test('a failed login says why and forgets that somebody was signed in', async ({ visit }) => {
  const { page } = await visit({ awaited })
  const person = newPerson()
  await page.goto('/auth')
  const title = 'Login failed'
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByText('Username is required', { exact: true }).waitFor()
  await page.getByText('Password is required', { exact: true }).waitFor()

  await page.evaluate(() => localStorage.setItem('auth_session_active', 'true'))
  await signIn(page, person)
  const wrong = await expectToast(page, { title, description: 'Invalid username or password' })
  await wrong.close()
  expect(await page.evaluate(() => localStorage.getItem('auth_session_active'))).toBeNull()

  const cases = [
    { answer: foreign(502, 'Bad Gateway'), description: '502: Bad Gateway' },
    { answer: foreign(500), description: '500: Internal Server Error' },
    { answer: refusal('unavailable', 'The portal is busy.'), description: 'The portal is busy.' },
    { answer: refusal('unauthenticated', ''), description: 'Invalid username or password' },
    { answer: 'nothing' as const, description: noConnection },
  ]
  for (const { answer, description } of cases) {
    const undo = await answerWith(page, accounts.login, answer)
    await signIn(page, person)
    const toast = await expectToast(page, { title, description })
    await toast.close()
    await undo()
  }
})

test('a failed registration says why, and keeps what was typed', async ({ visit }) => {
  const { page, context, signUp } = await visit({ awaited })
  const taken = await signUp()
  await context.clearCookies()
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByRole('button', { name: 'Register' }).click()
  for (const words of emptyRegistration) await page.getByText(words, { exact: true }).waitFor()

  await register(page, { ...newPerson(), confirmPassword: 'another password' })
  await page.getByText('Passwords do not match', { exact: true }).waitFor()
  await page.reload()
  await register(page, { ...newPerson(), username: taken.username })
  const toast = await expectToast(page, { title: 'Registration failed' })
  await toast.close()
  expect(await page.getByLabel('Username').getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByLabel('First name').inputValue()).toBe('Amara')

  await answerWith(page, accounts.register, foreign(502, 'Bad Gateway'))
  await page.getByRole('button', { name: 'Register' }).click()
  await expectToast(page, { title: 'Registration failed', description: '502: Bad Gateway' })
  await expectPath(page, '/auth')
})

const emptyRegistration = [
  'First name is required',
  'Last name is required',
  'Username must be at least 3 characters',
  'Please enter a valid email',
  'Password must be at least 8 characters',
  'Please confirm your password',
]

test('a failed logout leaves the client signed in', async ({ visit }) => {
  const { page, signUp } = await visit({ awaited })
  await signUp()
  await page.goto('/settings')
  await expectHeading(page, 'Account Settings')
  await answerWith(page, accounts.logout, foreign(500, 'It broke'))
  await chooseLogOut(page, 'desktop')
  await expectToast(page, { title: 'Logout failed', description: '500: It broke' })
  await expectHeading(page, 'Account Settings')
  await page.reload()
  await expectHeading(page, 'Account Settings')
})

test('onboarding that cannot be completed says so, and locks the pages again', async ({ visit }) => {
  const { page, signUp } = await visit({ awaited })
  await signUp({ isNew: true })
  await page.goto('/onboarding')
  const undo = await answerWith(page, onboarding.complete, foreign(500, 'It broke'))
  await leaveChat(page)
  const description = 'There was a problem completing your onboarding. Please try again.'
  await expectToast(page, { title: 'Error', description })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Dashboard' }).waitFor()
  await undo()
  await press(page, 'Go to Dashboard')
  await expectHeading(page, 'Welcome, Amara!')
})

test('a toast goes by itself after five seconds', async ({ visit }) => {
  const { page } = await visit({ awaited })
  await page.clock.install()
  await page.goto('/auth')
  await expectHeading(page, 'Sign in to your portal')
  await holdClock(page)
  await signIn(page, newPerson())
  await expectToast(page, { title: 'Login failed' })
  // Hovering or focusing the toast would keep it open.
  await page.clock.runFor(4_900)
  expect(await toasts(page).count()).toBe(1)
  // Five seconds, and 0.3 for its way out.
  await page.clock.runFor(600)
  await expect.poll(() => toasts(page).count()).toBe(0)
})

test('if the session cannot be determined, a full page says so after two more tries', async ({ visit }) => {
  const { page, signUp } = await visit({ awaited })
  await signUp()
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/user') count += 1
  })
  const undo = await answerWith(page, accounts.current, foreign(500, 'It broke'))
  await page.goto('/settings')
  await expectHeading(page, "We couldn't open your portal")
  await page.getByRole('alert').getByText('500: It broke').waitFor()
  expect(count).toBe(3)
  expect(await page.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/')
  await undo()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectHeading(page, 'Account Settings')
})

test('a remembered session is visibly retrieved, and its end is reported', async ({ visit }) => {
  const { page } = await visit()
  // Set before any page requests the current user.
  await page.addInitScript(() => localStorage.setItem('auth_session_active', 'true'))
  let count = 0
  // The words may appear before the second request has come as far as here.
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/user', async (route) => {
    count += 1
    if (count > 1) await gate.promise
    await route.continue()
  })
  await page.goto('/settings')
  await page.getByText('Retrieving your session...').waitFor()
  gate.resolve()
  await page.getByText('Your session has ended').waitFor()
  await expectPath(page, '/auth')
  expect(await page.evaluate(() => localStorage.getItem('auth_session_active'))).toBeNull()
})

test('an unknown page is the 404 page, with that status', async ({ visit }) => {
  const { page } = await visit({ awaited })
  const reply = await page.goto('/no-such-page')
  expect(reply?.status()).toBe(404)
  await expectHeading(page, '404 Page Not Found')
  await page.getByText('Did you forget to add the page to the router?', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expectPath(page, '/auth')
})
